import type { StateFolder } from '../state-folder.ts'
import { BATCH, type Corpus } from './corpus.ts'
import type { Figures } from './figures.ts'
import { fill } from './fill.ts'
import { measureCold } from './measure-cold.ts'
import { measureFilters } from './measure-filters.ts'
import { measureIngest } from './measure-ingest.ts'
import { measureMemory } from './measure-memory.ts'
import { measureRetrieve, type RetrieveFigures, startNoop } from './measure-retrieve.ts'
import { measureRoundTrips } from './measure-round-trips.ts'
import { measureRows } from './measure-rows.ts'
import { measureStorage } from './measure-storage.ts'
import { measureUnderLoad } from './measure-under-load.ts'
import type { Section } from './options.ts'
import { type Plan, WARM_UP } from './plan.ts'
import { announce } from './progress.ts'
import { newStateFolder, startService } from './service.ts'
import { COMMON_QUESTIONS, questionsBeyond } from './texts.ts'
import { createTimedClient } from './timed-client.ts'

type ServiceFigures = Pick<
  Figures,
  'retrieve' | 'filters' | 'rows' | 'roundTrips' | 'ingest' | 'cold' | 'memory' | 'load'
>

const NEEDS_SERVICE: readonly Section[] = [
  'retrieve',
  'filters',
  'rows',
  'round-trips',
  'ingest',
  'cold',
  'memory',
  'load',
]
/** What is measured once is measured at this many chunks, or at the largest size if that is smaller. */
const USUAL = 10_000

/** The service itself, with one namespace that grows from size to size. */
export async function measureService(
  loadTexts: () => Promise<Corpus>,
  plan: Plan,
  wants: (section: Section) => boolean,
): Promise<ServiceFigures> {
  const none = {
    retrieve: null,
    filters: null,
    rows: null,
    roundTrips: null,
    ingest: null,
    cold: null,
    memory: null,
    load: null,
  }
  if (!NEEDS_SERVICE.some(wants)) return none
  const corpus = await loadTexts()
  const folder = newStateFolder()
  const { bench, small, writer } = await makeKeys(folder)
  const questions = corpus.asked.texts
  const asked = {
    questions,
    common: COMMON_QUESTIONS,
    warmUp: questionsBeyond(questions.length, WARM_UP, plan.sizes[0]!),
  }
  const retrieve: RetrieveFigures[] = []
  const figures: { -readonly [Name in keyof ServiceFigures]: ServiceFigures[Name] } = none
  await fill(folder, corpus, [{ namespace: small.account, from: 0, to: BATCH }])

  let stored = 0
  let facts = 0
  for (const size of plan.sizes) {
    announce(`Filling the memory to ${size} chunks`)
    facts += (await fill(folder, corpus, [{ namespace: bench.account, from: stored, to: size }])).facts
    stored = size
    if (wants('retrieve')) {
      const service = await startService(folder)
      const noop = await startNoop()
      const client = createTimedClient(service.url, bench.key)
      retrieve.push(await measureRetrieve(client, noop.client, size, asked))
      client.close()
      await noop.stop()
      await service.stop()
    }
    if (size !== USUAL) continue
    if (wants('rows')) figures.rows = await measureRows(folder, bench.key, questions, size)
    // Last of what looks at these memories alone: it tells some more.
    if (wants('filters')) figures.filters = await measureFilters(folder, bench.key, questions)
    if (wants('round-trips'))
      figures.roundTrips = await measureRoundTrips(folder, bench.key, questions, plan.roundTrips)
    if (wants('ingest')) {
      const service = await startService(folder)
      const throughHttp = await measureIngest(service, writer.key, plan.ingestBatches)
      await service.stop()
      figures.ingest = { service: throughHttp, storage: await measureStorage(corpus) }
    }
    if (wants('load')) figures.load = await measureUnderLoad(corpus, plan, size)
  }
  const large = { ...bench, chunks: stored, facts }
  if (wants('cold'))
    figures.cold = await measureCold(folder, { large: bench.key, small: small.key }, stored, questions, plan.starts)
  if (wants('memory')) figures.memory = await measureMemory(folder, large, plan.turns, questions)
  return { ...figures, retrieve: wants('retrieve') ? retrieve : null }
}

async function makeKeys(folder: StateFolder) {
  const service = await startService(folder)
  const keys = {
    bench: await service.newKey('bench'),
    small: await service.newKey('small'),
    writer: await service.newKey('writer'),
  }
  await service.stop()
  return keys
}
