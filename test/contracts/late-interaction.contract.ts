import { describe, expect, it } from 'vitest'
import { toBase64 } from '../../src/domain/base64.ts'
import { lateInteraction, packAsked, packTokens, TOKEN_DIMENSIONS } from '../../src/domain/ranking/token-vectors.ts'
import { normalise, packVector } from '../../src/domain/ranking/vector.ts'
import { wordsOf } from '../../src/domain/ranking/words.ts'
import type { MemoryRevisions, Revision } from '../../src/ports/memory-revisions.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import type { Portable } from '../../src/ports/portable.ts'
import type { ReEmbeddable } from '../../src/ports/re-embeddable.ts'
import type { RecallPlan } from '../../src/ports/recollection.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'
import { EMBEDDER, memory, plan } from './memories.ts'
import { restore, rowsOf } from './portable-rows.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const NEXT = 'next-embedder'

type Store = MemoryStore & MemoryRevisions & Portable & ReEmbeddable
type Embedder = typeof EMBEDDER | typeof NEXT

const fake = createFakeEmbedder()

/** A token for each word, the same for the same word. The next embedder's point the other way: nobody could take one for the other. */
function tokenVectors(text: string, embedder: Embedder): Float32Array {
  const tokens = wordsOf(text).map((word) => {
    const seed = [...word].reduce((sum, letter) => sum * 7 + letter.charCodeAt(0), 0)
    const sign = embedder === NEXT ? -1 : 1
    return normalise(Float32Array.from({ length: TOKEN_DIMENSIONS }, (_, i) => sign * Math.sin(seed + i * i)))
  })
  return Float32Array.from(tokens.flatMap((token) => [...token]))
}

export const tokensOf = (text: string, embedder: Embedder = EMBEDDER): Uint8Array =>
  packTokens(tokenVectors(text, embedder))

/** A memory whose chunk has tokens. Of its facts the second has a vector of its own, as a sentence among others has. */
export async function withTokens(text: string, said: Parameters<typeof memory>[1] = {}): Promise<NewMemory> {
  const told = await memory(text, said)
  const [sentence] = await fake.embed([`${told.facts[1]?.text}, as a sentence`], 'passage')
  return {
    ...told,
    chunks: told.chunks.map((chunk) => ({ ...chunk, vector: { ...chunk.vector, tokens: tokensOf(chunk.text) } })),
    facts: told.facts.map((fact, at) => (at === 1 ? { ...fact, vector: packVector(sentence!) } : fact)),
  }
}

const askedIn = (query: string, embedder: Embedder = EMBEDDER) =>
  packAsked(tokenVectors(query, embedder).map((value) => value / wordsOf(query).length))

/** What `recall` is asked, with the tokens of the question. */
export async function planWithTokens(
  query: string,
  given: Partial<RecallPlan> = {},
  embedder: Embedder = EMBEDDER,
): Promise<RecallPlan> {
  const asked = await plan(query, given)
  return { ...asked, vector: { ...asked.vector!, asked: askedIn(query, embedder) } }
}

const QUERIES = ['Who grows figs?', 'gate green', 'swims']

/** Every text is found, each as near by its tokens as it is. */
export async function expectLate(
  store: Pick<MemoryStore, 'recall'>,
  namespace: string,
  texts: readonly string[],
  given: Partial<RecallPlan> = {},
  embedder: Embedder = EMBEDDER,
): Promise<void> {
  for (const query of QUERIES) {
    const { chunks } = await store.recall(namespace, await planWithTokens(query, given, embedder))
    expect(chunks.map(({ text }) => text).sort(), query).toEqual([...texts].sort())
    for (const { text, late } of chunks)
      expect(late, `${query} ${text}`).toBeCloseTo(
        lateInteraction(askedIn(query, embedder), tokensOf(text, embedder)),
        5,
      )
  }
}

/** What an export has after the vectors: the tokens of every chunk's own, and none after those of sentences and facts. */
export async function expectTokensExported(
  store: Portable,
  namespace: string,
  texts: readonly string[],
  { embedder = EMBEDDER, sentences = 0 }: { readonly embedder?: Embedder; readonly sentences?: number } = {},
): Promise<void> {
  const rows = await rowsOf(store, namespace)
  const chunks = rows.flatMap((row) => {
    if (row.type === 'chunk') return row
    if (row.type !== 'memory') return []
    const parked = row.parked.map(({ reading, vectors }) => ({ text: JSON.parse(reading).chunk.text, vectors }))
    return [...row.chunks, ...parked]
  })
  const tokensIn = ({ data }: { readonly data?: string }) => data!.split('.')[1] ?? null
  const byText = chunks.map(({ text, vectors: [own] }) => [text, tokensIn(own!)])
  expect(Object.fromEntries(byText)).toEqual(
    Object.fromEntries(texts.map((text) => [text, toBase64(tokensOf(text, embedder))])),
  )
  const alone = rows.filter((row) => row.type === 'vector')
  const others = [...chunks.flatMap(({ vectors }) => vectors.slice(1)), ...alone]
  expect(others.map(tokensIn)).toEqual(Array(sentences).fill(null))
}

/** What every store promises of token vectors. `store(embedder)` is the store of a service that uses that embedder. */
export function describeLateInteraction(
  name: string,
  create: () => { store: (embedder: string) => Store; namespace: () => string; settled?: () => Promise<void> },
) {
  describe(`${name} keeps the tokens of chunks`, () => {
    const { store: storeOf, namespace, settled = async () => {} } = create()
    const [store, next] = [storeOf(EMBEDDER), storeOf(NEXT)]
    const [figs, gate, winter] = [
      'Emma grows figs and likes plums.',
      'Bo paints the gate green.',
      'Nobody swims in winter.',
    ]
    const all = [figs, gate, winter] as string[]
    const facts = [['Emma', 'grows', 'figs'] as const, ['Emma', 'likes', 'plums'] as const]

    /** Their numbers. */
    async function tell(ns: string): Promise<[figs: number, gate: number, winter: number]> {
      const memories = [
        await withTokens(figs!, { facts, session: 's' }),
        await withTokens(gate!, { session: 's' }),
        await withTokens(winter!, { session: 's', source: 'assistant' }),
      ]
      const told = await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories })
      await settled()
      return told.map((one) => one.memory!) as [number, number, number]
    }

    async function revise(ns: string, now: number, revision: Revision, read: { id: number; memory: NewMemory }[] = []) {
      const asked = { now, embedder: EMBEDDER, personas: null, revisions: [revision], read, receipt: null }
      const { kind } = await store.revise(ns, asked)
      await settled()
      return kind
    }

    it('and says how near those of a question are to them', async () => {
      const ns = namespace()
      await tell(ns)
      await expectLate(store, ns, all)
      await expectTokensExported(store, ns, all, { sentences: 1 })
    })

    it('and says nothing where the question or the chunk has none', async () => {
      const ns = namespace()
      await tell(ns)
      const lateOf = async (asked: RecallPlan) =>
        (await store.recall(ns, asked)).chunks.map(({ text, late }) => [text, late])
      expect(Object.fromEntries(await lateOf(await plan('gate')))).toEqual({ [figs!]: null, [gate!]: null, [winter!]: null }) // biome-ignore format: one line
      await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: [await memory('The gate is old.')] })
      await settled()
      const late = new Map((await lateOf(await planWithTokens('gate'))) as [string, number | null][])
      expect(late.get('The gate is old.')).toBeNull()
      expect(late.get(gate!)).toBeCloseTo(lateInteraction(askedIn('gate'), tokensOf(gate!)), 5)
    })

    it('also of what was replied to a chunk, where it is found only for that', async () => {
      const ns = namespace()
      const reply = (n: number) => `Very well, ${n * 7}, I see.`
      const talk = Array.from({ length: 40 }, (_, n) => [
        withTokens(`Bees fly to meadow ${n}.`, { session: 's' }),
        withTokens(reply(n), { session: 's', source: 'assistant' }),
      ])
      await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: await Promise.all(talk.flat()) })
      await settled()
      const { chunks, around } = await store.recall(ns, await planWithTokens('bees fly meadow', { k: 1 }))
      const replies = chunks.flatMap(({ source, after }) =>
        source === 'user' ? around.filter(({ id, source: by }) => id === after[0] && by === 'assistant') : [],
      )
      expect(replies.length).toBeGreaterThan(0)
      const known = [...chunks, ...replies, ...around.filter(({ late }) => typeof late === 'number')]
      for (const { text, late } of known)
        expect(late, text).toBeCloseTo(lateInteraction(askedIn('bees fly meadow'), tokensOf(text)), 5)
    })

    it('while they are taken out of retrieval, as of before, and when they are brought back', async () => {
      const ns = namespace()
      const [id] = await tell(ns)
      expect(await revise(ns, NOON + 1000, { id, kind: 'invalidate', reason: null })).toBe('done')
      await expectLate(store, ns, [gate!, winter!])
      await expectLate(store, ns, all, { asOf: NOON + 10 })
      await expectTokensExported(store, ns, all, { sentences: 1 })
      expect(await revise(ns, NOON + 2000, { id, kind: 'restore', reason: null })).toBe('done')
      await expectLate(store, ns, all)
      await expectLate(store, ns, all, { asOf: NOON + 10 })
      await expectTokensExported(store, ns, all, { sentences: 1 })
    })

    it('in an export, also of what was taken out of retrieval', async () => {
      const [ns, there] = [namespace(), namespace()]
      const [id] = await tell(ns)
      expect(await revise(ns, NOON + 1000, { id, kind: 'invalidate', reason: null })).toBe('done')
      const rows = await rowsOf(store, ns)
      expect(rows.flatMap((row) => (row.type === 'memory' ? row.parked : []))).toHaveLength(1)
      await restore(store, there, rows)
      await settled()
      expect(await rowsOf(store, there)).toEqual(rows)
      await expectLate(store, there, [gate!, winter!])
      await expectLate(store, there, all, { asOf: NOON + 10 })
      expect(await revise(there, NOON + 2000, { id, kind: 'restore', reason: null })).toBe('done')
      await expectLate(store, there, all)
      await expectTokensExported(store, there, all, { sentences: 1 })
    })

    it('when others are edited, and those of the new text when they are', async () => {
      const ns = namespace()
      const [first, second] = await tell(ns)
      const edited = 'Bo paints the gate blue today.'
      const edit = { id: second, kind: 'edit', edit: { text: edited } } as const
      expect(await revise(ns, NOON + 1000, edit)).toBe('unread')
      const read = [{ id: second, memory: await withTokens(edited, { session: 's' }) }]
      expect(await revise(ns, NOON + 1000, edit, read)).toBe('done')
      const now = [figs!, edited, winter!]
      await expectLate(store, ns, now)
      const noted = { id: first, kind: 'edit', edit: { metadata: { noted: true } } } as const
      expect(await revise(ns, NOON + 2000, noted)).toBe('done')
      await expectLate(store, ns, now)
      await expectTokensExported(store, ns, now, { sentences: 1 })
    })

    it('until all is embedded anew, and then those of the new embedder', async () => {
      const ns = namespace()
      await tell(ns)
      // As the service does: the first text may be a chunk's own.
      const made = async (text: string, at: number) => {
        const [vector] = await fake.embed([text], 'passage')
        return { ...packVector(vector!), ...(at === 0 ? { tokens: tokensOf(text, NEXT) } : {}) }
      }
      for (;;) {
        const { wanted } = await store.toEmbed(ns, { embedder: NEXT, limit: 2 })
        if (wanted.length === 0) break
        const vectors = wanted.map(async ({ id, texts }) => ({ id, vectors: await Promise.all(texts.map(made)) }))
        await store.putEmbedded(ns, { embedder: NEXT, vectors: await Promise.all(vectors) })
      }
      await expectLate(store, ns, all)
      await expectTokensExported(store, ns, all, { sentences: 1 })
      await expectLate(next, ns, all, {}, NEXT)
      await settled()
      await expectLate(next, ns, all, {}, NEXT)
      await expectTokensExported(next, ns, all, { embedder: NEXT, sentences: 1 })
    })
  })
}
