import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../fakes/llm-server.ts'
import { serviceWithLlm } from './llm-service.ts'

type Service = Awaited<ReturnType<typeof serviceWithLlm>>

interface Ingested {
  facts_ingested: number
  episodic_chunks: number
  entities_extracted: number
  msg: string
  duplicate_of?: string
}
interface Found {
  context: string
  facts: { fact: string; score: number; source_type: string }[]
  compression?: string
}

const triples = (...facts: [string, string, string][]) => ({
  content: JSON.stringify({ facts: facts.map(([subject, relation, object]) => ({ subject, relation, object })) }),
})
const ingest = (service: Service, text: string, more: Record<string, unknown> = {}) =>
  service.post<Ingested>('/brain/ingest', { text, use_llm_extraction: true, ...more })
const semantic = async (service: Service, query: string) =>
  (
    await service.post<Found>('/brain/retrieve', { query, include_episodic: false, min_score: 0, k: 20 })
  ).body.facts.map(({ fact }) => fact)

/** Every string and list has an end, or a small model may never find one. */
function unbounded(schema: JsonSchema, path = ''): string[] {
  if (schema.type === 'object')
    return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => unbounded(field, `${path}.${name}`))
  if (schema.type === 'array')
    return [...(schema.maxItems === undefined ? [path] : []), ...unbounded(schema.items ?? {}, `${path}[]`)]
  return schema.type === 'string' && schema.maxLength === undefined && !schema.enum ? [path] : []
}

describe('use_llm_extraction', () => {
  it('stores what the model read, by the same vocabulary, and sends a bounded schema', async () => {
    const service = await serviceWithLlm()
    await service.script(triples(['user', 'works at', 'Hooli'], ['Emma', 'is the sister of', 'user']))
    const { body, headers } = await ingest(service, 'Hooli pays my bills these days; Emma, my sister, is proud.')
    expect(body).toMatchObject({ facts_ingested: 2, episodic_chunks: 1, msg: expect.not.stringContaining('built-in') })
    expect(headers.get('x-llm-tokens')).toBe('in=100, out=10, calls=1')
    expect(await semantic(service, 'Where do I work?')).toContain('user works at Hooli')
    const [asked] = await service.asked()
    const format = asked!.body.response_format!
    expect([asked!.path, format.type]).toEqual(['/v1/chat/completions', 'json_schema'])
    expect(unbounded(format.json_schema!.schema)).toEqual([])
  })

  it('lets a later statement of the same slot win, whoever read it', async () => {
    const service = await serviceWithLlm()
    await service.post('/brain/ingest', { text: 'I work at Vehement.' })
    await service.script(triples(['user', 'works at', 'Hooli']))
    await ingest(service, 'Since May my employer has been Hooli.')
    const facts = await semantic(service, 'Where do I work?')
    expect([facts.includes('user works at Hooli'), facts.includes('user works at Vehement')]).toEqual([true, false])
  })

  it('drops a triple whose subject or object the text does not name', async () => {
    const service = await serviceWithLlm()
    await service.script(
      triples(
        ['Emma', 'lives in', 'Paris'],
        ['Zelda', 'lives in', 'Lyon'],
        ['assistant', 'lives in', 'Lyon'],
        ['Emma', 'lives in', 'Lyon'],
        ['Em', 'lives in', 'Lyon'],
      ),
    )
    const { body } = await ingest(service, 'Emma lives in Lyon.', { source: 'document' })
    expect(body.facts_ingested).toBe(1)
    expect(await semantic(service, 'Emma')).toEqual(['Emma lives in Lyon'])
  })

  it('knows the speaker of a labelled text by name', async () => {
    const service = await serviceWithLlm()
    await service.script(triples(['I', 'lives in', 'Oslo'], ['user', 'lives in', 'Oslo']))
    await ingest(service, 'Caroline: I moved to Oslo last spring.')
    expect(await semantic(service, 'Who is in Oslo?')).toEqual(['Caroline lives in Oslo'])
  })

  it('makes no call for what is known already, alone or in a batch', async () => {
    const service = await serviceWithLlm()
    await service.script(triples(['Emma', 'lives in', 'Lyon']))
    const item = { text: 'Emma lives in Lyon.', use_llm_extraction: true }
    const { body } = await service.post<{ results: Ingested[] }>('/brain/ingest/batch', { items: [item, item] })
    expect(body.results.map(({ duplicate_of }) => duplicate_of)).toEqual([undefined, 'c1'])
    const again = await ingest(service, 'Emma lives in Lyon.')
    expect(again.body).toMatchObject({ duplicate_of: 'c1', facts_ingested: 0 })
    expect(again.headers.get('x-llm-tokens')).toBeNull()
    expect(await service.asked()).toHaveLength(1)
  })

  it('splits a long text, and reads the parts that fail with the built-in extractor', async () => {
    const service = await serviceWithLlm()
    await service.script(triples(['Emma', 'lives in', 'Lyon']), { status: 401 }, triples(), triples())
    const filler = Array.from({ length: 60 }, (_, n) => `Note ${n} is about the weather on day ${n}.`).join(' ')
    const { body } = await ingest(service, `Emma lives in Lyon. ${filler}\n\nTom works at Hooli. ${filler}`)
    const asked = await service.asked()
    expect(asked.length).toBeGreaterThan(1)
    for (const { body } of asked) expect(body.messages.at(-1)!.content.length).toBeLessThan(3_200)
    expect(body.msg).toMatch(/built-in extractor was used for 1 of \d parts/)
  })

  it.each([
    ['fails', [{ status: 500 }, { status: 500 }]],
    ['answers invalid JSON', [{ content: 'facts: none' }, { content: '{' }]],
    ['is cut off', [{ content: '{"facts":[{"subj', finish: 'length' as const }]],
    ['does not answer in time', [{ silent: true as const }]],
  ])('falls back to the built-in extractor and says so where the model %s', async (_, replies) => {
    const service = await serviceWithLlm('enterprise', 700)
    await service.script(...replies)
    const { status, body } = await ingest(service, 'Emma works at Nordwind.')
    expect(status).toBe(200)
    expect(body).toMatchObject({ facts_ingested: 1, msg: expect.stringContaining('built-in extractor') })
  })

  it('says that there is no model where none is configured', async () => {
    const service = await serviceWithLlm('enterprise', 5_000, false)
    const { body } = await ingest(service, 'Emma works at Nordwind.')
    expect(body).toMatchObject({ facts_ingested: 1, msg: expect.stringContaining('No LLM') })
  })
})

describe('use_compression', () => {
  const lines = (...list: [string, ...number[]][]) => ({
    content: JSON.stringify({ lines: list.map(([text, ...facts]) => ({ text, facts })) }),
  })
  const LINE = /^- .+ \(score: \d\.\d\d, via: (?:episodic|semantic|working)\)$/

  async function knowing() {
    const service = await serviceWithLlm()
    const texts = [
      'Emma works at Nordwind as an engineer and she really enjoys the work that she does there every day.',
      'Emma lives in Kiel with her two cats in a small flat that she found through a friend of hers.',
      'Tom likes sailing on the Baltic sea whenever the weather is good enough for a longer trip.',
    ]
    await service.post('/brain/ingest/batch', { items: texts.map((text) => ({ text })) })
    return service
  }
  const retrieve = (service: Service, use_compression = true) =>
    service.post<Found>('/brain/retrieve', {
      query: 'Where does Emma work?',
      use_compression,
      include_semantic: false,
      min_score: 0,
    })

  it('condenses the context in the form of the contract, shorter, each line with its facts; the facts stay', async () => {
    const service = await knowing()
    const plain = await retrieve(service, false)
    await service.script(lines(['Emma works at Nordwind as an engineer', 1]))
    const { body, headers } = await retrieve(service)
    expect(body.facts.map(({ fact }) => fact)).toEqual(plain.body.facts.map(({ fact }) => fact))
    expect(body.compression).toBeUndefined()
    expect(body.context).toMatch(LINE)
    expect(body.context).toContain('Emma works at Nordwind as an engineer [')
    const number = Number(/\[(\d+)\]/.exec(body.context)![1])
    expect(body.facts[number - 1]!.fact).toContain('Emma works at Nordwind')
    expect(body.context.length).toBeLessThan(plain.body.context.length)
    expect(headers.get('x-llm-tokens')).toContain('calls=1')
    const [asked] = await service.asked()
    expect(unbounded(asked!.body.response_format!.json_schema!.schema)).toEqual([])
  })

  it('keeps the fence of a quoted context', async () => {
    const service = await knowing()
    await service.script(lines(['Emma works at Nordwind as an engineer', 1]))
    const { body } = await service.post<Found>('/brain/retrieve', {
      ...{ query: 'Where does Emma work?', use_compression: true, include_semantic: false, min_score: 0 },
      context_format: 'quoted',
    })
    const [open, , line, close, ...more] = body.context.split('\n')
    expect([close, more]).toEqual([open!.replace('<', '</'), []])
    expect(line).toMatch(/^- \[\d{4}-\d\d-\d\d, user\] “Emma works at Nordwind as an engineer” \[\d\] \(score: /)
  })

  it('puts the facts themselves where a line says more than they do, and leaves out what has no facts', async () => {
    const service = await knowing()
    await service.script(lines(['Emma earns 90000 at Hooli', 1], ['The moon is cheese', 20]))
    const { body } = await retrieve(service)
    expect(body.context).not.toMatch(/Hooli|90000|moon/)
    for (const line of body.context.split('\n')) expect(line).toMatch(LINE)
    expect(body.facts.some(({ fact }) => body.context.includes(fact))).toBe(true)
  })

  it.each([
    ['fails', [{ status: 500 }, { status: 500 }]],
    ['answers nonsense', [{ content: '[]' }, { content: 'no' }]],
    ['has nothing to say', [{ content: '{"lines":[]}' }]],
  ])('keeps the context and says so where the model %s', async (_, replies) => {
    const service = await knowing()
    const plain = await retrieve(service, false)
    await service.script(...replies)
    const { status, body } = await retrieve(service)
    expect([status, body.context]).toEqual([200, plain.body.context])
    expect(body.compression).toContain('not compressed')
  })

  it('makes no call where nothing was found', async () => {
    const service = await serviceWithLlm()
    const { body } = await retrieve(service)
    expect([body.context, body.facts]).toEqual(['', []])
    expect(await service.asked()).toEqual([])
  })
})

describe('cluster compression', () => {
  const CREW = [
    'Ada works with Ben.',
    'Ben works with Cleo.',
    'Cleo works with Ada.',
    'Ada likes Ben.',
    'Cleo likes Ada.',
  ]
  const consolidate = (service: Service) =>
    service.post<{ abstractions_created: number; memories_compressed: number }>('/brain/consolidate', { force: true })

  it('makes one abstraction of a dense cluster, out of its facts by number', async () => {
    const service = await serviceWithLlm()
    await service.post('/brain/ingest/batch', { items: CREW.map((text) => ({ text })) })
    await service.script({
      content: JSON.stringify({ text: 'Ada works with Ben, and Ben works with Cleo.', facts: [1, 2, 3, 4, 5] }),
    })
    const { status, body, headers } = await consolidate(service)
    expect([status, body.abstractions_created]).toEqual([200, 1])
    expect(body.memories_compressed).toBe(2)
    expect(headers.get('x-llm-tokens')).toBe('in=100, out=10, calls=1')
    const facts = await semantic(service, 'Who works with whom?')
    expect(facts).toContain('Ada works with Ben, and Ben works with Cleo.')
    expect(facts).not.toContain('Ada works with Ben')
    expect(facts).toContain('Cleo likes Ada')
    const [asked] = await service.asked()
    expect(unbounded(asked!.body.response_format!.json_schema!.schema)).toEqual([])
  })

  it('leaves the facts as they are where the model fails or does not keep to them', async () => {
    const service = await serviceWithLlm()
    await service.post('/brain/ingest/batch', { items: CREW.map((text) => ({ text })) })
    await service.script({ status: 500 }, { status: 500 })
    expect((await consolidate(service)).body).toMatchObject({ abstractions_created: 0, memories_compressed: 0 })
    await service.script({ content: JSON.stringify({ text: 'Zoe rules them all.', facts: [1] }) })
    expect((await consolidate(service)).body).toMatchObject({ abstractions_created: 0, memories_compressed: 0 })
    expect(await semantic(service, 'Ada')).toContain('Ada works with Ben')
  })
})
