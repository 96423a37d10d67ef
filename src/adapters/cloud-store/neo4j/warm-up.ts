import { randomBase62 } from '../../../domain/base62.ts'
import { packVector } from '../../../domain/ranking/vector.ts'
import { draftChange } from '../../../memory/plan-change.ts'
import type { NewMemory } from '../../../ports/new-memory.ts'
import { toRecords } from '../to-records.ts'
import { write } from './change.ts'
import type { Transaction } from './connection.ts'
import { gather } from './gather.ts'
import { known, standing } from './known.ts'
import { orient } from './orient.ts'

const named = (name: string) => ({ name, kind: 'thing' }) as const
const FACT = {
  ...{ subject: named('a'), predicate: 'is', relation: 'is', object: named('b'), text: 'a is b', negated: false },
  ...{ slot: 'is', value: 'b', denies: false, confidence: 1, chunk: 0, vector: null },
  aspect: 'is',
} as const

const NOTED = { by: { action: 'ingest', key: 'nobody', requestId: 'none' }, now: 1, counts: {}, changed: {} }

const memoryOf = (vector: readonly number[]): NewMemory => ({
  ...{ persona: 'shared', confidence: 1, sessionId: 's', speaker: 'a', metadata: null, text: 'warm', occurredAt: null },
  source: 'user',
  chunks: [
    { text: 'warm', start: 0, end: 4, vector: packVector(Float32Array.from(vector)), words: ['warm'], statement: 1 },
  ],
  facts: [FACT],
})

/**
 * Two ingests and one retrieve in a namespace that nobody has, to be rolled back: a server that has just started plans every query at its
 * first use, which together takes seconds, and is better waited for here than inside a caller's time limit.
 */
export async function warmUp(tx: Transaction, dimensions: number): Promise<void> {
  const ns = `warm-up ${randomBase62(12)}`
  const vector = Array.from({ length: dimensions }, () => 1)
  const memories = [memoryOf(vector)]
  for (const again of [false, true]) {
    const stored = await known(tx, ns, {
      statements: [{ persona: 'shared', statement: 1 }],
      names: ['a'],
      sessions: ['s'],
    })
    let { lastId } = stored
    const nextId = () => ++lastId
    const chunks = stored.chunks.map((chunk) => ({ ...chunk, facts: stored.facts.map(({ id }) => id) }))
    const draft = draftChange({ now: 0, lastStatedAt: 0, memories }, { ...stored, chunks }, nextId)
    const facts = await standing(tx, ns, [{ persona: 'shared', subject: 'a', slot: 'is' }])
    const { sessions } = stored
    const change = toRecords(draft.complete(facts).change, { sessions, facts, keyOf: () => 'warm-up', nextId })
    const rest = again
      ? {
          accessedFacts: [{ id: 1, last: 0, times: 1 }],
          supportedFacts: [{ id: 1, statedBy: ['user'] }],
          dissolved: [1],
        }
      : {}
    await write(tx, ns, { ...change, embedder: 'none', lastId, noted: NOTED, ...rest })
  }
  await orient(tx, ns, { personas: null, words: ['warm'] })
  await gather(tx, ns, {
    ...{ personas: null, vector, nearest: 1, chunks: [1], hotChunks: [], facts: [2], names: ['a'] },
    entities: [{ name: 'b', entity: 'b' }],
    semantic: true,
    hops: 2,
  })
}
