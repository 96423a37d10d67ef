import { describe, expect, it } from 'vitest'
import { documentsOf, FLOODS } from '../contracts/floods.ts'
import { newCaller } from './service.ts'

interface Fact {
  fact: string
  superseded?: boolean
  score: number
}

describe('a flood of false documents against one statement of the user', () => {
  for (const flood of FLOODS)
    it(`explore ${flood.about}`, async () => {
      const { post } = await newCaller('enterprise')
      await post('/brain/ingest', { text: flood.truth })
      const documents = documentsOf(flood)
      for (let from = 0; from < documents.length; from += 25)
        await post('/brain/ingest/batch', {
          items: documents.slice(from, from + 25).map((text) => ({ text, source: 'document' })),
        })
      const { body } = await post('/brain/retrieve', { query: flood.query, k: 5 })
      const facts = (body as unknown as { facts: Fact[] }).facts
      console.log(
        flood.about,
        facts.findIndex(({ fact }) => fact.includes(flood.right)),
        JSON.stringify(facts.map(({ fact, superseded, score }) => [fact, score, superseded])),
      )
      expect(facts.length).toBeGreaterThan(0)
    })
})
