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
  ...{ personas: null, sessionId: null, source: null, entity: null, since: null, until: null },
  ...{ metadata: [], words: [], state: null },
}
const LIMIT = 3

/** A namespace with so many memories; the first few are of one session. */
async function open(count: number) {
  const trace = createTrace()
  const parts = { vaults: env.VAULT, embedderId: () => EMBEDDER, roundTrip: createRoundTrip(trace, 0), trace }
  const store = createEmbeddedMemoryStore(parts)
  const namespace = `E${randomBase62(9)}`
  const numbers = Array.from({ length: count }, (_, at) => at)
  const memories = await Promise.all(
    numbers.map((at) => memory(`Note number ${at}.`, at < LIMIT ? { session: 'first' } : {})),
  )
  const told = await store.remember(namespace, { now: NOON, embedder: EMBEDDER, memories })
  return async (filter: Partial<RecordFilter>, beforeNth: number | null = null) => {
    trace.notes.clear()
    const before = beforeNth === null ? null : told[beforeNth]!.memory!
    const page = await store.listMemories(namespace, { before, limit: LIMIT, filter: { ...ALL, ...filter } })
    return { rows: Number(trace.notes.get('rows_read')), texts: page.memories.map(({ text }) => text) }
  }
}

beforeAll(warmUp)

describe('a page of the list of memories', () => {
  it.each([
    ['the first', {}, null],
    ['the last', {}, LIMIT],
    ['that of a session', { sessionId: 'first' }, null],
  ] as const)('%s costs the same rows, however many memories there are', async (_, filter, before) => {
    const [few, many] = [await open(10), await open(100)]
    await few(filter, before)
    await many(filter, before)
    const [some, more] = [await few(filter, before), await many(filter, before)]
    expect(more.texts).toHaveLength(LIMIT)
    expect(more.rows).toBeLessThanOrEqual(some.rows + 2)
  })
})
