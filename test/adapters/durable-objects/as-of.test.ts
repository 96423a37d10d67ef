import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { describeAsOf } from '../../contracts/as-of.contract.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

const trace = createTrace()

beforeAll(warmUp)

const store = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})
const namespace = () => `E${randomBase62(9)}`

describeAsOf('the embedded vault', () => ({
  ...{ store, namespace },
  // HISTORIES=300 takes a minute or two; a failure names its seed.
  histories: Math.max(60, Number((env as unknown as Record<string, string>).HISTORIES)),
}))

describe('memories that were taken out of retrieval', () => {
  const NOON = Date.UTC(2026, 10, 15, 12)
  const HOUR = 3600 * 1000

  it('hold as of a time before, and not between then and their return', async () => {
    const ns = namespace()
    const says = (town: string) =>
      memory(`The user lives in ${town}.`, { facts: [['user', 'lives_in', town, 'place']], date: '2026-11' })
    const tell = async (now: number, town: string) =>
      (await store.remember(ns, { now, embedder: EMBEDDER, memories: [await says(town)] }))[0]!.memory!
    const porto = await tell(NOON, 'Porto')
    await tell(NOON + HOUR, 'Vienna')
    const revise = (now: number, kind: 'invalidate' | 'restore') =>
      store.revise(ns, {
        ...{ now, embedder: EMBEDDER, personas: null, read: [], receipt: null },
        revisions: [{ id: porto, kind, reason: null }],
      })
    const known = async (asOf: number | null) => {
      const asked = { before: null, limit: 9, personas: null, entity: null, relation: null, state: null, asOf }
      const { facts } = await store.listFacts(ns, asked)
      const { chunks } = await store.recall(ns, await plan('Where does the user live?', { asOf }))
      const states = facts.map(({ object, state, date }) => `${object} ${state} ${date}`)
      expect(chunks.map(({ text }) => text).sort()).toEqual(
        facts.map(({ object }) => `The user lives in ${object}.`).sort(),
      )
      return states.sort()
    }
    const both = ['Porto superseded 2026-11', 'Vienna current 2026-11']
    await revise(NOON + 2 * HOUR, 'invalidate')
    expect(await known(null)).toEqual(['Vienna current 2026-11'])
    expect(await known(NOON + 3 * HOUR)).toEqual(['Vienna current 2026-11'])
    expect(await known(NOON + HOUR)).toEqual(both)
    expect(await known(NOON)).toEqual(['Porto current 2026-11'])
    expect(await known(null), 'a look changes nothing').toEqual(['Vienna current 2026-11'])
    await revise(NOON + 4 * HOUR, 'restore')
    expect(await known(null)).toEqual(both)
    expect(await known(NOON + 3 * HOUR)).toEqual(['Vienna current 2026-11'])
    expect(await known(NOON + HOUR)).toEqual(both)
  })
})
