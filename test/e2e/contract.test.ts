import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, call, newKey, withKey } from './calls.ts'
import { type StartedService, startService } from './service.ts'

/** The contract, field by field, over real HTTP on the started service. */
let service: StartedService
let brain: (path: string, body?: unknown) => Promise<Answer>

beforeAll(async () => {
  service = await startService()
  brain = withKey(service, service.key())
})
afterAll(() => service?.stop())

const milliseconds = expect.any(Number)
const count = expect.toSatisfy((value: unknown) => Number.isInteger(value) && (value as number) >= 0, 'a count')

describe('POST /brain/ingest', () => {
  it('answers with the counts of what it stored', async () => {
    const { status, body } = await brain('ingest', { text: 'My sister Emma lives in Lyon.' })
    expect(status).toBe(200)
    expect(body).toEqual({
      facts_ingested: count,
      episodic_chunks: 1,
      entities_extracted: count,
      triples_extracted: body.facts_ingested,
      working_memory_updated: false,
      memory_id: expect.any(String),
      msg: expect.stringMatching(/\w/),
      latency_ms: milliseconds,
    })
    expect(body.facts_ingested).toBeGreaterThan(0)
  })

  it('takes every field, null where the default is null, and ignores user_id and fields it does not know', async () => {
    const item = {
      text: 'The meeting moved to Thursday.',
      persona: 'work',
      source: 'document',
      session_id: 's-1',
      use_llm_extraction: false,
    }
    expect(
      await brain('ingest', { ...item, metadata: { page: 3, tags: ['a'] }, user_id: 7, colour: 'red' }),
    ).toMatchObject({
      status: 200,
      body: { working_memory_updated: true },
    })
    expect(
      (await brain('ingest', { text: 'The lift is out of order.', session_id: null, metadata: null })).status,
    ).toBe(200)
  })

  it('stores nothing of a text it knows, and says so', async () => {
    const text = 'Berlin has about 3.7 million inhabitants.'
    await brain('ingest', { text })
    const { status, body } = await brain('ingest', { text })
    expect(status).toBe(200)
    expect(body).toMatchObject({ facts_ingested: 0, episodic_chunks: 0, entities_extracted: 0, triples_extracted: 0 })
    expect(body.duplicate_of).toEqual(expect.any(String))
    expect(body.msg).toMatch(/known|already|duplicate/i)
  })

  it('falls back to its own extractor without an LLM and says so', async () => {
    const { status, body } = await brain('ingest', { text: 'Oskar drives a red Volvo.', use_llm_extraction: true })
    expect(status).toBe(200)
    expect(body.msg).toMatch(/LLM/)
  })
})

describe('POST /brain/ingest/batch', () => {
  it('answers item by item, in order, with totals', async () => {
    const { status, body } = await brain('ingest/batch', {
      items: [{ text: 'Mia keeps bees.' }, { text: 'Mia keeps bees.' }, { text: 'Jonas teaches physics in Graz.' }],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ items: 3, succeeded: 3, failed: 0, episodic_chunks: 2, latency_ms: milliseconds })
    expect(body.results.map((result: { episodic_chunks: number }) => result.episodic_chunks)).toEqual([1, 0, 1])
    for (const field of ['facts_ingested', 'entities_extracted']) {
      expect(body[field]).toBe(
        body.results.reduce((sum: number, result: Record<string, number>) => sum + result[field]!, 0),
      )
    }
  })

  it('refuses the whole batch for one bad item and stores nothing of it', async () => {
    const before = (await brain('stats', { user_id: 'x' })).body
    const refused = await brain('ingest/batch', { items: [{ text: 'This one would be fine.' }, { text: '' }] })
    expect(refused).toMatchObject({ status: 400, body: { detail: expect.stringContaining('items.1.text') } })
    expect((await brain('stats', { user_id: 'x' })).body).toEqual(before)
  })
})

describe('POST /brain/retrieve', () => {
  it('answers with ranked facts, a context made of them, and counts by origin', async () => {
    await brain('ingest', { text: 'I am allergic to peanuts.', metadata: { origin: 'form' } })
    const { status, body } = await brain('retrieve', { query: 'What am I allergic to?' })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'context',
      'episodic_count',
      'facts',
      'latency_ms',
      'reasoning_chain',
      'semantic_count',
      'working_count',
    ])
    expect(body.facts.length).toBeGreaterThan(0)
    expect(body.facts.length).toBeLessThanOrEqual(5)
    expect(body.reasoning_chain).toBeNull()
    for (const fact of body.facts) {
      expect(fact).toMatchObject({
        fact: expect.any(String),
        score: expect.any(Number),
        source_type: expect.stringMatching(/^(episodic|semantic|working)$/),
        created_at: expect.any(Number),
        access_count: count,
        confidence: expect.any(Number),
      })
      expect(fact.score).toBeGreaterThanOrEqual(0.2)
      expect(fact.score).toBeLessThanOrEqual(1)
      expect(Math.abs(fact.created_at - Date.now() / 1000)).toBeLessThan(600)
      expect(fact).toHaveProperty('metadata')
    }
    expect(body.facts[0].fact).toMatch(/peanuts/)
    expect(body.facts[0].confidence).toBe(1)
    expect(body.facts[0].metadata).toEqual({ origin: 'form' })
    const scores = body.facts.map((fact: { score: number }) => fact.score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(body.episodic_count + body.semantic_count + body.working_count).toBe(body.facts.length)
    const lines = body.context.split('\n')
    expect(lines).toHaveLength(body.facts.length)
    for (const line of lines) expect(line).toMatch(/^- .+ \(score: \d(?:\.\d+)?, via: (?:episodic|semantic|working)\)$/)
  })

  it('keeps to k, to the memories asked for and to min_score', async () => {
    expect((await brain('retrieve', { query: 'Emma', k: 1 })).body.facts.length).toBeLessThanOrEqual(1)
    const onlyText = (await brain('retrieve', { query: 'Emma', include_semantic: false, include_working: false })).body
    expect(onlyText).toMatchObject({ semantic_count: 0, working_count: 0 })
    const onlyGraph = (await brain('retrieve', { query: 'Emma', include_episodic: false, include_working: false })).body
    expect(onlyGraph).toMatchObject({ episodic_count: 0, working_count: 0 })
    for (const { score } of (await brain('retrieve', { query: 'Emma', min_score: 0.9 })).body.facts)
      expect(score).toBeGreaterThanOrEqual(0.9)
  })

  it('tells the way it took through the graph only when asked for more than one hop', async () => {
    expect((await brain('retrieve', { query: 'Emma', max_hops: 1 })).body.reasoning_chain).toBeNull()
    const { reasoning_chain: chain } = (await brain('retrieve', { query: 'Where does Emma live?', max_hops: 3 })).body
    expect(Array.isArray(chain)).toBe(true)
    for (const step of chain) {
      expect(step).toMatchObject({
        hop: count,
        from: expect.any(String),
        relation: expect.any(String),
        to: expect.any(String),
        fact: expect.any(String),
      })
    }
  })

  it('never shows a namespace what another one remembers', async () => {
    const stranger = withKey(service, await newKey(service, 'pro'))
    expect(
      (await stranger('retrieve', { query: 'What am I allergic to?', min_score: 0, user_id: 'local' })).body.facts,
    ).toEqual([])
  })

  it('keeps personas apart and includes shared', async () => {
    await brain('ingest', { text: 'The vault code is four two four two.', persona: 'guard' })
    const asked = { query: 'vault code', k: 20 }
    const seen = async (persona: string | null) =>
      (await brain('retrieve', { ...asked, persona })).body.facts.some(({ fact }: { fact: string }) =>
        fact.includes('four two'),
      )
    expect(await seen('guard')).toBe(true)
    expect(await seen('clerk')).toBe(false)
    expect(await seen(null)).toBe(true)
  })
})

describe('POST /brain/retrieve/graph-qa', () => {
  it('says that there is no LLM, with status 200, and charges nothing', async () => {
    const starter = withKey(service, await newKey(service, 'starter'))
    const { status, body, headers } = await starter('retrieve/graph-qa', { query: 'Where does Emma live?' })
    expect(status).toBe(200)
    expect(body).toEqual({ answer: '', error: 'LLM not available', facts_used: 0, detail: expect.any(String) })
    expect(headers.get('x-ops-remaining')).toBe('100000')
  })

  it('needs plan starter', async () => {
    const free = withKey(service, await newKey(service, 'free'))
    expect(await free('retrieve/graph-qa', { query: 'x' })).toMatchObject({
      status: 403,
      body: { detail: expect.stringContaining('starter') },
    })
  })
})

describe('POST /brain/consolidate', () => {
  it('answers with what it did, and skips without a charge when it ran recently', async () => {
    const pro = withKey(service, await newKey(service, 'pro'))
    await pro('ingest', { text: 'Ada collects stamps.' })
    const first = await pro('consolidate', { force: true })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      memories_reinforced: count,
      memories_decayed: count,
      memories_pruned: count,
      memories_compressed: 0,
      abstractions_created: 0,
      latency_ms: milliseconds,
    })
    const again = await pro('consolidate', {})
    expect(again.body).toMatchObject({ skipped: true, memories_reinforced: 0, memories_decayed: 0, memories_pruned: 0 })
    expect(again.headers.get('x-ops-remaining')).toBe(first.headers.get('x-ops-remaining'))
  })
})

describe('POST /brain/prune', () => {
  it('counts with a dry run, which is the default, and deletes without', async () => {
    const pro = withKey(service, await newKey(service, 'pro'))
    await pro('ingest', { text: 'Ada collects stamps.' })
    const dry = await pro('prune', { threshold: 1 })
    expect(dry.body).toEqual({ candidates: count, dry_run: true, threshold: 1, latency_ms: milliseconds })
    expect((await pro('prune', {})).body).toEqual({
      candidates: 0,
      dry_run: true,
      threshold: 0.05,
      latency_ms: milliseconds,
    })
    const wet = await pro('prune', { threshold: 0.05, dry_run: false })
    expect(wet.body).toEqual({ pruned: 0, dry_run: false, threshold: 0.05, latency_ms: milliseconds })
  })
})

describe('POST /brain/stats', () => {
  it('counts a persona, shared by default, and the whole namespace beside it', async () => {
    const pro = withKey(service, await newKey(service, 'pro'))
    await pro('ingest', { text: 'Ada collects stamps.' })
    await pro('ingest', { text: 'Bert collects coins.', persona: 'work' })
    const { status, body, headers } = await pro('stats', { user_id: 'whoever' })
    expect(status).toBe(200)
    expect(body).toEqual({
      episodic_count: 1,
      semantic_entities: count,
      semantic_relations: count,
      models_loaded: true,
      namespace: { episodic_count: 2, semantic_entities: count, semantic_relations: count },
    })
    expect(headers.get('x-ops-remaining')).toBe('999990')
    expect((await pro('stats', { user_id: 'whoever', persona: 'nobody' })).body.episodic_count).toBe(0)
  })

  it('requires user_id', async () => {
    expect(await brain('stats', {})).toMatchObject({ status: 400, body: { detail: 'user_id: required' } })
  })
})

describe('GET /brain/health', () => {
  it('needs no key and tells that everything is ready', async () => {
    const { status, body } = await call(`${service.url}/brain/health`, 'GET')
    expect(status).toBe(200)
    expect(body).toEqual({
      ready: true,
      models_loaded: true,
      neo4j: 'connected',
      redis: 'connected',
      qdrant: 'connected',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      backends: process.env.E2E_SERVICE_ENV
        ? { neo4j: 'neo4j', redis: 'upstash', qdrant: 'qdrant' }
        : { neo4j: 'embedded', redis: 'embedded', qdrant: 'embedded' },
    })
  })
})
