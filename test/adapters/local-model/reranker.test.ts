import { env } from 'cloudflare:test'
import { describe, expect, it } from 'vitest'
import { createLocalEmbedder } from '../../../src/adapters/local-model/embedder.ts'
import { fittingPart } from '../../../src/adapters/local-model/fitting-part.ts'
import type { KernelModules } from '../../../src/adapters/local-model/kernel.ts'
import { kernelModules } from '../../../src/adapters/local-model/kernel-modules.ts'
import { MODEL } from '../../../src/adapters/local-model/model.ts'
import { createLocalReranker } from '../../../src/adapters/local-model/reranker.ts'
import { readRerankerFile } from '../../../src/adapters/local-model/reranker-file.ts'
import { MOST_READ } from '../../../src/ports/reranker.ts'
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
  ])('says what the trained network said of the stored lists, %s', async (_, modules) => {
    const { reranker } = create(modules)
    const differences: number[] = []
    for (const { question, memories, logits } of stored.lists)
      for (const [at, { answers, holds }] of (await reranker.read(question, memories)).entries())
        differences.push(Math.abs(answers - logits[at]![0]!), Math.abs(holds - logits[at]![1]!))
    // The network sums in another order, so that here and there an activation rounds to the other of two 7-bit steps.
    expect(Math.max(...differences)).toBeLessThan(0.3)
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeLessThan(0.06)
  })

  it('gives the same bits in both builds, and twice', async () => {
    const [one, other] = [create().reranker, create(withoutRelaxed).reranker]
    for (const { question, memories } of stored.lists) {
      const readings = await one.read(question, memories)
      expect(readings).toHaveLength(memories.length)
      expect(await other.read(question, memories)).toEqual(readings)
      expect(await one.read(question, memories)).toEqual(readings)
    }
    expect(await one.read('Where does Maya live now?', [])).toEqual([])
  })

  it('tells an answer from what is only near the question', async () => {
    const texts = ['Maya moved to Oslo in March.', 'Ben moved to Oslo in March.', 'Maya loves the colour green.']
    const [maya, ...others] = await create().reranker.read('Where does Maya live?', texts)
    for (const { answers, holds } of others) {
      expect(maya!.answers).toBeGreaterThan(answers)
      expect(maya!.holds).toBeGreaterThan(holds)
    }
  })

  it.each([
    ['what is the wifi code', 'the wifi code is 8841', 'they changed it, it is 9920 now'],
    [
      'who is my chiropractor',
      'back again. chiropractor Nils fixed my neck',
      'nils has moved to Bristol. i go to a woman in Tetford now',
    ],
  ])('tells what holds from what held, by what was told later: %s', async (question, older, newer) => {
    const [before, after] = await create().reranker.read(question, [older, newer])
    expect(before!.answers).toBeGreaterThan(0)
    expect(after!.holds).toBeGreaterThan(before!.holds)
  })

  it('takes what is told later into account only where it changes something', async () => {
    const { reranker } = create()
    const outlived = async (later: string) => {
      const [first] = await reranker.read('Where do I work?', ['I work at Halden Insurance as an underwriter.', later])
      return first!.answers - first!.holds
    }
    expect(await outlived('I quit Halden, I am at Kestrel now.')).toBeGreaterThan(
      await outlived('Halden gave us a new coffee machine.'),
    )
  })

  it('reads as many as it promises, and no more', async () => {
    const { reranker } = create()
    const texts = Array.from({ length: MOST_READ }, (_, at) => `${at} `.repeat(500))
    const readings = await reranker.read('long '.repeat(100), texts)
    expect(readings.flatMap(({ answers, holds }) => [answers, holds]).every(Number.isFinite)).toBe(true)
    expect(await create(withoutRelaxed).reranker.read('long '.repeat(100), texts)).toEqual(readings)
    await expect(reranker.read('?', [...texts, 'one more'])).rejects.toThrow(`at most ${MOST_READ}`)
  })

  it('survives hostile texts with a finite score', async () => {
    const { reranker } = create()
    for (const query of Object.values(HOSTILE_TEXTS)) {
      const texts = Object.values(HOSTILE_TEXTS)
      for (let from = 0; from < texts.length; from += MOST_READ)
        for (const { answers, holds } of await reranker.read(query, texts.slice(from, from + MOST_READ)))
          expect([answers, holds].every(Number.isFinite)).toBe(true)
    }
  })

  it('reads that part of a long text which the question is about', async () => {
    const { reranker } = create()
    const filler = 'The committee met again and talked about the budget for the coming year. '.repeat(20)
    const [without, withEnd] = await reranker.read('Who breeds alpacas in Peru?', [
      filler,
      `${filler}My sister breeds alpacas in Peru.`,
    ])
    expect(withEnd!.answers).toBeGreaterThan(without!.answers + 1)
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
    await expect(reranker.read('Who sleeps?', ['The cat sleeps.'])).rejects.toThrow('not there yet')
    await Promise.all([1, 2].map(() => reranker.read('Who sleeps?', ['The cat sleeps.'])))
    expect(fetched).toBe(2)
    expect(await embedder.embed(['The cat sleeps.'], 'passage')).toEqual(before)
  })

  it('refuses weights that are cut short, and those of another encoder', async () => {
    const whole = await fetchWeights()
    for (const broken of [new ArrayBuffer(0), new ArrayBuffer(64), whole.slice(0, 40), whole.slice(0, 1_000_000)])
      await expect(create(kernelModules, async () => broken).reranker.read('', [''])).rejects.toThrow('reranker:')
    expect(() => readRerankerFile(whole, 'another')).toThrow('the encoder is another')
    expect(readRerankerFile(whole, MODEL.id).header.id).toBe(stored.id)
  })
})
