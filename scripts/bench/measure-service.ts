import type { Corpus } from './corpus.ts'
import type { Figures } from './figures.ts'
import { fill } from './fill.ts'
import { measureRetrieve, startNoop } from './measure-retrieve.ts'
import type { Section } from './options.ts'
import type { Plan } from './plan.ts'
import { announce } from './progress.ts'
import { newStateFolder, startService } from './service.ts'
import { COMMON_QUESTIONS } from './texts.ts'
import { createTimedClient } from './timed-client.ts'

type ServiceFigures = Pick<Figures, 'retrieve'>

/** The service itself, with one namespace that grows from size to size. */
export async function measureService(
  corpus: Corpus,
  plan: Plan,
  wants: (section: Section) => boolean,
): Promise<ServiceFigures> {
  const folder = newStateFolder()
  const first = await startService(folder)
  const { key, account } = await first.newKey('bench')
  await first.stop()
  const retrieve = []
  let stored = 0
  for (const size of plan.sizes) {
    announce(`Filling the memory to ${size} chunks`)
    await fill(folder, corpus, [{ namespace: account, from: stored, to: size }])
    stored = size
    const service = await startService(folder)
    if (wants('retrieve')) {
      const noop = await startNoop()
      const client = createTimedClient(service.url, key)
      retrieve.push(await measureRetrieve(client, noop, size, corpus.asked.texts, COMMON_QUESTIONS))
    }
    await service.stop()
  }
  return { retrieve: wants('retrieve') ? retrieve : null }
}
