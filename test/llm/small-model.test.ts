import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmallModel, startSmallModel } from '../../scripts/llm/small-model.ts'
import { createOpenAiCompatibleLanguageModel } from '../../src/adapters/openai-compatible/language-model.ts'
import { isGrounded } from '../../src/domain/statement/grounded.ts'
import { summariseCluster } from '../../src/pipelines/lifecycle/compress-clusters.ts'
import { type StartedService, startService } from '../e2e/service.ts'

/**
 * What must hold with any model, however poor: shapes, grounding by number, nothing from elsewhere, fallback. A model of 135 million
 * parameters is no judge of quality, but as a source of odd answers it is hard to beat.
 */
const TIMEOUT_MS = 120_000
const TEXTS = [
  'Emma works at Nordwind as an engineer.',
  'Nordwind is a company in Kiel.',
  'Emma has two cats called Miso and Tofu.',
  'I live in Vienna and I like jazz.',
]

const CREW = [
  'Ada works with Ben.',
  'Ben works with Cleo.',
  'Cleo works with Ada.',
  'Ada likes Ben.',
  'Ben knows Cleo.',
  'Cleo likes Ada.',
]

let model: SmallModel
let service: StartedService
let key: string

beforeAll(async () => {
  model = await startSmallModel()
  service = await startService({
    env: {
      LLM: 'openai',
      LLM_BASE_URL: model.baseUrl,
      LLM_MODEL: model.model,
      LLM_TIMEOUT_MS: String(TIMEOUT_MS),
      CONSOLIDATE_MIN_INTERVAL_SECONDS: '0',
    },
  })
  key = service.key()
  for (const text of TEXTS) await post('/brain/ingest', { text, persona: 'told' })
  for (const text of CREW) await post('/brain/ingest', { text, persona: 'crew' })
})

afterAll(async () => {
  await service?.stop()
  await model?.stop()
})

async function post(path: string, body: unknown) {
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    tokens: response.headers.get('x-llm-tokens'),
    // biome-ignore lint/suspicious/noExplicitAny: the bodies of five endpoints, looked at field by field.
    body: (await response.json()) as any,
  }
}

describe('a real small model', () => {
  it('answers from the graph: citations of given facts only, tokens told', async () => {
    for (const query of ['Who does Emma work for?', 'Which city is Nordwind in?', 'What do I like?']) {
      const { status, body, tokens } = await post('/brain/retrieve/graph-qa', { query })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(body.facts_used).toBeGreaterThan(0)
      expect(body.answer).toMatch(/\S/)
      for (const [, number] of body.answer.matchAll(/\[(\d+)\]/g)) {
        expect(Number(number)).toBeGreaterThanOrEqual(1)
        expect(Number(number)).toBeLessThanOrEqual(body.facts_used)
      }
      expect(tokens).toMatch(/^in=[1-9]\d*, out=[1-9]\d*, calls=[12]$/)
    }
  })

  it('is not asked where memory holds nothing', async () => {
    const { status, body, tokens } = await post('/brain/retrieve/graph-qa', { query: 'Emma?', persona: 'nobody' })
    expect([status, body.facts_used, tokens]).toEqual([200, 0, null])
  })

  it('reads facts whose ends stand in the text, or the built-in extractor does and it says so', async () => {
    const text = 'Johanna moved to Bremen in May. Her brother Piet repairs boats at the Weser shipyard.'
    const { status, body, tokens } = await post('/brain/ingest', { text, use_llm_extraction: true, persona: 'read' })
    expect(status).toBe(200)
    expect(body.triples_extracted).toBe(body.facts_ingested)
    expect(tokens).toMatch(/calls=1$/)
    const found = await post('/brain/retrieve', {
      query: 'Johanna, Piet, Bremen',
      persona: 'read',
      include_episodic: false,
      min_score: 0,
      k: 20,
      max_hops: 2,
    })
    const ends = found.body.reasoning_chain.flatMap(({ from, to }: { from: string; to: string }) => [from, to])
    if (!body.msg.includes('built-in')) {
      const said = ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `
      for (const end of ends) expect(said).toContain(` ${String(end).toLowerCase()} `)
    }
  })

  it('condenses a context that is no longer than it was, line by line from facts, or keeps it and says so', async () => {
    const asked = { query: 'Where does Emma work?', min_score: 0, persona: 'told' }
    const plain = await post('/brain/retrieve', asked)
    const { status, body, tokens } = await post('/brain/retrieve', { ...asked, use_compression: true })
    expect(status).toBe(200)
    expect(body.facts.map(({ fact }: { fact: string }) => fact)).toEqual(
      plain.body.facts.map(({ fact }: { fact: string }) => fact),
    )
    expect(tokens).toMatch(/calls=1$/)
    expect(body.context.length).toBeLessThanOrEqual(plain.body.context.length)
    if (body.compression !== undefined) expect(body.context).toBe(plain.body.context)
    for (const line of body.context.split('\n')) {
      const [, text] = /^- (.+) \(score: \d\.\d\d, via: (?:episodic|semantic|working)\)$/.exec(line)!
      const numbers = [...text!.matchAll(/\[(\d+)\]/g)].map(([, number]) => Number(number))
      const facts: string[] =
        numbers.length > 0
          ? numbers.map((number) => body.facts[number - 1].fact)
          : body.facts.map(({ fact }: { fact: string }) => fact)
      expect(isGrounded(text!.replace(/\s*(?:\[\d+\])+$/, ''), facts), line).toBe(true)
    }
  })

  it('sums a cluster up in words of its facts, or not at all', async () => {
    const direct = createOpenAiCompatibleLanguageModel({ ...model, apiKey: null })
    const facts = TEXTS.slice(0, 3).map((text) => ({ text, source: 'user' as const }))
    const { text, tokens } = await summariseCluster(direct, facts, TIMEOUT_MS)
    expect(tokens).toBeGreaterThan(0)
    if (text !== null) expect(isGrounded(text, TEXTS)).toBe(true)
  })

  it('merges a cluster on consolidation only into a statement that its facts bear out', async () => {
    const { status, body } = await post('/brain/consolidate', { persona: 'crew', force: true })
    expect(status).toBe(200)
    expect(body.abstractions_created > 0).toBe(body.memories_compressed > 0)
    const found = await post('/brain/retrieve', {
      query: 'Ada',
      persona: 'crew',
      include_episodic: false,
      min_score: 0,
    })
    for (const { fact } of found.body.facts) expect(isGrounded(fact, CREW), fact).toBe(true)
  })

  it('falls back everywhere when it goes', async () => {
    await model.crash()
    const qa = await post('/brain/retrieve/graph-qa', { query: 'Who does Emma work for?' })
    expect([qa.status, typeof qa.body.detail]).toEqual([503, 'string'])
    const read = await post('/brain/ingest', { text: 'Tom works at Hooli.', use_llm_extraction: true })
    expect(read.body).toMatchObject({ facts_ingested: 1, msg: expect.stringContaining('built-in extractor') })
    const condensed = await post('/brain/retrieve', { query: 'Where does Emma work?', use_compression: true })
    expect([condensed.status, condensed.body.compression]).toEqual([200, expect.stringContaining('not compressed')])
  })
})
