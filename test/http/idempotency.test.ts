import { describe, expect, it, vi } from 'vitest'
import { outcomeOf } from '../../src/http/once.ts'
import { newAccount } from './keyed-calls.ts'

const once = (key: string) => ({ 'idempotency-key': key })
const told = { text: 'Nadia lives in Oslo and works at Statkraft.' }

describe('a request with an Idempotency-Key', () => {
  it('happens once, and gives again what came of it, free of charge', async () => {
    const { owner, used } = await newAccount()
    const first = await owner.post('/brain/ingest', told, once('a'))
    const again = await owner.post('/brain/ingest', told, once('a'))
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([200, null])
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(again.body).toEqual(first.body)
    expect(await used()).toBe(5)
    const { body } = await owner.get('/brain/memories')
    expect(body.memories).toHaveLength(1)
    // Without the header it is another text that says the same.
    expect((await owner.post('/brain/ingest', told)).body.duplicate_of).toBeDefined()
  })

  it('is told apart by its body and its path: 422', async () => {
    const { owner, used } = await newAccount()
    await owner.post('/brain/ingest', told, once('a'))
    for (const [path, body] of [
      ['/brain/ingest', { text: 'Something else.' }],
      ['/brain/prune', {}],
    ] as const) {
      const { status, body: answer } = await owner.post(path, body, once('a'))
      expect([status, answer.code]).toEqual([422, 'idempotency_key_reused'])
    }
    expect(await used()).toBe(5)
  })

  it.each(['', 'x'.repeat(256), 'caf\u00e9'])('needs a key of 1 to 255 printable characters: %j', async (key) => {
    const { owner } = await newAccount()
    const { status, body } = await owner.post('/brain/ingest', told, once(key))
    expect([status, body.code]).toEqual([400, 'invalid_request'])
  })

  it('works for batches, prunes, consolidations and what is not found', async () => {
    const { owner, used } = await newAccount()
    const items = [told, { text: 'Nadia plays the cello.' }]
    const calls = [
      ['/brain/ingest/batch', { items }],
      ['/brain/prune', { threshold: 1, dry_run: false }],
      ['/brain/consolidate', { force: true }],
      ['/brain/entities/unmerge', { entity: 'Nadia', alias: 'Nobody' }],
    ] as const
    const answers = []
    for (const [path, body] of calls) answers.push(await owner.post(path, body, once(path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404])
    const spent = await used()
    for (const [at, [path, body]] of calls.entries()) {
      const again = await owner.post(path, body, once(path))
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([answers[at]!.status, 'true'])
      expect(again.body).toEqual(answers[at]!.body)
    }
    expect(await used()).toBe(spent)
  })

  it('is not kept where it was refused or failed before it was admitted', async () => {
    const { owner, keyWith, used } = await newAccount()
    expect((await owner.post('/brain/ingest', { text: 7 }, once('a'))).status).toBe(400)
    const reader = await keyWith({ scopes: ['read'] })
    expect((await reader.post('/brain/ingest', told, once('a'))).status).toBe(403)
    expect((await owner.post('/brain/ingest', told, once('a'))).status).toBe(200)
    expect(await used()).toBe(5)
  })

  it('is one of its own for each set of personas, and goes on under a rotated key', async () => {
    const { keyWith } = await newAccount()
    const [ann, annToo, bob] = await Promise.all([
      keyWith({ personas: ['ann'] }),
      keyWith({ personas: ['ann'] }),
      keyWith({ personas: ['bob'] }),
    ])
    const first = await ann.post('/brain/ingest', told, once('1'))
    const other = await bob.post('/brain/ingest', told, once('1'))
    const same = await annToo.post('/brain/ingest', told, once('1'))
    expect(other.body.memory_id).not.toBe(first.body.memory_id)
    expect(same.body).toEqual(first.body)
  })

  it('is ignored where nothing is changed', async () => {
    const { owner, used } = await newAccount()
    await owner.post('/brain/ingest', told)
    for (const query of ['Where does Nadia live?', 'Where does Nadia work?']) {
      const { status, headers } = await owner.post('/brain/retrieve', { query }, once('a'))
      expect([status, headers.get('idempotent-replayed')]).toEqual([200, null])
    }
    expect(await used()).toBe(9)
  })

  it('stores once and charges once, however many come at once', async () => {
    const { owner, used } = await newAccount()
    const retries = Array.from({ length: 200 }, () => owner.post('/brain/ingest', told, once('a')))
    const answers = await Promise.all(retries)
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].filter((status) => ![200, 409].includes(status))).toEqual([])
    for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('idempotency_key_in_use')
    const ids = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.memory_id] : [])))
    expect(ids.size).toBe(1)
    expect(await used()).toBe(5)
    expect((await owner.get('/brain/memories')).body.memories).toHaveLength(1)
    const { body } = await owner.post('/brain/ingest', told, once('a'))
    expect(ids).toContain(body.memory_id)
  }, 60_000)

  it('is free again after a day', async () => {
    const { owner, used } = await newAccount()
    const now = Date.now()
    const clock = vi.spyOn(Date, 'now')
    await owner.post('/brain/prune', {}, once('a'))
    clock.mockReturnValue(now + 25 * 3_600_000)
    const again = await owner.post('/brain/prune', {}, once('a'))
    clock.mockRestore()
    expect(again.headers.get('idempotent-replayed')).toBe(null)
    expect(await used()).toBe(2)
  })

  it('names ignored fields each time', async () => {
    const { owner } = await newAccount()
    const first = await owner.post('/brain/ingest', { ...told, sessionId: 'a' }, once('a'))
    const again = await owner.post('/brain/ingest', { ...told, sessionId: 'a' }, once('a'))
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect([first.body.ignored, again.body]).toEqual([['sessionId: did you mean session_id?'], first.body])
  })
})

describe('what is kept of an answer', () => {
  it('is ids, counts and our own sentences, and no text', async () => {
    const answer = { id: 'm_1', text: 'I like tea.', count: 2, facts: [{ id: 'f1', fact: 'user likes tea', score: 1 }] }
    const kept = await outcomeOf(Response.json({ ...answer, msg: 'Stored.', metadata: { a: 'b', n: 1 }, tags: ['x'] }))
    expect(JSON.parse(JSON.stringify(kept))).toEqual({
      status: 200,
      body: { id: 'm_1', count: 2, facts: [{ id: 'f1', score: 1 }], msg: 'Stored.', tags: [] },
    })
    expect(await outcomeOf(Response.json({}, { status: 503 }))).toBeNull()
  })

  it('is nothing of metadata, and of a scope the ids, whatever the fields are called', async () => {
    const secret = 'Ann has cancer'
    const named = Object.fromEntries(
      ['id', 'ids', 'patient_id', 'detail', 'msg', 'code', 'state', 'error'].map((name) => [name, secret]),
    )
    const memory = { id: 'm_1', metadata: { ...named, inner: { ...named, list: [named] } } }
    const scope = { ids: ['m_1'], session_id: secret, persona: secret, metadata: 'sha256:1', before: 5 }
    const kept = JSON.stringify(await outcomeOf(Response.json({ ...memory, results: [memory], scope })))
    expect(kept).not.toContain(secret)
    expect(JSON.parse(kept).body).toEqual({ id: 'm_1', results: [{ id: 'm_1' }], scope: { ids: ['m_1'], before: 5 } })
  })
})
