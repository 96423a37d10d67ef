import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { createLocalEmbedder } from '../../../src/adapters/local-model/embedder.ts'
import { fittingPart } from '../../../src/adapters/local-model/fitting-part.ts'
import type { KernelModules } from '../../../src/adapters/local-model/kernel.ts'
import { kernelModules } from '../../../src/adapters/local-model/kernel-modules.ts'
import { MODEL } from '../../../src/adapters/local-model/model.ts'
import { createLocalReranker } from '../../../src/adapters/local-model/reranker.ts'
import { readRerankerFile } from '../../../src/adapters/local-model/reranker-file.ts'
import { fetchModel, noGlosses, withoutRelaxed } from './encoder.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import stored from './stored-scores.json'

const fetchWeights = async (): Promise<ArrayBuffer> =>
  (await env.ASSETS.fetch('https://assets.local/model/reranker.bin')).arrayBuffer()

function create(modules: KernelModules = kernelModules, fetchThem = fetchWeights) {
  const embedder = createLocalEmbedder({ fetchModel, fetchGlosses: noGlosses, modules, warmUpTexts: 0 })
  return { embedder, reranker: createLocalReranker({ encoder: embedder.encoder, fetchWeights: fetchThem }) }
}

describe('the local reranker', () => {
  it.each([
    ['with relaxed SIMD', kernelModules],
    ['without', withoutRelaxed],
  ])('says what the trained network said of the stored pairs, %s', async (_, modules) => {
    const { reranker } = create(modules)
    const differences: number[] = []
    for (const { question, memory, logit } of stored.pairs)
      differences.push(Math.abs((await reranker.score(question, [memory]))[0]! - logit))
    // The network sums in another order, so that here and there an activation rounds to the other of two 7-bit steps.
    expect(Math.max(...differences)).toBeLessThan(0.3)
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(0.06)
  })

  it('gives the same bits in both builds, and of many texts as of each alone', async () => {
    const texts = Array.from({ length: 3 }, () => stored.pairs.map(({ memory }) => memory)).flat()
    const query = 'Where does Maya live now?'
    const { reranker } = create()
    const together = await reranker.score(query, texts)
    expect(together).toHaveLength(texts.length)
    expect(await create(withoutRelaxed).reranker.score(query, texts)).toEqual(together)
    for (const [at, text] of texts.entries()) expect((await reranker.score(query, [text]))[0], text).toBe(together[at])
    expect(await reranker.score(query, [])).toHaveLength(0)
  })

  it('tells an answer from what is only near the question', async () => {
    const texts = ['Maya moved to Oslo in March.', 'Ben moved to Oslo in March.', 'Maya loves the colour green.']
    const scores = [...(await create().reranker.score('Where does Maya live?', texts))]
    expect(scores.indexOf(Math.max(...scores))).toBe(0)
  })

  it('survives hostile texts with a finite score', async () => {
    const { reranker } = create()
    for (const query of Object.values(HOSTILE_TEXTS)) {
      const scores = await reranker.score(query, Object.values(HOSTILE_TEXTS))
      expect([...scores].every(Number.isFinite)).toBe(true)
    }
  })

  it('reads that part of a long text which the question is about', async () => {
    const { reranker } = create()
    const filler = 'The committee met again and talked about the budget for the coming year. '.repeat(20)
    const [without, withEnd] = await reranker.score('Who breeds alpacas in Peru?', [
      filler,
      `${filler}My sister breeds alpacas in Peru.`,
    ])
    expect(withEnd).toBeGreaterThan(without! + 1)
    const count = Array.from({ length: 100 }, (_, i) => i)
    expect(fittingPart([7, 3], count, 100)).toEqual(count)
    expect(fittingPart([-1], count, 10)).toEqual(count.slice(0, 10))
    expect(fittingPart([5, 50, 51], count, 10)).toContain(51)
    expect(fittingPart([98, 99], count, 10)).toEqual(count.slice(90))
  })

  it('loads when it is first asked, and leaves the encoder as it was', async () => {
    let fetched = 0
    const { embedder, reranker } = create(kernelModules, async () => {
      if (++fetched === 1) throw new Error('the asset is not there yet')
      return fetchWeights()
    })
    const before = await embedder.embed(['The cat sleeps.'], 'passage')
    expect(fetched).toBe(0)
    await expect(reranker.score('Who sleeps?', ['The cat sleeps.'])).rejects.toThrow('not there yet')
    await Promise.all([1, 2].map(() => reranker.score('Who sleeps?', ['The cat sleeps.'])))
    expect(fetched).toBe(2)
    expect(await embedder.embed(['The cat sleeps.'], 'passage')).toEqual(before)
  })

  it('refuses weights that are cut short, and those of another encoder', async () => {
    const whole = await fetchWeights()
    for (const broken of [new ArrayBuffer(0), new ArrayBuffer(64), whole.slice(0, 40), whole.slice(0, 1_000_000)])
      await expect(create(kernelModules, async () => broken).reranker.score('', [''])).rejects.toThrow('reranker:')
    expect(() => readRerankerFile(whole, 'another')).toThrow('the encoder is another')
    expect(readRerankerFile(whole, MODEL.id).header.id).toBe(stored.id)
  })
})
