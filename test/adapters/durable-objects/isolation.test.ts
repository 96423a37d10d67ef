import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

beforeAll(warmUp)

const trace = createTrace()
const store = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})

/** Small, fast and the same every time: a failure can be looked at again. */
function random(seed: number) {
  let state = seed
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

const WORDS = ['heron', 'maple', 'copper', 'lantern', 'violin', 'harbour', 'saffron', 'granite', 'walnut', 'comet']
const PERSONAS = ['shared', 'work', 'home']
const DAY = 86_400_000

describe('isolation', () => {
  it.each([1, 2, 3])('nobody ever sees what is not his, whatever is done in whatever order (seed %i)', async (seed) => {
    const pick = random(seed)
    const namespaces = Array.from({ length: 3 }, () => `E${randomBase62(9)}`)
    // The plain model: what each namespace and persona was told, and when it was last told or returned.
    const model = new Map(
      namespaces.map((ns) => [ns, new Map<string, { persona: string; text: string; last: number }>()]),
    )
    let now = Date.UTC(2026, 0, 1)

    for (let step = 0; step < 120; step++) {
      now += pick(DAY)
      const ns = namespaces[pick(3)]!
      const known = model.get(ns)!
      const persona = PERSONAS[pick(3)]!
      const action = pick(10)
      if (action < 5) {
        const [word, place] = [WORDS[pick(10)]!, WORDS[pick(10)]!]
        const text = `The ${word} of ${ns} ${persona} is near the ${place}.`
        await store.remember(ns, {
          now,
          embedder: EMBEDDER,
          memories: [await memory(text, { persona, facts: [[word, 'near', place]] })],
        })
        known.set(`${persona}/${text}`, { persona, text, last: now })
      } else if (action < 9) {
        const asked = pick(2) === 0 ? null : persona
        const found = await store.recall(
          ns,
          await plan(WORDS[pick(10)]!, { personas: asked === null ? null : [asked, 'shared'], hops: pick(4) }),
        )
        const mayBeSeen = (p: string) => asked === null || p === asked || p === 'shared'
        const visible = new Set([...known.values()].filter((entry) => mayBeSeen(entry.persona)).map(({ text }) => text))
        for (const chunk of found.chunks) expect(visible.has(chunk.text)).toBe(true)
        for (const fact of found.facts) expect(mayBeSeen(fact.persona)).toBe(true)
        expect(found.corpus.chunks).toBe(visible.size)
      } else {
        await store.prune(ns, { now, persona, threshold: 0.05, halfLifeMs: 2 * DAY })
        // Strength 1 falls below .05 after log2(20) half-lives.
        for (const [key, entry] of known) {
          if (entry.persona === persona && now - entry.last > 2 * DAY * Math.log2(20)) known.delete(key)
        }
      }
      for (const other of namespaces) {
        const counts = await store.count(other, persona)
        const all = [...model.get(other)!.values()]
        expect(counts.namespace.chunks).toBe(all.length)
        expect(counts.persona.chunks).toBe(all.filter((entry) => entry.persona === persona).length)
      }
    }
  })
})
