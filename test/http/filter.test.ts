import { beforeAll, describe, expect, it } from 'vitest'
import { type Caller, newCaller } from './service.ts'

interface Answer {
  facts: { fact: string; superseded_by?: string }[]
  detail?: string
}

describe('a filter of retrieve', () => {
  let caller: Caller
  const ask = (filter: unknown, query = 'Where are the crates?', path = '/brain/retrieve') =>
    caller.post<Answer>(path, { query, k: 20, min_score: 0, filter })
  const halls = async (filter: unknown) =>
    (await ask(filter)).body.facts.map(({ fact }) => /hall (\d)/.exec(fact)?.[1]).sort()

  beforeAll(async () => {
    caller = await newCaller('enterprise')
    for (const n of [1, 2, 3])
      await caller.post('/brain/ingest', {
        text: `Crate ${n} is in hall ${n}.`,
        metadata: { hall: n, tag: `t${n}`, deep: { n } },
        session_id: `s${n}`,
        persona: `p${n}`,
        source: n === 3 ? 'document' : 'user',
        occurred_at: `2026-0${n}-01`,
      })
  })

  it('chooses what returns, by each of its fields', async () => {
    expect(await halls(null)).toEqual(['1', '2', '3'])
    expect(await halls({})).toEqual(['1', '2', '3'])
    expect(await halls({ session_id: 's2' })).toEqual(['2'])
    expect(await halls({ persona: 'p1' })).toEqual(['1'])
    expect(await halls({ source: 'document' })).toEqual(['3'])
    expect(await halls({ since: '2026-02-01' })).toEqual(['2', '3'])
    expect(await halls({ until: Date.UTC(2026, 1, 1) / 1000 })).toEqual(['1'])
    expect(await halls({ since: '2026-01-15T00:00:00Z', until: '2026-02-15' })).toEqual(['2'])
    expect(await halls({ entity: 'Crate 2' })).toEqual(['2'])
    expect(await halls({ metadata: { hall: 2, tag: 't2' } })).toEqual(['2'])
    expect(await halls({ metadata: { deep: { n: 3 } } })).toEqual(['3'])
    expect(await halls({ metadata: { hall: '2' } })).toEqual([])
    expect(await halls({ session_id: 's1', source: 'document' })).toEqual([])
  })

  it('marks what was replaced, whether or not what replaced it passes', async () => {
    const one = await newCaller('enterprise')
    await one.post('/brain/ingest', { text: 'I live in Porto.', session_id: 'old' })
    await one.post('/brain/ingest', { text: 'I live in Vienna.', session_id: 'new' })
    const { body } = await one.post<Answer>('/brain/retrieve', {
      query: 'Where do I live?',
      filter: { session_id: 'old' },
      min_score: 0,
    })
    expect(body.facts).toHaveLength(1)
    expect(body.facts[0]!.fact).toContain('Porto')
    expect(body.facts[0]!.superseded_by).toBeTruthy()
  })

  it('is refused where it is none', async () => {
    for (const [filter, field] of [
      ['x', 'filter'],
      [{ since: 'yesterday' }, 'filter.since'],
      [{ since: '2026-02-30' }, 'filter.since'],
      [{ until: true }, 'filter.until'],
      [{ source: 'nobody' }, 'filter.source'],
      [{ metadata: 'a=b' }, 'filter.metadata'],
      [{ metadata: Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`k${at}`, at])) }, 'filter.metadata'],
      [{ session_id: '' }, 'filter.session_id'],
    ] as const)
      for (const path of ['/brain/retrieve', '/brain/retrieve/graph-qa']) {
        const { status, body } = await ask(filter, 'x', path)
        expect(status, JSON.stringify(filter)).toBe(400)
        expect(body.detail).toMatch(new RegExp(`^${field}: must `))
      }
  })
})
