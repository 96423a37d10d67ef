import { randomBase62 } from '../../../domain/base62.ts'
import type { Change, ChunkRecord } from '../graph-store.ts'
import { write } from './change.ts'
import type { Transaction } from './connection.ts'
import { known, standing } from './known.ts'
import { gather, orient } from './recall.ts'

const STANDING = { id: 2, source: 0, level: 1, statedAt: 0, lastAccess: 0, accessCount: 0, metadata: null }

const CHUNK: ChunkRecord = {
  id: 1,
  key: 'warm-up',
  persona: 'shared',
  statement: 1,
  text: '',
  start: 0,
  source: 0,
  level: 1,
  createdAt: 0,
  statedAt: 0,
  lastAccess: 0,
  accessCount: 0,
  session: null,
  place: 0,
  memory: 1,
  speaker: null,
  metadata: null,
  facts: [],
  words: 1,
  terms: ['warm'],
  vectors: [],
  stated: '{}',
}

const factOf = (vector: readonly number[]): Change['facts'][number] => ({
  id: 2,
  key: 'warm-up',
  persona: 'shared',
  subject: 'a',
  predicate: 'is',
  relation: 'is',
  object: 'b',
  leaf: false,
  text: '',
  negated: false,
  aspect: 'is',
  slot: 'is',
  value: 'b',
  denies: false,
  source: 0,
  level: 1,
  createdAt: 0,
  statedAt: 0,
  lastAccess: 0,
  accessCount: 0,
  chunk: 1,
  metadata: null,
  abstraction: null,
  members: 0,
  memory: 1,
  vector,
})

/**
 * One ingest and one retrieve in a namespace that nobody has, to be rolled back: a server that has just started plans every query at its
 * first use, which together takes seconds, and is better waited for here than inside a caller's time limit.
 */
export async function warmUp(tx: Transaction, dimensions: number): Promise<void> {
  const ns = `warm-up ${randomBase62(12)}`
  const vector = Array.from({ length: dimensions }, () => 1)
  const change: Change = {
    now: 0,
    embedder: 'none',
    lastId: 2,
    lastStatedAt: 0,
    personas: [{ name: 'shared', chunks: 1, words: 1, speakers: ['a'] }],
    sessions: [{ name: 's', id: 3, persona: 'shared', places: 1 }],
    chunks: [CHUNK],
    restatedChunks: [],
    entities: ['a', 'b'].map((key) => ({ key, name: key, kind: 'thing', aliases: [] })),
    names: [{ name: 'a', entity: 'a' }],
    facts: [factOf(vector)],
    restatedFacts: [],
    accessedFacts: [],
    dissolved: [],
    memories: [
      {
        ...STANDING,
        id: 1,
        persona: 'shared',
        session: null,
        speaker: null,
        occurredAt: 0,
        createdAt: 0,
        text: null,
        stated: [],
      },
    ],
    evidence: [{ target: 'c1', memory: 1 }],
  }
  const again: Change = {
    ...change,
    chunks: [],
    facts: [],
    restatedChunks: [STANDING],
    restatedFacts: [{ ...STANDING, wording: { text: '', relation: 'is', chunk: 1, vector } }],
    accessedFacts: [{ id: 2, last: 0, times: 1 }],
    dissolved: [2],
  }
  await known(tx, ns, { statements: [CHUNK], names: ['a'], sessions: ['s'] })
  await standing(tx, ns, [{ persona: 'shared', subject: 'a', slot: 'is' }])
  for (const step of [change, again]) await write(tx, ns, step)
  await orient(tx, ns, { personas: null, words: ['warm'], countSessionsTo: 1, maxPersonas: 1 })
  await gather(tx, ns, {
    personas: null,
    vector,
    nearest: 1,
    chunks: [1],
    facts: [2],
    names: ['a'],
    entities: ['b'],
    semantic: true,
    hops: 2,
    limits: { factsPerEntity: 1, factsPerHop: 1, frontier: 1, seedFacts: 1, hubFacts: 1 },
  })
}
