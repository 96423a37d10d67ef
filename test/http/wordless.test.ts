import { describe, expect, it } from 'vitest'
import { newCaller } from './service.ts'

interface Found {
  readonly facts: readonly { readonly fact: string; readonly score: number }[]
}

const WORDLESS = ['???', '!!! ---', '…', '🎂🎂🎂', '。！？', '\u200b\u2060', '+-*/', '"', '()[]{}']

describe('a text without letters and digits', () => {
  it('as a query finds nothing', async () => {
    const { post } = await newCaller('enterprise')
    await post('/brain/ingest', { text: 'I live in Lisbon and work at Hooli.' })
    for (const query of WORDLESS) {
      expect((await post<Found>('/brain/retrieve', { query })).body.facts).toEqual([])
      const { facts } = (await post<Found>('/brain/retrieve', { query, min_score: 0 })).body
      expect(facts.length).toBeGreaterThan(0)
      expect(facts.every(({ score }) => score === 0)).toBe(true)
    }
  })

  it('as a memory is never an answer, nor in the way of one', async () => {
    const { post } = await newCaller('enterprise')
    for (const text of WORDLESS) expect((await post('/brain/ingest', { text })).status).toBe(200)
    await post('/brain/ingest', { text: 'I live in Lisbon.' })
    for (const query of ['Where do I live?', 'What did I say?', '???']) {
      const { facts } = (await post<Found>('/brain/retrieve', { query, min_score: 0, k: 20 })).body
      expect(facts.filter(({ fact, score }) => WORDLESS.includes(fact) && score > 0)).toEqual([])
    }
    const [first] = (await post<Found>('/brain/retrieve', { query: 'Where do I live?' })).body.facts
    expect(first!.fact).toContain('Lisbon')
    expect(first!.score).toBeGreaterThanOrEqual(0.7)
  })

  it('is not one with a number, or with letters of any script', async () => {
    const { post } = await newCaller('enterprise')
    for (const text of ['4711', '東京', 'Привет!']) {
      await post('/brain/ingest', { text })
      const { facts } = (await post<Found>('/brain/retrieve', { query: text })).body
      expect(facts.map(({ fact }) => fact)).toContain(text)
    }
  })
})
