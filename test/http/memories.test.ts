import { describe, expect, it } from 'vitest'
import { type Caller, fetchService, newCaller } from './service.ts'

interface Memory {
  id: string
  text: string
  state: string
  facts?: { id: string; superseded_by: string | null; memory_ids: string[] }[]
}

const look = async <T>({ key }: Caller, path: string): Promise<{ status: number; body: T }> => {
  const response = await fetchService(path, { headers: { 'x-api-key': key } })
  return { status: response.status, body: (await response.json()) as T }
}

const list = async (caller: Caller, query = '') =>
  (await look<{ memories: Memory[]; next_cursor: string | null }>(caller, `/brain/memories${query}`)).body

describe('memories as records', () => {
  it('are named by ingest, batch and retrieve, and shown by that name', async () => {
    const caller = await newCaller('enterprise')
    const { body } = await caller.post<{ memory_id: string }>('/brain/ingest', { text: 'I live in Porto.' })
    expect(body.memory_id).toMatch(/^m_[0-9a-z]{12}$/)
    const again = await caller.post<{ memory_id: string }>('/brain/ingest', { text: 'I live in Porto.' })
    expect(again.body.memory_id).toBe(body.memory_id)
    const batch = await caller.post<{ results: { memory_id: string }[] }>('/brain/ingest/batch', {
      items: [{ text: 'My sister Emma lives in Lyon.' }, { text: 'Tea is better than coffee.' }],
    })
    expect(batch.body.results.map(({ memory_id }) => memory_id).sort()).toEqual(
      batch.body.results.map(({ memory_id }) => memory_id),
    )
    const found = await caller.post<{ facts: { memory_id: string; occurred_at: number; created_at: number }[] }>(
      '/brain/retrieve',
      { query: 'Where do I live?' },
    )
    expect(found.body.facts[0]).toMatchObject({ memory_id: body.memory_id, occurred_at: expect.any(Number) })
    const shown = await look<Memory>(caller, `/brain/memories/${body.memory_id}`)
    expect(shown).toMatchObject({
      status: 200,
      body: { id: body.memory_id, text: 'I live in Porto.', state: 'current', source: 'user', persona: 'shared' },
    })
    expect(shown.body.facts![0]!.memory_ids).toContain(body.memory_id)
  })

  it('are listed page by page and filtered', async () => {
    const caller = await newCaller('enterprise')
    for (const n of [1, 2, 3])
      await caller.post('/brain/ingest', { text: `Crate ${n} is in hall ${n}.`, metadata: { hall: n, tag: `t${n}` } })
    const first = await list(caller, '?limit=2')
    expect(first.memories.map(({ text }) => text)).toEqual(['Crate 3 is in hall 3.', 'Crate 2 is in hall 2.'])
    const second = await list(caller, `?limit=2&cursor=${first.next_cursor}`)
    expect(second).toMatchObject({ memories: [{ text: 'Crate 1 is in hall 1.' }], next_cursor: null })
    for (const filter of ['metadata.hall=2', 'metadata.tag=t2', 'q=hall+2', 'entity=crate+2'])
      expect((await list(caller, `?${filter}`)).memories.map(({ text }) => text)).toEqual(['Crate 2 is in hall 2.'])
    expect((await list(caller, '?until=2020-01-01')).memories).toEqual([])
  })

  it('say what replaced them', async () => {
    const caller = await newCaller('enterprise')
    await caller.post('/brain/ingest', { text: 'I live in Porto.' })
    await caller.post('/brain/ingest', { text: 'I live in Vienna.' })
    const { memories } = await list(caller, '?state=superseded')
    expect(memories).toMatchObject([{ text: 'I live in Porto.', state: 'superseded' }])
    const { body } = await look<{ facts: { object: string; state: string }[] }>(
      caller,
      '/brain/facts?relation=lives_in',
    )
    expect(body.facts).toMatchObject([
      { object: 'Vienna', state: 'current' },
      { object: 'Porto', state: 'superseded' },
    ])
    const drawn = await caller.post<{ nodes: { name: string }[]; edges: { state: string }[] }>('/brain/graph', {
      entity: 'Porto',
    })
    expect(drawn.body.edges).toMatchObject([{ state: 'superseded' }])
  })

  it('answer bad input with a sentence, and are never seen by others', async () => {
    const [caller, other] = [await newCaller('enterprise'), await newCaller('enterprise')]
    const told = await caller.post<{ memory_id: string }>('/brain/ingest', { text: 'The code is 4417.' })
    await other.post('/brain/ingest', { text: 'The code is 9921.' })
    for (const id of [told.body.memory_id, 'm_000000010000', 'm_', 'x', '%00'])
      expect((await look(other, `/brain/memories/${id}`)).status).toBe(404)
    for (const query of [
      'limit=0',
      'limit=201',
      'since=soon',
      'cursor=p_1',
      'cursor=m_00000001abcd',
      'state=lost',
      'q=*',
    ])
      expect((await look<{ detail: string }>(caller, `/brain/memories?${query}`)).status).toBe(400)
    const { next_cursor } = await list(caller, '?limit=1')
    expect(next_cursor).toBeNull()
  })
})
