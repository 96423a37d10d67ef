import { evictDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { ON_TIME } from '../../../src/adapters/durable-objects/wait-limit.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR

function open(vaults = env.VAULT) {
  const trace = createTrace()
  const parts = { vaults, embedderId: () => EMBEDDER, roundTrip: createRoundTrip(trace, 0), trace }
  return { trace, store: createEmbeddedMemoryStore(parts), namespace: `E${randomBase62(9)}` }
}

beforeAll(warmUp)

describe('a vault whose clock is ahead of its callers', () => {
  it('is told so by a caller that it refused, and serves the next ones at once', async () => {
    const vault = env.VAULT.getByName(open().namespace)
    const sentAt = Date.now() - HOUR
    expect(await vault.count({ persona: 'shared', sentAt })).toEqual({ refused: 'overloaded' })
    expect(await vault.count({ persona: 'shared', sentAt: ON_TIME })).toHaveProperty('result')
    expect(await vault.count({ persona: 'shared', sentAt: sentAt + 100 })).toHaveProperty('result')
  })

  it('is asked again by whoever did not wait, once', async () => {
    const sent: number[] = []
    const count = async ({ sentAt }: { sentAt: number }) => {
      sent.push(sentAt)
      return sentAt === ON_TIME ? { result: 1, rows: { read: 0, written: 0 }, cold: false } : { refused: 'overloaded' }
    }
    const { store, namespace } = open({ getByName: () => ({ count }) } as unknown as typeof env.VAULT)
    expect(await store.count(namespace, 'shared')).toBe(1)
    expect(sent).toEqual([expect.any(Number), ON_TIME])
  })
})

describe('what was said while the clock was ahead', () => {
  it('is older than what is said afterwards, also when the vault was asleep in between', async () => {
    const { store, namespace } = open()
    const now = Date.now()
    const say = async (at: number, town: string) => {
      const said = await memory(`Ann lives in ${town}.`, { facts: [['Ann', 'lives_in', town]] })
      await store.remember(namespace, { now: at, embedder: EMBEDDER, memories: [said] })
    }
    await say(now + YEAR, 'Oslo')
    await evictDurableObject(env.VAULT.getByName(namespace))
    await say(now, 'Lisbon')
    const { chunks } = await store.recall(namespace, await plan('Where does Ann live?'))
    const statedAt = (town: string) => chunks.find(({ text }) => text.includes(town))!.statedAt
    expect(statedAt('Lisbon')).toBeGreaterThan(statedAt('Oslo'))
  })
})
