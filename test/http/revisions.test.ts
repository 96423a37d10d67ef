import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type Answer, newAccount } from './keyed-calls.ts'

type Calls = Awaited<ReturnType<typeof newAccount>>['owner']

interface Memory {
  id: string
  text: string
  state: string
  version: number
  metadata: Record<string, unknown> | null
}

const once = (key: string) => ({ 'idempotency-key': key })
const match = (version: string) => ({ 'if-match': version })

async function tell(calls: Calls, text: string, said: object = {}): Promise<string> {
  return (await calls.post('/brain/ingest', { text, ...said })).body.memory_id as string
}
const at = (id: string, more = '') => `/brain/memories/${id}${more}`
const edit = (calls: Calls, id: string, body: object, headers: Record<string, string> = {}) =>
  calls.send('PATCH', at(id), body, headers)
const erase = (calls: Calls, id: string, headers: Record<string, string> = {}) =>
  calls.send('DELETE', at(id), undefined, headers)
const texts = async (calls: Calls, query = '') =>
  ((await calls.get(`/brain/memories${query}`)).body.memories as Memory[]).map(({ text }) => text)
const found = async (calls: Calls, query: string, more: object = {}) =>
  ((await calls.post('/brain/retrieve', { query, min_score: 0, k: 20, ...more })).body.facts as { fact: string }[]).map(
    ({ fact }) => fact,
  )
const receipts = async (calls: Calls) => (await calls.get('/brain/receipts')).body.receipts as Record<string, unknown>[]

const refused = ({ status, body }: Answer) => [status, body.code]

describe('editing a memory', () => {
  it('changes what is known, shows the new version and keeps the old one', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'I live in Porto.', { session_id: 'chat' })
    const { status, headers, body } = await edit(owner, id, { text: 'I live in Vienna.' })
    expect([status, headers.get('etag')]).toEqual([200, '"2"'])
    expect(body).toMatchObject({ id, text: 'I live in Vienna.', version: 2, state: 'current', session_id: 'chat' })
    const answers = await found(owner, 'Where do I live?')
    expect(answers.join()).toContain('Vienna')
    expect(answers.join()).not.toContain('Porto')
    const shown = await owner.get(at(id))
    expect(shown.headers.get('etag')).toBe('"2"')
    expect(shown.body).toMatchObject({
      ...{ version: 2, facts: [{ object: 'Vienna' }], changes: [] },
      versions: [{ version: 1, text: 'I live in Porto.', persona: 'shared', replaced_at: expect.any(Number) }],
    })
    const { body: history } = await owner.get(at(id, '/history'))
    expect(history).toMatchObject({ id, version: 2, state: 'current', versions: [{ text: 'I live in Porto.' }] })
  })

  it('merges metadata, and takes out what is null', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'I like tea.', { metadata: { a: 1, b: 'x', c: { d: [1] } } })
    const { body } = await edit(owner, id, { metadata: { a: null, b: 'y', e: true } })
    expect(body).toMatchObject({ version: 2, metadata: { b: 'y', c: { d: [1] }, e: true }, text: 'I like tea.' })
    expect((body.metadata as object) && Object.keys(body.metadata as object)).toEqual(['b', 'c', 'e'])
    const emptied = await edit(owner, id, { metadata: { b: null, c: null, e: null } })
    expect(emptied.body).toMatchObject({ version: 3, metadata: null })
    const large = { metadata: { large: 'x'.repeat(9_000) } }
    expect((await edit(owner, id, large)).status).toBe(200)
    const tooLarge = await edit(owner, id, { metadata: { larger: 'x'.repeat(9_000) } })
    expect([tooLarge.status, tooLarge.body.detail]).toEqual([400, expect.stringMatching(/^metadata: /)])
  })

  it('moves persona and time', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'I live in Porto.')
    await tell(owner, 'I live in Vienna.')
    const { body } = await edit(owner, id, { persona: 'ann', occurred_at: '2026-01-01' })
    expect(body).toMatchObject({ persona: 'ann', occurred_at: Date.UTC(2026, 0, 1) / 1000, version: 2 })
    expect(await texts(owner, '?persona=ann')).toContain('I live in Porto.')
    expect(await texts(owner, '?persona=shared')).toEqual(['I live in Vienna.'])
  })

  it('writes nothing where nothing changes', async () => {
    const { owner, used } = await newAccount()
    const id = await tell(owner, 'I like tea.', { metadata: { a: 1 }, occurred_at: 1_790_000_000 })
    const same = { text: 'I like tea.', metadata: { a: 1, b: null }, persona: 'shared', occurred_at: 1_790_000_000 }
    const { status, headers, body } = await edit(owner, id, same)
    expect([status, headers.get('etag'), body.version]).toEqual([200, '"1"', 1])
    expect(await used()).toBe(5 + 1)
  })

  it('costs 5 operations where the text changes, else 1', async () => {
    const { owner, used } = await newAccount()
    const id = await tell(owner, 'I like tea.')
    await edit(owner, id, { text: 'I like coffee.' })
    expect(await used()).toBe(10)
    await edit(owner, id, { metadata: { a: 1 } })
    expect(await used()).toBe(11)
    await edit(owner, id, { text: 'I like coffee.', metadata: { a: 2 } })
    expect(await used()).toBe(12)
    expect((await owner.get('/brain/usage')).status).toBe(200)
  })

  it('is refused at another version than If-Match names: 412', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'I like tea.')
    expect((await edit(owner, id, { text: 'I like coffee.' }, match('"1"'))).status).toBe(200)
    for (const version of ['"1"', 'W/"1"', '1', '"3"', '"x"', '"1", "3"'])
      expect([version, ...refused(await edit(owner, id, { text: 'I like cocoa.' }, match(version)))]).toEqual([
        ...[version, 412, 'version_mismatch'],
      ])
    for (const version of ['"2"', '*', '"2", "4"']) {
      const { status } = await edit(owner, id, { metadata: { version } }, match(version))
      expect([version, status]).toEqual([version, 200])
    }
    for (const answer of [
      await erase(owner, id, match('"1"')),
      await owner.post(at(id, '/invalidate'), {}, match('"1"')),
      await owner.post(at(id, '/restore'), { version: 1 }, match('"1"')),
    ])
      expect(refused(answer)).toEqual([412, 'version_mismatch'])
    expect((await erase(owner, id, match('"9", W/"5"'))).status).toBe(200)
  })

  it('by two at once loses nothing of either', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'I like tea.')
    const fields = Array.from({ length: 6 }, (_, n) => `f${n}`)
    const answers = await Promise.all(fields.map((field) => edit(owner, id, { metadata: { [field]: 1 } })))
    const done = fields.filter((_, n) => answers[n]!.status === 200)
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
    const { body } = await owner.get(at(id))
    expect(Object.keys((body.metadata as object) ?? {}).sort()).toEqual(done)
    expect(body.version).toBe(1 + done.length)
  })

  it.each([
    [{}, 'body: must have at least one of'],
    [{ text: null }, 'body: must have at least one of'],
    [{ text: '' }, 'text: '],
    [{ text: 7 }, 'text: '],
    [{ text: 'x'.repeat(100_001) }, 'text: '],
    [{ metadata: [] }, 'metadata: '],
    [{ persona: '' }, 'persona: '],
    [{ occurred_at: 'soon' }, 'occurred_at: '],
    [{ occurred_at: '2026-02-30' }, 'occurred_at: '],
    [{ occurred_at: 4_000_000_000 }, 'occurred_at: '],
  ])('refuses %j', async (body, detail) => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'I like tea.')
    const answer = await edit(owner, id, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.detail).toContain(detail)
  })

  it('names fields that it does not know', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'I like tea.')
    const { body } = await edit(owner, id, { metadata: { a: 1 }, content: 'I like coffee.', occurredAt: 0 })
    expect(body.ignored).toEqual(['content: did you mean text?', 'occurredAt: did you mean occurred_at?'])
  })
})

describe('invalidating and restoring', () => {
  it('leaves no word of it in the profile until it is restored', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'nb: the loft key hangs behind the blue door')
    const profile = async () => JSON.stringify((await owner.get('/brain/profile')).body)
    expect(await profile()).toContain('loft')
    await owner.post(at(id, '/invalidate'), {})
    expect(await profile()).not.toContain('loft')
    await owner.post(at(id, '/restore'), {})
    expect(await profile()).toContain('loft')
  })

  it('takes a memory out of retrieval and back, with the reason', async () => {
    const { owner, used } = await newAccount()
    const id = await tell(owner, 'I live in Porto.', { session_id: 'chat' })
    const { status, body } = await owner.post(at(id, '/invalidate'), { reason: 'It was a joke.' })
    expect([status, body.state, body.version]).toEqual([200, 'invalidated', 1])
    expect(await found(owner, 'Where do I live?', { session_id: 'chat' })).toEqual([])
    expect(await texts(owner, '?state=invalidated')).toEqual(['I live in Porto.'])
    expect(await texts(owner, '?state=current')).toEqual([])
    expect((await owner.send('POST', at(id, '/restore'))).body).toMatchObject({ state: 'current', version: 1 })
    expect((await found(owner, 'Where do I live?')).join()).toContain('Porto')
    expect((await owner.get(at(id))).body.changes).toMatchObject([
      { state: 'restored', reason: null },
      { state: 'invalidated', reason: 'It was a joke.' },
    ])
    // An ingest, two retrieves and two changes.
    expect(await used()).toBe(5 + 4 + 2)
  })

  it('is a 409 in the state that it leads to', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'I live in Porto.')
    expect(refused(await owner.post(at(id, '/restore'), {}))).toEqual([409, 'conflict'])
    await owner.post(at(id, '/invalidate'), {})
    const again = await owner.post(at(id, '/invalidate'), {})
    expect(refused(again)).toEqual([409, 'conflict'])
    expect(again.body.detail).toContain('invalidated')
  })

  it('brings an old version back as an edit', async () => {
    const { owner, used } = await newAccount()
    const id = await tell(owner, 'I live in Porto.', { metadata: { a: 1 } })
    await edit(owner, id, { text: 'I live in Vienna.', metadata: { a: null } })
    const { body } = await owner.post(at(id, '/restore'), { version: 1 })
    expect(body).toMatchObject({ text: 'I live in Porto.', version: 3, metadata: { a: 1 } })
    expect((await found(owner, 'Where do I live?')).join()).not.toContain('Vienna')
    expect(await used()).toBe(15 + 2)
    // It is that already.
    expect((await owner.post(at(id, '/restore'), { version: 3 })).body.version).toBe(3)
    expect(await used()).toBe(18)
    expect(refused(await owner.post(at(id, '/restore'), { version: 9 }))).toEqual([404, 'not_found'])
    for (const version of [0, -1, 1.5, '1'])
      expect((await owner.post(at(id, '/restore'), { version })).status).toBe(400)
  })

  it('bounds the reason', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'I live in Porto.')
    for (const reason of ['', 'x'.repeat(501), 7])
      expect((await owner.post(at(id, '/invalidate'), { reason })).status).toBe(400)
  })
})

describe('erasing a memory', () => {
  it('answers with a receipt that says what went, and leaves nothing', async () => {
    const { account, owner, used } = await newAccount()
    const kept = await tell(owner, 'I like tea.')
    const id = await tell(owner, 'My neighbour Xanthippe keeps ferrets.', { session_id: 'chat' })
    const { status, body } = await erase(owner, id)
    expect(status).toBe(200)
    expect(body).toEqual({
      receipt_id: expect.stringMatching(/^r_[0-9a-z]{12,15}$/),
      at: expect.any(Number),
      scope: { ids: [id] },
      erased: {
        ...{ memories: 1, chunks: 1, facts: expect.any(Number), entities: expect.any(Number) },
        ...{ abstractions: 0, versions: 0, sessions: 1 },
      },
      remaining: 0,
      recoverable_until: (body.at as number) + 30 * 86_400,
    })
    expect((await owner.get(at(id))).status).toBe(404)
    expect(refused(await erase(owner, id))).toEqual([404, 'not_found'])
    expect(await texts(owner)).toEqual(['I like tea.'])
    const everything = [
      await owner.get('/brain/memories'),
      await owner.get('/brain/facts'),
      await owner.get('/brain/audit'),
      await owner.get('/brain/receipts'),
      await owner.post('/brain/entities', {}),
      await owner.post('/brain/graph', {}),
      await owner.post('/brain/retrieve', { query: 'Who keeps ferrets?', min_score: 0, session_id: 'chat' }),
    ]
    expect(JSON.stringify(everything.map(({ body }) => body))).not.toMatch(/xanthippe|ferret/i)
    expect(await receipts(owner)).toEqual([body])
    expect((await owner.get('/brain/audit?limit=3')).body.entries).toMatchObject([
      { action: 'memories.delete', memories: { erased: { ids: [id], more: 0 } } },
      { action: 'ingest' },
      { action: 'ingest' },
    ])
    expect((await owner.get(at(kept))).status).toBe(200)
    // Two ingests, one erased, one retrieve; what was not there costs nothing.
    expect([account.length > 0, await used()]).toEqual([true, 5 + 5 + 1 + 2])
  })

  it('makes its session forget what it is about, of bound keys too', async () => {
    const { account, owner, keyWith } = await newAccount()
    const ann = await keyWith({ personas: ['ann'] })
    const id = await tell(ann, 'My hut is above Zermatt.', { session_id: 's' })
    await tell(owner, 'Tea is better than coffee.', { session_id: 's' })
    await tell(owner, 'Bees dance.', { session_id: 'other' })
    const topic = async (name: string) => (await env.SESSION.getByName(account).read(name, Date.now())).topic
    const names = ['s', '["s",["ann"]]', 'other']
    expect(await Promise.all(names.map(topic))).not.toContain(null)
    expect((await erase(owner, id)).status).toBe(200)
    expect(await Promise.all(names.map(topic))).toEqual([null, null, expect.any(Float32Array)])
  })
})

describe('forgetting', () => {
  const items = [
    {
      text: 'Crate 1 holds apples.',
      persona: 'ann',
      session_id: 's1',
      metadata: { hall: 1 },
      occurred_at: '2026-01-10',
    },
    {
      text: 'Crate 2 holds pears.',
      persona: 'ann',
      session_id: 's2',
      metadata: { hall: 2 },
      occurred_at: '2026-02-10',
    },
    {
      text: 'Crate 3 holds plums.',
      session_id: 's1',
      metadata: { hall: 1 },
      occurred_at: '2026-03-10',
      source: 'document',
    },
    { text: 'Crate 4 holds figs.', metadata: { hall: 4 }, occurred_at: '2026-04-10' },
  ]
  async function filled() {
    const account = await newAccount()
    const ids: string[] = []
    for (const { text, ...said } of items) ids.push(await tell(account.owner, text, said))
    const left = async () => (await texts(account.owner)).map((text) => Number(/\d/.exec(text)![0])).sort()
    return { ...account, ids, left }
  }
  const forget = (calls: Calls, body: object, headers: Record<string, string> = {}) =>
    calls.post('/brain/forget', body, headers)

  it.each([
    [{ persona: 'ann' }, [3, 4]],
    [{ persona: 'shared' }, [1, 2]],
    [{ session_id: 's1' }, [2, 4]],
    [{ source: 'document' }, [1, 2, 4]],
    [{ entity: 'Crate 4' }, [1, 2, 3]],
    [{ before: '2026-02-10' }, [2, 3, 4]],
    [{ until: '2026-02-10' }, [2, 3, 4]],
    [{ since: '2026-02-10', before: 1_775_000_000 }, [1, 4]],
    [{ metadata: { hall: 1 } }, [2, 4]],
    [{ metadata: { hall: 1 }, persona: 'ann' }, [2, 3, 4]],
    [{ metadata: { hall: 9 } }, [1, 2, 3, 4]],
  ])('erases what %j names', async (scope, expected) => {
    const { owner, left } = await filled()
    const { body: counted } = await forget(owner, { ...scope, dry_run: true })
    expect(counted).toMatchObject({ dry_run: true, memories: 4 - expected.length })
    expect(await left()).toEqual([1, 2, 3, 4])
    expect(await receipts(owner)).toEqual([])
    const { status, body } = await forget(owner, scope)
    expect([status, body.remaining]).toEqual([200, 0])
    expect(body.erased).toMatchObject({ memories: 4 - expected.length })
    expect(await left()).toEqual(expected)
    expect(await receipts(owner)).toEqual([body])
  })

  it('erases by ids, of which those that are gone do not count', async () => {
    const { owner, left, ids, used } = await filled()
    const { body } = await forget(owner, { ids: [ids[0], ids[2]] })
    expect(body).toMatchObject({ scope: { ids: [ids[0], ids[2]] }, erased: { memories: 2 }, remaining: 0 })
    expect((await forget(owner, { ids: [ids[0], ids[1]] })).body.erased).toMatchObject({ memories: 1 })
    expect(await left()).toEqual([4])
    expect(refused(await forget(owner, { ids: [ids[0]] }))).toEqual([404, 'not_found'])
    expect(await used()).toBe(4 * 5 + 2)
    const other = await newAccount()
    const foreign = await tell(other.owner, 'A text of others.')
    for (const id of [foreign, 'm_', 'nothing', 'm_000000010000'])
      expect(refused(await forget(owner, { ids: [ids[3], id] }))).toEqual([404, 'not_found'])
    expect(await left()).toEqual([4])
  })

  it('keeps neither the name nor the metadata that it went by', async () => {
    const { owner } = await filled()
    await forget(owner, { entity: 'Crate 4' })
    await forget(owner, { metadata: { hall: 'xylophone' } })
    const kept = JSON.stringify(await receipts(owner))
    expect(kept).not.toMatch(/crate|xylophone/i)
    expect(kept).toMatch(/"entity":"sha256:[0-9a-f]{32}"/)
  })

  it.each([
    [{}, 'body: must have at least one of'],
    [{ dry_run: true }, 'body: must have at least one of'],
    [{ metadata: {} }, 'body: must have at least one of'],
    [{ ids: [] }, 'ids: '],
    [{ ids: Array.from({ length: 1_001 }, () => 'm_1') }, 'ids: '],
    [{ persona: '' }, 'persona: '],
    [{ before: 'soon' }, 'before: '],
    [{ before: 1, until: 1 }, 'before: '],
    [{ source: 'me' }, 'source: '],
    // Without these, all of the persona would be erased.
    [{ persona: 'ann', sessionId: 's1' }, 'sessionId: did you mean session_id?'],
    [{ persona: 'ann', older_than: 1 }, 'older_than: did you mean before?'],
    [{ persona: 'ann', dryRun: true }, 'dryRun: did you mean dry_run?'],
    [{ persona: 'ann', memory_ids: ['m_1'] }, 'memory_ids: did you mean ids?'],
    [{ persona: 'ann', filter: { session_id: 's1' } }, 'filter: is no field of this call'],
    [{ persona: 'ann', state: 'superseded' }, 'state: is no field of this call'],
    [{ persona: 'ann', q: 'apples', to: null }, 'q: is no field of this call; to: is no field of this call'],
    [{ persona: 'ann', ['x'.repeat(150)]: 1 }, `${'x'.repeat(100)}: is no field of this call`],
  ])('refuses %j and erases nothing', async (body, detail) => {
    const { owner, left } = await filled()
    const answer = await forget(owner, body)
    expect(refused(answer)).toEqual([400, 'invalid_request'])
    expect(answer.body.detail).toContain(detail)
    expect(await left()).toEqual([1, 2, 3, 4])
  })

  it.each(['dry_run=true', 'dry_run', 'session_id=s1&limit=1', '__proto__=1'])(
    'refuses the query %s and erases nothing',
    async (query) => {
      const { owner, left } = await filled()
      const answer = await owner.post(`/brain/forget?${query}`, { persona: 'ann' })
      expect(refused(answer)).toEqual([400, 'invalid_request'])
      expect(answer.body.detail).toContain(`${query.split('=')[0]}: is no parameter of this call`)
      expect(await left()).toEqual([1, 2, 3, 4])
    },
  )

  it('erases by a name what is invalidated, too', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'Ann has cancer.')
    expect((await owner.post(`/brain/memories/${id}/invalidate`, {})).status).toBe(200)
    expect((await forget(owner, { entity: 'Ann' })).body).toMatchObject({ erased: { memories: 1 }, remaining: 0 })
    expect((await owner.post(`/brain/memories/${id}/restore`, {})).status).toBe(404)
  })

  it('erases by a name what had it in a version that is kept', async () => {
    const { owner } = await newAccount()
    const id = await tell(owner, 'Ann has cancer.')
    await tell(owner, 'Bob has a cold.')
    expect((await owner.send('PATCH', at(id), { text: 'Bob has cancer.' })).status).toBe(200)
    expect((await forget(owner, { entity: 'Ann', dry_run: true })).body).toMatchObject({ memories: 1 })
    // A list has what is about her now.
    expect((await owner.get('/brain/memories?entity=Ann')).body).toMatchObject({ memories: [] })
    const { body } = await forget(owner, { entity: 'Ann' })
    expect(body).toMatchObject({ erased: { memories: 1, versions: 1 }, remaining: 0 })
    expect((await owner.get(at(id, '/history'))).status).toBe(404)
    expect(await texts(owner)).toEqual(['Bob has a cold.'])
    expect((await forget(owner, { entity: 'Ann' })).body).toMatchObject({ erased: { memories: 0 } })
  })

  it('takes a user_id, which says nothing', async () => {
    const { owner, left } = await filled()
    expect((await forget(owner, { persona: 'ann', user_id: 'u1' })).status).toBe(200)
    expect(await left()).toEqual([3, 4])
  })

  it('works through more than one slice', async () => {
    const { owner } = await newAccount()
    const many = Array.from({ length: 100 }, (_, n) => ({ text: `Box ${n} is number ${n * 7}.`, persona: 'ann' }))
    await owner.post('/brain/ingest/batch', { items: many })
    await tell(owner, 'I like tea.')
    const { body } = await forget(owner, { persona: 'ann' })
    expect(body).toMatchObject({ erased: { memories: 100, chunks: 100 }, remaining: 0 })
    expect(await receipts(owner)).toEqual([body])
    expect(await texts(owner)).toEqual(['I like tea.'])
  }, 120_000)

  it('lists receipts newest first, page by page', async () => {
    const { owner } = await filled()
    const ids: unknown[] = []
    for (const persona of ['ann', 'shared', 'nobody']) ids.unshift((await forget(owner, { persona })).body.receipt_id)
    const first = (await owner.get('/brain/receipts?limit=2')).body
    const second = (await owner.get(`/brain/receipts?limit=2&cursor=${first.next_cursor}`)).body
    const listed = [first, second].flatMap(({ receipts }) => receipts as { receipt_id: string }[])
    expect([listed.map(({ receipt_id }) => receipt_id), second.next_cursor]).toEqual([ids, null])
    for (const query of ['limit=0', 'cursor=x', 'cursor=p_000000010000'])
      expect((await owner.get(`/brain/receipts?${query}`)).status).toBe(400)
  })
})

describe('an id that is none', () => {
  it('is a 404 on every call, whoever it belongs to', async () => {
    const [{ owner }, other] = [await newAccount(), await newAccount()]
    const foreign = await tell(other.owner, 'I like tea.')
    for (const id of [foreign, 'm_000000010000', 'm_', 'x', '%00']) {
      const answers = [
        await owner.get(at(id)),
        await owner.get(at(id, '/history')),
        await edit(owner, id, { text: 'I like coffee.' }),
        await erase(owner, id),
        await owner.post(at(id, '/invalidate'), {}),
        await owner.post(at(id, '/restore'), {}),
        await owner.post(at(id, '/restore'), { version: 1 }),
      ]
      for (const answer of answers) expect([id, ...refused(answer)]).toEqual([id, 404, 'not_found'])
    }
    expect((await other.owner.get(at(foreign))).body).toMatchObject({ text: 'I like tea.', version: 1 })
  })
})

describe('a change with an Idempotency-Key', () => {
  it('happens once, is charged once and gives again ids and counts', async () => {
    const { owner, used } = await newAccount()
    const [a, b] = [await tell(owner, 'I live in Porto.'), await tell(owner, 'I like tea.')]
    const calls: [string, () => Promise<Answer>][] = [
      ['edit', () => edit(owner, a, { text: 'I live in Vienna.' }, { ...once('1'), ...match('"1"') })],
      ['invalidate', () => owner.post(at(a, '/invalidate'), { reason: 'x' }, once('2'))],
      ['restore', () => owner.post(at(a, '/restore'), {}, once('3'))],
      ['delete', () => erase(owner, b, once('4'))],
      ['forget', () => owner.post('/brain/forget', { ids: [a] }, once('5'))],
    ]
    for (const [name, call] of calls) {
      const first = await call()
      const spent = await used()
      const again = await call()
      expect([name, first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([
        name,
        200,
        200,
        'true',
      ])
      const { text: _, metadata: __, persona: ___, source: ____, ...kept } = first.body
      expect(again.body).toMatchObject(JSON.parse(JSON.stringify(kept)))
      expect(JSON.stringify(again.body)).not.toMatch(/Vienna|tea/)
      expect(await used()).toBe(spent)
    }
    expect(await receipts(owner)).toHaveLength(2)
  })
})

describe('a key with less than all rights', () => {
  it('changes with write and erases with erase', async () => {
    const { owner, keyWith } = await newAccount()
    const id = await tell(owner, 'I like tea.')
    const [reader, writer, eraser] = await Promise.all(
      (['read', 'write', 'erase'] as const).map((scope) => keyWith({ scopes: [scope] })),
    )
    const denied = [403, 'insufficient_scope']
    for (const key of [reader!, eraser!]) {
      expect(refused(await edit(key, id, { metadata: { a: 1 } }))).toEqual(denied)
      expect(refused(await key.post(at(id, '/invalidate'), {}))).toEqual(denied)
    }
    for (const key of [reader!, writer!]) {
      expect(refused(await erase(key, id))).toEqual(denied)
      expect(refused(await key.post('/brain/forget', { ids: [id], dry_run: true }))).toEqual(denied)
    }
    expect((await edit(writer!, id, { metadata: { a: 1 } })).status).toBe(200)
    expect((await erase(eraser!, id)).status).toBe(200)
  })

  it('that is bound to personas changes its own alone, and finds others to be none', async () => {
    const { owner, keyWith } = await newAccount()
    const ann = await keyWith({ personas: ['ann'] })
    const bobs = await tell(owner, 'Bob hides a key under the pot.', { persona: 'bob' })
    const own = await tell(ann, 'I like tea.')
    const answers = [
      await ann.get(at(bobs, '/history')),
      await edit(ann, bobs, { text: 'I like tea.' }),
      await erase(ann, bobs),
      await ann.post(at(bobs, '/invalidate'), {}),
      await ann.post(at(bobs, '/restore'), { version: 1 }),
      await ann.post('/brain/forget', { ids: [bobs] }),
      await ann.post('/brain/forget', { ids: [bobs], dry_run: true }),
    ]
    for (const answer of answers) expect(refused(answer)).toEqual([404, 'not_found'])
    expect(refused(await ann.post('/brain/forget', { persona: 'bob' }))).toEqual([403, 'persona_not_allowed'])
    expect(refused(await edit(ann, own, { persona: 'bob' }))).toEqual([403, 'persona_not_allowed'])
    // What is named by time alone is its own.
    expect((await ann.post('/brain/forget', { since: 0, dry_run: true })).body.memories).toBe(1)
    expect((await ann.post('/brain/forget', { since: 0 })).body).toMatchObject({
      ...{ scope: { since: 0, personas: ['ann'] }, erased: { memories: 1 } },
    })
    expect(await texts(owner)).toEqual(['Bob hides a key under the pot.'])
    await erase(owner, bobs)
    expect(await receipts(ann)).toHaveLength(1)
    expect(await receipts(owner)).toHaveLength(2)
  })

  it('does not see versions of a time when a memory was not its own', async () => {
    const { owner, keyWith } = await newAccount()
    const ann = await keyWith({ personas: ['ann'] })
    const id = await tell(owner, 'The safe is behind the mirror.', { persona: 'bob' })
    await edit(owner, id, { text: 'I like tea.', persona: 'ann' })
    expect((await ann.get(at(id))).body).toMatchObject({ text: 'I like tea.', versions: [] })
    expect((await ann.get(at(id, '/history'))).body.versions).toEqual([])
    expect(refused(await ann.post(at(id, '/restore'), { version: 1 }))).toEqual([404, 'not_found'])
  })
})
