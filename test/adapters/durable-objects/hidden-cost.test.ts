import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import type { RecordFilter } from '../../../src/ports/memory-records.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const ALL: RecordFilter = {
  ...{ personas: null, sessionId: null, source: null, entity: 'Emma', since: null, until: null },
  ...{ metadata: [], words: [], state: null },
}

/** A namespace with one memory that holds, and so many newer ones of another persona that are out of retrieval. */
async function open(hidden: number) {
  const trace = createTrace()
  const parts = { vaults: env.VAULT, embedderId: () => EMBEDDER, roundTrip: createRoundTrip(trace, 0), trace }
  const store = createEmbeddedMemoryStore(parts)
  const namespace = `E${randomBase62(9)}`
  const things = Array.from({ length: hidden }, (_, at) => `thing ${at}`)
  const memories = [
    await memory('Emma likes tea.', { persona: 'ann', facts: [['Emma', 'likes', 'tea']] }),
    ...(await Promise.all(
      things.map((thing) => memory(`Emma likes ${thing}.`, { persona: 'bob', facts: [['Emma', 'likes', thing]] })),
    )),
  ]
  const told = await store.remember(namespace, { now: NOON, embedder: EMBEDDER, memories })
  const [first, ...others] = told.map((one) => one.memory!)
  const revisions = others.map((id) => ({ kind: 'invalidate' as const, id, reason: null }))
  const asked = { now: NOON + 1, embedder: EMBEDDER, personas: null, receipt: null, read: [], revisions }
  expect((await store.revise(namespace, asked)).kind).toBe('done')
  return async (filter: Partial<RecordFilter>, before: number | null = null) => {
    trace.notes.clear()
    const page = await store.listMemories(namespace, { before, limit: 5, filter: { ...ALL, ...filter } })
    const rows = Number(trace.notes.get('rows_read'))
    return { rows, isFirst: page.memories.map(({ id }) => id).join() === String(first), before: first! + 1 }
  }
}

beforeAll(warmUp)

describe('a list of memories about an entity', () => {
  it('reads what is out of retrieval only where it may be in the page', async () => {
    const [few, many] = [await open(10), await open(40)]
    const { before } = await few({ state: 'current' })
    await many({ state: 'current' })
    /** Rows for each memory that is out of retrieval; one of them is the list's own look. */
    const rowsEach = async (filter: Partial<RecordFilter>, from: number | null = null) => {
      const [some, more] = [await few(filter, from), await many(filter, from)]
      expect(more.isFirst).toBe(some.isFirst)
      return (more.rows - some.rows) / 30
    }
    expect(await rowsEach({ state: 'current' })).toBeLessThanOrEqual(1)
    expect(await rowsEach({ state: 'superseded' })).toBeLessThanOrEqual(1)
    expect(await rowsEach({}, before)).toBeLessThanOrEqual(1)
    // Of what others said, no more than whose it is.
    expect(await rowsEach({ personas: ['ann'] })).toBeLessThanOrEqual(2)
  })
})
