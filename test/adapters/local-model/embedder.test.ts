import { describe, expect, it } from 'vitest'
import { createLocalEmbedder } from '../../../src/adapters/local-model/embedder.ts'
import { kernelModules } from '../../../src/adapters/local-model/kernel-modules.ts'
import { MODEL } from '../../../src/adapters/local-model/model.ts'
import { readModelFile } from '../../../src/adapters/local-model/model-file.ts'
import { createWordpiece } from '../../../src/adapters/local-model/wordpiece.ts'
import { TOKEN_DIMENSIONS } from '../../../src/domain/ranking/token-vectors.ts'
import type { Embedder } from '../../../src/ports/embedder.ts'
import { cosine, createTestEmbedder, fetchGlosses, fetchModel, noGlosses, withoutRelaxed } from './encoder.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { createReference } from './reference.ts'
import stored from './stored-vectors.json'

const embedOne = async (text: string, kind: 'query' | 'passage' = 'passage', embedder = createTestEmbedder()) =>
  (await embedder.embed([text], kind))[0]!

/** The vectors of its tokens, one by one. */
async function tokensOf(text: string, kind: 'query' | 'passage', embedder = createTestEmbedder()) {
  const tokens = (await embedder.embedWithTokens!([text], kind))[0]!.tokens!
  return Array.from({ length: tokens.length / TOKEN_DIMENSIONS }, (_, t) =>
    tokens.subarray(t * TOKEN_DIMENSIONS, (t + 1) * TOKEN_DIMENSIONS),
  )
}

const lengthOf = (vector: ArrayLike<number>) => Math.hypot(...Array.from(vector))

const largestDifference = (a: Float32Array, b: ArrayLike<number>) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0)

describe('the local embedder', () => {
  it('says what the trained model said of the stored texts', async () => {
    expect(stored.id).toBe(MODEL.id)
    const embedder = createTestEmbedder()
    for (const { text, kind, vector } of stored.texts) {
      // The trained model sums in another order, so that here and there an activation rounds to the other of two 7-bit steps.
      expect(cosine(await embedOne(text, kind as 'query' | 'passage', embedder), vector), text).toBeGreaterThan(0.998)
    }
  })

  it('says what the trained model said of their tokens, with relaxed SIMD and without', async () => {
    const withTokens = stored.texts.filter((text) => text.tokens)
    expect(new Set(withTokens.map(({ kind }) => kind)).size).toBe(2)
    for (const embedder of [createTestEmbedder(), createTestEmbedder(withoutRelaxed)])
      for (const { text, kind, tokens } of withTokens) {
        const mine = await tokensOf(text, kind as 'query' | 'passage', embedder)
        expect(mine, text).toHaveLength(tokens!.length)
        for (const [t, token] of tokens!.entries()) {
          expect(cosine(mine[t]!, token) / lengthOf(mine[t]!) / lengthOf(token), text).toBeGreaterThan(0.99)
          expect(Math.abs(lengthOf(mine[t]!) - lengthOf(token)), text).toBeLessThan(0.02)
        }
      }
  })

  it('gives the numbers of the reference in TypeScript, with relaxed SIMD and without', {
    timeout: 120_000,
  }, async () => {
    const file = readModelFile(await fetchModel())
    const tokenize = createWordpiece(file.vocabulary)
    const reference = createReference(file)
    const relaxed = createTestEmbedder()
    const plain = createTestEmbedder(withoutRelaxed)
    // The kernel takes tokens by fours and eights: lengths on both sides of them.
    const short = [1, 2, 5, 7, 9].map((words) => ({ text: 'harbour '.repeat(words), kind: 'passage' }))
    for (const { text, kind } of [...stored.texts.slice(0, 3), ...short]) {
      const frame = [file.vocabulary.indexOf('[CLS]'), ...tokenize(text), file.vocabulary.indexOf('[SEP]')]
      const expected = reference(frame, kind === 'query' ? 0 : 1)
      const sum = expected.weights.reduce((a, b) => a + b)
      const isPunctuation = (t: number) => /^[^a-z0-9]$/.test(file.vocabulary[frame[t]!]!)
      const tokens =
        kind === 'query'
          ? expected.tokens.map((token, t) => token.map((v) => (v * expected.weights[t]!) / sum))
          : expected.tokens.slice(0, -1).filter((_, t) => !isPunctuation(t))
      for (const embedder of [relaxed, plain]) {
        expect(largestDifference(await embedOne(text, kind as 'query', embedder), expected.vector)).toBeLessThan(1e-3)
        const mine = await tokensOf(text, kind as 'query', embedder)
        expect(mine).toHaveLength(tokens.length)
        for (const [t, token] of mine.entries()) expect(largestDifference(token, tokens[t]!)).toBeLessThan(1e-3)
      }
    }
  })

  it('says before each window of a long text what is still to come, and nothing of a short one', async () => {
    const asked: { workUs: number; restUs: number }[] = []
    const turns = {
      take(workUs: number, restUs = 0) {
        asked.push({ workUs, restUs })
        return null
      },
    }
    const embedder = createTestEmbedder()
    await embedder.embed(['Where is Anna (code) [x] if(a){b}; '.repeat(100)], 'query', turns)
    expect(asked.length).toBeGreaterThan(8)
    for (const { workUs, restUs } of asked) expect(restUs).toBeGreaterThan(8 * workUs)
    asked.length = 0
    await embedder.embed(['Where is Anna?'], 'query', turns)
    expect(asked.map(({ restUs }) => restUs)).toEqual([0])
  })

  it('loads once, when first needed, and again only after a failure', async () => {
    let fetched = 0
    const embedder = createLocalEmbedder({
      modules: kernelModules,
      fetchGlosses: noGlosses,
      fetchModel: async () => {
        if (++fetched === 1) throw new Error('the asset is not there yet')
        return fetchModel()
      },
    })
    expect(embedder.loaded).toBe(false)
    await expect(embedder.load()).rejects.toThrow('not there yet')
    await Promise.all([embedder.load(), embedder.embed(['one'], 'query'), embedder.embed(['two'], 'passage')])
    expect(fetched).toBe(2)
    expect(embedder.loaded).toBe(true)
  })

  it('reads other languages by what their words mean', async () => {
    const [plain, glossed] = [createTestEmbedder(), createTestEmbedder(kernelModules, fetchGlosses)]
    for (const [asked, told] of [
      ['Wie heißt mein Chef?', 'Rhodri is my boss at the new job.'],
      ['when does the course begin', 'Der Kurs fängt am Montag um sieben Uhr an.'],
      ['who is allergic to nuts?', 'Mi hermana es alérgica a las nueces.'],
      ['会議はいつですか', 'The meeting is on Thursday at nine.'],
    ] as const) {
      const near = async (embedder: Embedder) =>
        cosine(await embedOne(asked, 'query', embedder), await embedOne(told, 'passage', embedder))
      expect(await near(glossed), asked).toBeGreaterThan((await near(plain)) + 0.15)
    }
    expect(await embedOne('I quit Halden, I am at Kestrel now.', 'passage', glossed)).toEqual(
      await embedOne('I quit Halden, I am at Kestrel now.', 'passage', plain),
    )
  })

  it('refuses a file that is cut short or not a model', async () => {
    const whole = await fetchModel()
    for (const broken of [new ArrayBuffer(0), new ArrayBuffer(64), whole.slice(0, 1_000_000)]) {
      const embedder = createLocalEmbedder({
        modules: kernelModules,
        fetchGlosses: noGlosses,
        fetchModel: async () => broken,
      })
      await expect(embedder.load()).rejects.toThrow('encoder:')
    }
  })

  it('survives hostile texts with a finite unit vector', { timeout: 120_000 }, async () => {
    const embedder = createTestEmbedder()
    for (const [name, text] of Object.entries(HOSTILE_TEXTS)) {
      const vector = await embedOne(text, 'passage', embedder)
      expect(vector.every(Number.isFinite), name).toBe(true)
      expect(Math.hypot(...vector), name).toBeCloseTo(1, 4)
    }
  })

  it('gives each text its own vector, in order, whatever stands beside it', async () => {
    const embedder = createTestEmbedder()
    const texts = ['The cat sleeps.', 'Rent is due on Friday.', 'The cat sleeps.']
    const together = await embedder.embed(texts, 'passage')
    expect(together).toHaveLength(3)
    expect(together[0]).toEqual(together[2])
    expect(together[1]).toEqual(await embedOne(texts[1]!, 'passage', embedder))
  })

  it('gives the vector of a text with its tokens too, each time the same', async () => {
    const embedder = createTestEmbedder()
    const texts = ['Ana moved to Oslo.', '', 'Where is Anna (code) [x]? '.repeat(60), 'Ana moved to Oslo.']
    for (const kind of ['query', 'passage'] as const) {
      const found = await embedder.embedWithTokens!(texts, kind)
      expect(found.map(({ vector }) => vector)).toEqual(await embedder.embed(texts, kind))
      expect(found[3]).toEqual(found[0])
      await embedder.embed(['Something else in between.'], kind)
      expect(await embedder.embedWithTokens!(texts, kind)).toEqual(found)
    }
  })

  it('gives of a passage unit vectors of what is not punctuation', async () => {
    const embedder = createTestEmbedder()
    const told = await tokensOf('Ana, 34, moved to Oslo!', 'passage', embedder)
    expect(told).toHaveLength(6) // [CLS] and five words
    for (const text of ['', '?!', '...']) expect(await tokensOf(text, 'passage', embedder), text).toHaveLength(1)
    for (const text of Object.values(HOSTILE_TEXTS))
      for (const token of await tokensOf(text, 'passage', embedder)) expect(lengthOf(token)).toBeCloseTo(1, 4)
  })

  it('keeps so many tokens of a long passage, from all of its windows', async () => {
    const embedder = createTestEmbedder()
    const two = 'The cat sleeps by the old stove. '.repeat(20) // 160 tokens, 20 of them punctuation
    expect(await tokensOf(two, 'passage', embedder)).toHaveLength(142)
    const many = await tokensOf(two.repeat(3), 'passage', embedder)
    expect(many).toHaveLength(256)
  })

  it('gives of a query all tokens of its first window, whose lengths add up to 1', async () => {
    const embedder = createTestEmbedder()
    for (const [text, count] of [
      ['Where does Ana live?', 7],
      ['', 2],
      ['The cat sleeps by the old stove. '.repeat(20), 82],
    ] as const) {
      const asked = await tokensOf(text, 'query', embedder)
      expect(asked, text).toHaveLength(count)
      expect(asked.map(lengthOf).reduce((a, b) => a + b)).toBeCloseTo(1, 4)
    }
  })

  it('reads a long text in windows: its end counts too', async () => {
    const embedder = createTestEmbedder()
    const filler = 'The committee met again and talked about the budget for the coming year. '.repeat(20)
    const without = await embedOne(filler, 'passage', embedder)
    const withEnd = await embedOne(`${filler}My sister breeds alpacas in Peru. `.repeat(2), 'passage', embedder)
    const question = await embedOne('Who breeds alpacas?', 'query', embedder)
    expect(cosine(question, withEnd)).toBeGreaterThan(cosine(question, without) + 0.05)
  })
})
