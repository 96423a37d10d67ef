import { createEmbeddedMemoryStore } from '../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../src/adapters/durable-objects/round-trip.ts'
import { packVector } from '../../src/domain/ranking/vector.ts'
import { queryWords, wordsOf } from '../../src/domain/ranking/words.ts'
import { statementHash } from '../../src/domain/statement/hash.ts'
import type { NewFact, NewMemory } from '../../src/ports/new-memory.ts'
import { createTrace } from '../../src/runtime/trace.ts'
import { syntheticQuery, syntheticText, syntheticVector } from './synthetic.ts'

export { Directory } from '../../src/adapters/durable-objects/directory.ts'
export { Vault } from '../../src/adapters/durable-objects/vault.ts'

const EMBEDDER = 'synthetic'
const NOW = Date.UTC(2026, 0, 1)

function fact(i: number, predicate: string, object: string): NewFact {
  const stance = { negated: false, aspect: 'is', denies: false, confidence: 1, chunk: 0, vector: null } as const
  const relation = predicate.replaceAll('_', ' ')
  return {
    subject: { name: `crate ${i}`, kind: 'thing' },
    predicate,
    relation,
    object: { name: object, kind: 'thing' },
    text: `crate ${i} ${relation} ${object}`,
    slot: `${predicate}:${object}`,
    value: object,
    ...stance,
  }
}

/** One chunk and two facts each. */
function memory(i: number): NewMemory {
  const text = syntheticText(i)
  const vector = packVector(syntheticVector(i))
  return {
    ...{ persona: 'shared', source: 'user', confidence: 1, sessionId: null, speaker: null, metadata: null },
    ...{ text, occurredAt: null },
    chunks: [{ text, start: 0, end: text.length, vector, words: wordsOf(text), statement: statementHash(text) }],
    facts: [fact(i, 'is_of', `depot ${i % 977}`), fact(i, 'belongs_to', `customer ${i % 5003}`)],
  } as NewMemory
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const number = (name: string) => Number(searchParams.get(name))
    const namespace = searchParams.get('namespace') ?? ''
    const trace = createTrace()
    const store = createEmbeddedMemoryStore({
      vaults: env.VAULT,
      embedderId: () => EMBEDDER,
      roundTrip: createRoundTrip(trace, 0),
      trace,
    })
    if (pathname === '/remember') {
      const memories = Array.from({ length: number('count') }, (_, i) => memory(number('from') + i))
      await store.remember(namespace, { now: NOW, embedder: EMBEDDER, memories })
      return Response.json({ written: trace.notes.get('rows_written') })
    }
    if (pathname === '/count') return Response.json((await store.count(namespace, 'shared')).namespace)
    if (pathname === '/recall') {
      const words = searchParams.get('words') ?? ''
      const found = await store.recall(namespace, {
        ...{
          now: NOW,
          k: 10,
          personas: null,
          asked: [],
          names: [],
          hot: [],
          episodic: true,
          semantic: true,
          hops: number('hops'),
        },
        vector: packVector(syntheticQuery(number('seed'))),
        words: queryWords(words),
      })
      const nearest = found.chunks.filter(({ candidate }) => candidate).sort((a, b) => b.meaning - a.meaning)
      return Response.json({ texts: nearest.slice(0, 10).map(({ text }) => text), read: trace.notes.get('rows_read') })
    }
    return new Response('bench')
  },
} satisfies ExportedHandler<Env>
