import { describe, expect, it } from 'vitest'
import { type Caller, newCaller } from './service.ts'

interface Fact {
  fact: string
  score: number
  source_type: string
  confidence: number
  strength: number
  access_count: number
  created_at: number
  metadata: unknown
  superseded?: boolean
  why?: object
}
interface Found {
  context: string
  facts: Fact[]
  episodic_count: number
  semantic_count: number
  working_count: number
  reasoning_chain:
    | { hop: number; from: string; relation: string; to: string; fact: string; confidence: number; score: number }[]
    | null
  latency_ms: number
}

const roundTrips = (headers: Headers) =>
  Number(/round-trips;desc="(\d+)"/.exec(headers.get('server-timing') ?? '')?.[1])

describe('memory over HTTP', () => {
  const tell = async (post: Caller['post'], texts: readonly string[]) => {
    for (const text of texts) await post('/brain/ingest', { text })
  }
  const first = async (post: Caller['post'], query: string) =>
    ((await post('/brain/retrieve', { query })).body as unknown as Found).facts[0]!

  it('what replaced a value is found as the value would be, also where that was told with something else', async () => {
    const { post } = await newCaller('enterprise')
    await tell(post, ['I live in Bonn and work at Haribo.', 'I moved to Ghent.'])
    expect((await first(post, 'Where do I live?')).fact).toContain('Ghent')
    expect((await first(post, 'Where do I work?')).fact).toContain('Haribo')
  })

  it('whom a role means is known, and what is stated of them comes first, for sure', async () => {
    const { post } = await newCaller('enterprise')
    await tell(post, [
      'My daughter is called Sunniva and my son is Eirik.',
      'Petra is my boss.',
      "Joan's birthday is on 9 June.",
    ])
    await tell(post, [
      "Petra's birthday is on 4 May.",
      'Sunniva has moved to Stavanger.',
      'Eirik lives in Oslo now, with the whole family.',
    ])
    const answers = {
      'where does my daughter live?': 'Stavanger',
      'which city is my son in': 'Oslo',
      "when is my boss's birthday?": '4 May',
    }
    for (const [query, answer] of Object.entries(answers)) {
      const { fact, score } = await first(post, query)
      expect(fact, query).toContain(answer)
      expect(score, query).toBeGreaterThanOrEqual(0.7)
    }
  })

  it('what was told with a value that was replaced is still found by itself', async () => {
    const { post } = await newCaller('enterprise')
    await tell(post, ['I live in Porto with my sister Emma and her two cats.', 'I live in Berlin.'])
    expect((await first(post, 'Who has two cats?')).fact).toContain('Emma')
  })

  it('a direct answer stays first where the graph is followed beyond it', async () => {
    const { post } = await newCaller('enterprise')
    await tell(post, ['Emma works at Nordwind.', 'Nordwind is based in Oslo.', 'I have a cat named Momo.'])
    const { body } = await post('/brain/retrieve', { query: 'Where does Emma work?', max_hops: 2 })
    const [best] = (body as unknown as Found).facts
    expect(best).toMatchObject({ fact: expect.stringContaining('Nordwind') })
    expect(best!.fact).toContain('Emma')
    expect(best!.score).toBeGreaterThan(0.7)
  })

  it('ingest answers with the fields of the contract', async () => {
    const { post } = await newCaller('enterprise')
    const { status, body } = await post('/brain/ingest', {
      text: 'I live in Lisbon.',
      session_id: 's',
      metadata: { a: 1 },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      facts_ingested: 1,
      episodic_chunks: 1,
      entities_extracted: 2,
      triples_extracted: 1,
      working_memory_updated: true,
      memory_id: expect.any(String),
      msg: expect.stringContaining('1 chunk'),
      latency_ms: expect.any(Number),
    })
    const again = await post('/brain/ingest', { text: 'i live in Lisbon' })
    expect(again.body).toMatchObject({
      facts_ingested: 0,
      episodic_chunks: 0,
      entities_extracted: 0,
      triples_extracted: 0,
      duplicate_of: 'c1',
    })
    expect(again.body.working_memory_updated).toBe(false)
    const blank = await post('/brain/ingest', { text: '  \n ' })
    expect([blank.status, blank.body.episodic_chunks]).toEqual([200, 0])
  })

  it('retrieve answers with the fields of the contract, ranked, and formatted for a prompt', async () => {
    const { post } = await newCaller('enterprise')
    for (const text of ['I live in Lisbon.', 'I work at Hooli.', 'My dog is called Rex.'])
      await post('/brain/ingest', { text, metadata: { text } })
    const { status, body } = await post<Found>('/brain/retrieve', {
      query: 'Where do I live? Lisbon?',
      min_score: 0,
      explain: true,
    })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'context',
      'episodic_count',
      'facts',
      'latency_ms',
      'reading',
      'reasoning_chain',
      'semantic_count',
      'working_count',
    ])
    expect(body).toHaveProperty('reading', {
      about: { kind: 'user' },
      relations: ['lives_in'],
      wants: 'place',
      time: 'present',
      names: ['Lisbon'],
    })
    expect(body.facts[0]).toMatchObject({
      confidence: 1,
      access_count: 0,
      metadata: { text: 'I live in Lisbon.' },
      why: expect.any(Object),
    })
    const scores = body.facts.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(body.episodic_count + body.semantic_count + body.working_count).toBe(body.facts.length)
    const first = body.facts[0]!
    expect(body.context.split('\n')[0]).toBe(
      `- ${first.fact} (score: ${first.score.toFixed(2)}, via: ${first.source_type})`,
    )
    expect(body.reasoning_chain).toBeNull()
    const plain = await post<Found>('/brain/retrieve', { query: 'Where do I live? Lisbon?', k: 1 })
    expect(plain.body.facts).toHaveLength(1)
    expect(plain.body.facts[0]!.access_count).toBe(1)
    expect(plain.body.facts[0]!.why).toBeUndefined()
  })

  it('keeps the include flags', async () => {
    const { post } = await newCaller('enterprise')
    await post('/brain/ingest', { text: 'I live in Lisbon.', session_id: 's' })
    const ask = async (asked: object) =>
      (await post<Found>('/brain/retrieve', { query: 'live Lisbon', min_score: 0, ...asked })).body
    expect((await ask({ include_episodic: false })).facts.map(({ source_type }) => source_type)).toEqual(['semantic'])
    expect((await ask({ include_semantic: false })).facts.map(({ source_type }) => source_type)).toEqual(['episodic'])
    expect((await ask({ include_semantic: false, include_episodic: false })).facts).toEqual([])
    const hot = await ask({ include_semantic: false, include_episodic: false, session_id: 's' })
    expect(hot.facts.length).toBeGreaterThan(0)
    expect(new Set(hot.facts.map(({ source_type }) => source_type))).toEqual(new Set(['working']))
    expect(
      (await ask({ include_semantic: false, include_episodic: false, include_working: false, session_id: 's' })).facts,
    ).toEqual([])
  })

  it('what is shown only because the session is about it comes from working memory', async () => {
    const { post } = await newCaller('enterprise')
    const fillers = Array.from({ length: 90 }, (_, i) => ({
      text: `Ledger entry ${i}: invoice ${i} was paid by client ${i}.`,
    }))
    await post('/brain/ingest/batch', { items: fillers })
    await post('/brain/ingest', { text: 'The zebra sleeps under the willow.', session_id: 's' })
    const asked = { query: 'Which invoice did client 7 pay?', min_score: 0, k: 20 }
    const { body } = await post<Found>('/brain/retrieve', { ...asked, session_id: 's' })
    expect(body.facts[0]!.fact).toMatch(/invoice 7\b/)
    expect((await post<Found>('/brain/retrieve', asked)).body.working_count).toBe(0)
    for (const { fact, source_type } of body.facts) if (/zebra/.test(fact)) expect(source_type).toBe('working')
  })

  it('a chunk whose facts lost says so and ranks below the winner', async () => {
    const { post } = await newCaller('enterprise')
    await post('/brain/ingest', { text: 'I live in Porto.' })
    await post('/brain/ingest', { text: 'I live in Vienna.' })
    const { body } = await post<Found>('/brain/retrieve', {
      query: 'Where do I live?',
      min_score: 0,
      include_semantic: false,
    })
    expect(body.facts.map(({ fact, superseded }) => [fact, superseded])).toEqual([
      ['I live in Vienna.', undefined],
      ['I live in Porto.', true],
    ])
  })

  it('follows the graph where asked to, and tells its steps', async () => {
    const { post } = await newCaller('enterprise')
    for (const text of ['Emma works at Nordwind.', 'Nordwind builds sailing boats.'])
      await post('/brain/ingest', { text, source: 'document' })
    const asked = { query: 'What about Emma?', include_episodic: false, min_score: 0 }
    const { body } = await post<Found>('/brain/retrieve', { ...asked, max_hops: 3 })
    expect(body.facts.map(({ fact }) => fact).join(' ')).toMatch(/boats/)
    expect(body.reasoning_chain!.map(({ hop }) => hop)).toEqual([...body.reasoning_chain!.map(({ hop }) => hop)].sort())
    expect(body.reasoning_chain!.at(-1)).toMatchObject({
      hop: 2,
      fact: expect.stringMatching(/boats/),
      confidence: expect.any(Number),
    })
    expect((await post<Found>('/brain/retrieve', { ...asked, max_hops: 1 })).body.reasoning_chain).toBeNull()
  })

  it('crosses to an object as few times as it can', async () => {
    const { post } = await newCaller('enterprise')
    const item = { text: 'I live in Lisbon.' }
    expect(roundTrips((await post('/brain/ingest', item)).headers)).toBe(2)
    expect(roundTrips((await post('/brain/ingest', { ...item, session_id: 's' })).headers)).toBe(3)
    const items = Array.from({ length: 100 }, (_, i) => ({ text: `Item number ${i} is in box ${i}.` }))
    expect(roundTrips((await post('/brain/ingest/batch', { items })).headers)).toBe(2)
    expect(roundTrips((await post('/brain/retrieve', { query: 'Where?' })).headers)).toBe(2)
    expect(roundTrips((await post('/brain/retrieve', { query: 'Where?', session_id: 's', max_hops: 5 })).headers)).toBe(
      3,
    )
    expect(roundTrips((await post('/brain/stats', { user_id: 'x' })).headers)).toBe(2)
    expect(roundTrips((await post('/brain/prune', {})).headers)).toBe(2)
    expect(roundTrips((await post('/brain/consolidate', {})).headers)).toBe(2)
  })

  it('asks again where somebody began to speak since it last looked, and answers as if it had known', async () => {
    const { post } = await newCaller('enterprise')
    const ask = () => post<Found>('/brain/retrieve', { query: 'Where does Ann live?', k: 3 })
    await post('/brain/ingest', { text: 'Ben lives in Rome.' })
    await ask()
    await post('/brain/ingest', { text: 'Ann: I live in Oslo.', source: 'document' })
    const surprised = await ask()
    const knowing = await ask()
    expect(roundTrips(surprised.headers)).toBe(3)
    expect(roundTrips(knowing.headers)).toBe(2)
    expect(surprised.body.facts.map(({ fact, score }) => [fact, score])).toEqual(
      knowing.body.facts.map(({ fact, score }) => [fact, score]),
    )
    expect(surprised.body.facts[0]!.fact).toContain('Oslo')
  })

  it('batch: results in order, deduplicated against each other, one bad item refuses all', async () => {
    const { post } = await newCaller('enterprise')
    const items = [{ text: 'I like opera.' }, { text: 'i like opera!' }, { text: 'I like ramen.' }]
    const { body } = await post<{ results: Record<string, unknown>[] } & Record<string, unknown>>(
      '/brain/ingest/batch',
      { items },
    )
    expect(body).toMatchObject({
      items: 3,
      succeeded: 3,
      failed: 0,
      facts_ingested: 2,
      episodic_chunks: 2,
      latency_ms: expect.any(Number),
    })
    expect(body.results.map(({ episodic_chunks }) => episodic_chunks)).toEqual([1, 0, 1])
    const bad = await post('/brain/ingest/batch', { items: [{ text: 'I like tea.' }, { text: '', source: 'x' }] })
    expect(bad.status).toBe(400)
    expect(bad.body.detail).toContain('items.1.text')
    expect((await post('/brain/stats', { user_id: 'x' })).body).toMatchObject({ episodic_count: 2 })
    expect((await post('/brain/ingest/batch', { items: [] })).status).toBe(400)
  })

  it('answers texts that break things', async () => {
    const { post } = await newCaller('enterprise')
    const texts = {
      long: 'The quick brown fox jumps over the lazy dog. '.repeat(2222),
      word: 'a'.repeat(50_000),
      emoji: '👩‍👩‍👧‍👦🔥 I love 🍕 and 🏳️‍🌈!',
      rightToLeft: 'אני גר בתל אביב. أنا أعيش في القاهرة.',
      cjk: '我住在北京。私は東京に住んでいます。저는 서울에 삽니다.',
      code: '```ts\nconst a: Map<string, number> = new Map()\n```\nif (x) { y() }',
      html: '<script>alert("x")</script><p>I live in Rome &amp; work.</p>',
      nulls: 'before\u0000after \u0001\u0002',
      surrogates: 'lone \ud800 and \udfff here',
      lines: Array.from({ length: 10_000 }, (_, i) => `line ${i}`).join('\n'),
      sql: `"; DROP TABLE chunks; -- ' OR 1=1 NEAR("a" b) * ^ AND NOT`,
    }
    for (const [name, text] of Object.entries(texts)) {
      const { status, body } = await post('/brain/ingest', { text, metadata: { name } })
      expect([name, status]).toEqual([name, 200])
      expect(Number(body.episodic_chunks)).toBeGreaterThan(0)
      const found = await post<Found>('/brain/retrieve', {
        query: text.slice(0, 300),
        min_score: 0,
        include_semantic: false,
      })
      expect([name, found.status]).toEqual([name, 200])
      expect([name, found.body.facts.length > 0]).toEqual([name, true])
    }
    // Two of the texts are as long as a text may be.
  }, 120_000)

  it('loses and doubles nothing when 64 ingests and retrieves run at once', async () => {
    const { post } = await newCaller('enterprise')
    const texts = Array.from({ length: 32 }, (_, i) => `Parcel ${i % 24} lies in room ${i % 24}.`)
    const answers = await Promise.all(
      texts.flatMap((text) => [
        post('/brain/ingest', { text }),
        post('/brain/retrieve', { query: text, min_score: 0 }),
      ]),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await post('/brain/stats', { user_id: 'x' })).body).toMatchObject({
      episodic_count: 24,
      namespace: { episodic_count: 24 },
    })
  })

  it('forgets an account with everything it remembers', async () => {
    const { post, account } = await newCaller('enterprise')
    const { admin } = await import('./service.ts')
    await post('/brain/ingest', { text: 'I live in Lisbon.', session_id: 's' })
    expect(await admin('DELETE', `/accounts/${account}`)).toMatchObject({ account })
    expect((await post('/brain/retrieve', { query: 'Lisbon' })).status).toBe(401)
    expect((await admin('GET', `/accounts/${account}`)).detail).toBeDefined()
  })
})
