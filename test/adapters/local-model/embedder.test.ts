import { describe, expect, it } from 'vitest'
import { createLocalEmbedder } from '../../../src/adapters/local-model/embedder.ts'
import { kernelModules } from '../../../src/adapters/local-model/kernel-modules.ts'
import { MODEL } from '../../../src/adapters/local-model/model.ts'
import { readModelFile } from '../../../src/adapters/local-model/model-file.ts'
import { createWordpiece } from '../../../src/adapters/local-model/wordpiece.ts'
import type { Embedder } from '../../../src/ports/embedder.ts'
import { cosine, createTestEmbedder, fetchGlosses, fetchModel, noGlosses, withoutRelaxed } from './encoder.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { createReference } from './reference.ts'
import stored from './stored-vectors.json'

const embedOne = async (text: string, kind: 'query' | 'passage' = 'passage', embedder = createTestEmbedder()) =>
  (await embedder.embed([text], kind))[0]!

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

  it('gives the numbers of the reference in TypeScript, with relaxed SIMD and without', {
    timeout: 120_000,
  }, async () => {
    const file = readModelFile(await fetchModel())
    const tokenize = createWordpiece(file.vocabulary)
    const reference = createReference(file)
    const relaxed = createTestEmbedder()
    const plain = createTestEmbedder(withoutRelaxed)
    for (const { text, kind } of stored.texts.slice(0, 3)) {
      const frame = [file.vocabulary.indexOf('[CLS]'), ...tokenize(text), file.vocabulary.indexOf('[SEP]')]
      const expected = reference(frame, kind === 'query' ? 0 : 1)
      expect(largestDifference(await embedOne(text, kind as 'query', relaxed), expected)).toBeLessThan(1e-3)
      expect(largestDifference(await embedOne(text, kind as 'query', plain), expected)).toBeLessThan(1e-3)
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

  it('reads a long text in windows: its end counts too', async () => {
    const embedder = createTestEmbedder()
    const filler = 'The committee met again and talked about the budget for the coming year. '.repeat(20)
    const without = await embedOne(filler, 'passage', embedder)
    const withEnd = await embedOne(`${filler}My sister breeds alpacas in Peru. `.repeat(2), 'passage', embedder)
    const question = await embedOne('Who breeds alpacas?', 'query', embedder)
    expect(cosine(question, withEnd)).toBeGreaterThan(cosine(question, without) + 0.05)
  })
})
