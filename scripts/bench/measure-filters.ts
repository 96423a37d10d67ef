import type { StateFolder } from '../state-folder.ts'
import { announce } from './progress.ts'
import { startService } from './service.ts'
import { createTimedClient } from './timed-client.ts'
import { summarise, type Times } from './times.ts'

/** Filters that few memories pass, that a tenth of them does, and some that nearly all do. */
const FILTERS = {
  'session, 12 pass': { session_id: 'bench-ledger' },
  'metadata, 12 pass': { metadata: { ledger: 'bench' } },
  'until, 12 pass': { until: '2001-01-01' },
  'source, 12 pass': { source: 'document' },
  'entity, 12 pass': { entity: 'Benchford' },
  'metadata, 1,000 pass': { metadata: { shelf: 'bench' } },
  'session, 1,000 pass': { session_id: 'bench-shelf' },
  'since and until, 1,000 pass': { since: '2001-02-01', until: '2001-04-01' },
  'entity, many pass': { entity: 'Vienna' },
  'source, nearly all pass': { source: 'user' },
  'since, nearly all pass': { since: '2002-01-01' },
  'source and session, 12 pass': { source: 'document', session_id: 'bench-ledger' },
} as const

export interface FilterFigures {
  readonly none: Times
  readonly filters: Readonly<Record<string, Times>>
  /** Of the filters that 12 memories pass, the fewest of the 12 that one returned, whatever was asked. */
  readonly fewestOfTwelve: number
}

const PASSING = 12
const SHELVED = 1_000
const BATCH = 100
const GOODS = ['jars of honey', 'boxes of nails', 'rolls of wire', 'bags of flour', 'tins of paint', 'crates of apples']
const WARM_UP = 40
const ASKED = { k: 20, min_score: 0, rerank: false }

/** The same questions with and without each filter, in turns; k = 20. */
export async function measureFilters(
  folder: StateFolder,
  key: string,
  questions: readonly string[],
): Promise<FilterFigures> {
  announce('With filters')
  const service = await startService(folder)
  const client = createTimedClient(service.url, key)
  for (let n = 1; n <= PASSING; n++)
    await client.ask('/brain/ingest', {
      text: `Benchford paid bill number ${n} for ${n * 7} crates.`,
      ...{ session_id: 'bench-ledger', metadata: { ledger: 'bench', n }, source: 'document' },
      occurred_at: `2000-01-${String(n).padStart(2, '0')}`,
    })
  for (let from = 0; from < SHELVED; from += BATCH)
    await client.ask('/brain/ingest/batch', {
      items: Array.from({ length: BATCH }, (_, at) => ({
        text: `Shelf ${from + at + 1} holds ${(from + at) * 3 + 2} ${GOODS[at % GOODS.length]}.`,
        ...{ session_id: 'bench-shelf', metadata: { shelf: 'bench', n: from + at } },
        occurred_at: new Date(Date.UTC(2001, 1, 1) + (from + at) * 60 * 60 * 1000).toISOString(),
      })),
    })
  const ways = [['none', null] as const, ...Object.entries(FILTERS)]
  const times: Record<string, number[]> = {}
  let fewestOfTwelve = PASSING
  for (const [at, query] of questions.entries())
    for (const [name, filter] of ways) {
      const { ms, body } = await client.ask('/brain/retrieve', { query, ...ASKED, filter })
      if (name.endsWith(`${PASSING} pass`)) {
        const { facts } = JSON.parse(body) as { facts: { memory_id: string }[] }
        fewestOfTwelve = Math.min(fewestOfTwelve, new Set(facts.map(({ memory_id }) => memory_id)).size)
      }
      if (at >= Math.min(WARM_UP, questions.length / 2)) times[name] = [...(times[name] ?? []), ms]
    }
  client.close()
  await service.stop()
  const { none, ...filters } = Object.fromEntries(Object.entries(times).map(([name, list]) => [name, summarise(list)]))
  return { none: none!, filters, fewestOfTwelve }
}
