import { beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import type { Reranker } from '../../src/ports/reranker.ts'
import { type Caller, fetchThrough, newCaller } from './service.ts'

interface Found {
  readonly facts: readonly { readonly fact: string; readonly why?: { readonly reranked?: number } }[]
  readonly degraded?: readonly string[]
}

const TREES = [
  'oaks',
  'elms',
  'firs',
  'limes',
  'pines',
  'beeches',
  'birches',
  'maples',
  'willows',
  'poplars',
  'yews',
  'figs',
]

describe('reranking', () => {
  let caller: Caller

  beforeAll(async () => {
    caller = await newCaller('enterprise')
    await caller.post('/brain/ingest/batch', {
      items: TREES.map((tree) => ({
        text: `The gardener thinks that ${tree} look best in autumn.`,
        session_id: 'trees',
      })),
    })
  })

  async function ask(reranker: Reranker | null, body: object = {}, by = caller) {
    const through: Connect = (bindings, trace) => ({ ...connect(bindings, trace), reranker })
    const response = await fetchThrough(through, '/brain/retrieve', {
      method: 'POST',
      headers: { 'x-api-key': by.key, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'Which trees look best in autumn?', k: 12, min_score: 0, ...body }),
    })
    const found = (await response.json()) as Found
    return { status: response.status, headers: response.headers, found, order: found.facts.map(({ fact }) => fact) }
  }

  /** Likes what contains a word, and keeps what it was asked. */
  function liking(word: string) {
    const asked: { query: string; texts: readonly string[] }[] = []
    const reranker: Reranker = {
      async read(query, texts) {
        asked.push({ query, texts })
        return texts.map((text) => (text.includes(word) ? { answers: 8, holds: 8 } : { answers: -8, holds: -8 }))
      },
    }
    return { reranker, asked }
  }

  it('reads the best together, and puts first what answers', async () => {
    const before = (await ask(null)).order
    expect(before.length).toBeGreaterThan(10)
    const liked = TREES.find((tree) => before[2]!.includes(tree))!
    const { reranker, asked } = liking(liked)
    const { headers, found, order } = await ask(reranker, { explain: true })
    expect(asked.map(({ texts }) => [...texts].sort())).toEqual([before.slice(0, 5).sort()])
    expect(asked.map(({ query }) => query)).toEqual(['Which trees look best in autumn?'])
    expect(order[0]).toContain(liked)
    expect([...order].sort()).toEqual([...before].sort())
    expect(found.facts[0]!.why!.reranked).toBe(8)
    expect(found.facts.filter(({ why }) => why!.reranked !== undefined)).toHaveLength(5)
    expect(headers.get('server-timing')).toContain('rerank;dur=')
    expect(found.degraded).toBeUndefined()
  })

  it('reads in the order in which memories were told, whatever their ranks', async () => {
    const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday']
    const other = await newCaller('enterprise')
    await other.post('/brain/ingest/batch', {
      items: days.map((day, at) => ({
        text: `The market is on ${day}.`,
        occurred_at: new Date(Date.UTC(2026, 3, 20 - at)).toISOString(),
      })),
    })
    const { reranker, asked } = liking('no such day')
    await ask(reranker, { query: 'When is the market?' }, other)
    const read = asked.at(-1)!.texts.map((text) => days.findIndex((day) => text.includes(day)))
    expect(read).toEqual([3, 2, 1, 0])
  })

  it('lets what is trusted less take nothing away from what the user said', async () => {
    const other = await newCaller('enterprise')
    await other.post('/brain/ingest', { text: 'My savings are with Alpine Bank.' })
    await other.post('/brain/ingest', { text: 'The savings are with Meridian Bank now.', source: 'document' })
    const reranker: Reranker = {
      read: async (_, texts) =>
        texts.map((text) => (text.includes('Alpine') ? { answers: 8, holds: -8 } : { answers: 8, holds: 8 })),
    }
    const { found } = await ask(reranker, { query: 'Which bank are my savings with?', explain: true }, other)
    expect(found.facts[0]!.fact).toContain('Alpine')
    expect(found.facts[0]!.why!.reranked).toBe(8)
  })

  it('takes no page of a document for outdated by a later page of it', async () => {
    const other = await newCaller('enterprise')
    const pages = ['The ferry to Berlenga costs 28 euros.', 'The ferry to Troia costs 7 euros.']
    const told = { source: 'document', occurred_at: '2026-03-05T10:00:00Z' }
    await other.post('/brain/ingest/batch', { items: pages.map((text) => ({ ...told, text })) })
    const reranker: Reranker = {
      read: async (_, texts) =>
        texts.map((text) => (text.includes('Berlenga') ? { answers: 8, holds: -8 } : { answers: 1, holds: 1 })),
    }
    const { found } = await ask(reranker, { query: 'What does the ferry to Berlenga cost?', explain: true }, other)
    expect(found.facts.find(({ fact }) => fact.includes('Berlenga'))!.why!.reranked).toBe(8)
  })

  describe('where very many documents say the same', () => {
    const query = 'Which bank are my savings with?'
    const documents = () =>
      TREES.map((tree, at) => ({
        text: `Which bank my savings are with: ${tree} and sons.`,
        source: 'document',
        metadata: { document_id: `${at}` },
      }))

    it('reads what the user says beside them, and asks nobody else', async () => {
      const other = await newCaller('enterprise')
      await other.post('/brain/ingest', { text: 'Alpine Bank has our savings.' })
      await other.post('/brain/ingest', { text: 'Does a bank have my savings at all?' })
      await other.post('/brain/ingest/batch', { items: documents() })
      const { reranker, asked } = liking('and sons')
      await ask(reranker, { query }, other)
      expect(asked).toHaveLength(1)
      const { texts } = asked[0]!
      expect(texts).toHaveLength(5)
      expect(texts.filter((text) => text.includes('Alpine'))).toHaveLength(1)
      expect(texts.filter((text) => text.includes('?'))).toHaveLength(0)
    })

    it('reads what the user said of it first and last', async () => {
      const other = await newCaller('enterprise')
      await other.post('/brain/ingest', { text: 'Alpine Bank has our savings.' })
      await other.post('/brain/ingest', { text: 'Meridian Bank has our savings now.' })
      await other.post('/brain/ingest/batch', { items: documents() })
      const { reranker, asked } = liking('Meridian')
      await ask(reranker, { query }, other)
      expect(asked[0]!.texts.filter((text) => /Alpine|Meridian/.test(text))).toHaveLength(2)
    })
  })

  it('does not ask where the caller does not want it', async () => {
    const { reranker, asked } = liking('figs')
    const { headers, order } = await ask(reranker, { rerank: false })
    expect(asked).toHaveLength(0)
    expect(order).toEqual((await ask(null)).order)
    expect(headers.get('server-timing')).not.toContain('rerank')
  })

  it('answers in the order without it where it fails, and says so', async () => {
    const { status, found, order } = await ask({ read: () => Promise.reject(new Error('the asset is not there')) })
    expect(status).toBe(200)
    expect(order).toEqual((await ask(null)).order)
    expect(found.degraded).toEqual(['reranker'])
  })

  it('reads with the weights that the service ships with', async () => {
    const { status, body } = await caller.post<Found>('/brain/retrieve', {
      query: 'Which trees look best?',
      explain: true,
    })
    expect(status).toBe(200)
    expect(body.degraded).toBeUndefined()
    expect(body.facts[0]!.why!.reranked).toEqual(expect.any(Number))
  })
})
