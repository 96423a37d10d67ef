import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, fetchService, newCaller } from './service.ts'

interface Fact {
  fact: string
  date: string | null
  state?: string
  superseded?: boolean
  access_count: number
}
interface Answer {
  facts: Fact[]
  edges: Fact[]
  markdown: string
  detail?: string
  ignored?: string[]
}

describe('a question as of a time', () => {
  let caller: Caller
  beforeAll(async () => {
    caller = await newCaller('enterprise')
    for (const [text, at] of [
      ['I live in Porto.', '2026-01-10'],
      ['I live in Vienna.', '2026-03-10'],
      ['I have a dentist appointment on Friday.', '2026-03-11'],
    ])
      await caller.post('/brain/ingest', { text, occurred_at: at })
  })
  const retrieve = (asked: object) =>
    caller.post<Answer>('/brain/retrieve', { query: 'Where do I live?', k: 20, min_score: 0, ...asked })

  async function get(path: string): Promise<{ status: number; body: Answer }> {
    const response = await fetchService(path, { headers: { 'x-api-key': caller.key } })
    return { status: response.status, body: await response.json() }
  }

  it('is answered as it would have been then', async () => {
    const then = (await retrieve({ as_of: '2026-02-01' })).body.facts
    expect(then).toHaveLength(1)
    expect(then[0]!.fact).toContain('Porto')
    expect(then[0]).not.toHaveProperty('superseded')
    const now = (await retrieve({})).body.facts
    expect(now[0]!.fact).toContain('Vienna')
    expect(now.find(({ fact }) => fact.includes('Porto'))).toMatchObject({ superseded: true })
    const seconds = Date.UTC(2026, 1, 1) / 1000
    expect((await retrieve({ as_of: seconds })).body.facts).toHaveLength(1)
    expect((await retrieve({ as_of: '2025-01-01' })).body.facts).toEqual([])
  })

  it('is no access, and leaves the session as it is', async () => {
    const one = await newCaller('enterprise')
    await one.post('/brain/ingest', { text: 'The gate code is 4417.', occurred_at: '2026-01-10' })
    const asked = { query: 'What is the gate code?', session_id: 's', min_score: 0 }
    for (let i = 0; i < 3; i++) await one.post('/brain/retrieve', { ...asked, as_of: '2026-02-01' })
    const { body } = await one.post<Answer>('/brain/retrieve', asked)
    expect(body.facts[0]!.access_count).toBe(0)
  })

  it('can be asked of facts, of the graph and of a profile', async () => {
    const facts = (query: string) => get(`/brain/facts?${query}`)
    expect((await facts('as_of=2026-02-01')).body.facts.map(({ fact, state }) => [fact, state])).toEqual([
      ['user lives in Porto', 'current'],
    ])
    expect((await caller.post<Answer>('/brain/graph', { as_of: '2026-02-01' })).body.edges).toHaveLength(1)
    const profile = await get('/brain/profile?as_of=2026-02-01')
    expect(profile.body.markdown).toContain('Porto')
    expect(profile.body.markdown).not.toContain('Vienna')
  })

  it('has the date that a text names, and lists facts by it', async () => {
    const { body } = await retrieve({ query: 'When is my dentist appointment?' })
    expect(body.facts[0]).toMatchObject({ date: '2026-03-13' })
    const facts = async (query: string) => (await get(`/brain/facts?${query}`)).body.facts
    expect((await facts('date_since=2026-03-13&date_until=2026-03-14')).map(({ date }) => date)).toEqual(['2026-03-13'])
    expect(await facts('date_since=2026-03-14')).toEqual([])
    expect(await facts(`date_until=${Date.UTC(2026, 2, 13) / 1000}`)).toEqual([])
  })

  it('is refused where the time is none, and hinted at where it is misspelled', async () => {
    for (const as_of of ['yesterday', '2026-02-30', true, {}]) {
      const { status, body } = await retrieve({ as_of })
      expect([status, body.detail]).toEqual([400, expect.stringContaining('as_of')])
      expect((await caller.post('/brain/graph', { as_of })).status).toBe(400)
    }
    for (const query of ['as_of=soon', 'date_since=soon', 'date_until=2026-02-30'])
      expect((await get(`/brain/facts?${query}`)).status).toBe(400)
    expect((await retrieve({ asOf: '2026-02-01' })).body.ignored).toEqual(['asOf: did you mean as_of?'])
  })
})
