import { describe, expect, it } from 'vitest'
import { newAccount } from './keyed-calls.ts'
import { fetchService } from './service.ts'

const ADMIN = { authorization: 'Bearer an operator token for the tests' }

async function open() {
  const account = await newAccount()
  return { ...account, ...(await account.keyWith({})) }
}

async function file(path: string, headers: Record<string, string>) {
  const response = await fetchService(path, { headers })
  const text = new TextDecoder().decode(await response.arrayBuffer())
  return { status: response.status, text, rows: text.slice(text.indexOf('\n') + 1) }
}

const exported = (key: string, query = '') => file(`/brain/export${query}`, { 'x-api-key': key })
const memoriesIn = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'memory')

async function send(path: string, headers: Record<string, string>, body: string) {
  const sent = { method: 'POST', headers: { 'content-type': 'application/x-ndjson', ...headers }, body }
  const response = await fetchService(path, sent)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const imported = (key: string, body: string) => send('/brain/import', { 'x-api-key': key }, body)

async function told() {
  const account = await open()
  const texts = [
    { text: 'Emma lives in Oslo.', session_id: 's1', occurred_at: 1_700_000_000, metadata: { chat: 1 } },
    { text: 'Emma lives in Oslo.', session_id: 's2', occurred_at: 1_710_000_000, metadata: { chat: 2 } },
    { text: 'Tom likes tea. Tom lives in Porto.', session_id: 's2', source: 'document', occurred_at: 1_720_000_000 },
    { text: 'I moved to Rome.', persona: 'ann' },
  ]
  for (const one of texts) await account.post('/brain/ingest', one)
  return account
}

describe('a choice of an export', () => {
  it('has the memories that pass, whole, and is restored into an empty account', async () => {
    const from = await told()
    const cases: [string, number][] = [
      ['?session_id=s2', 2],
      ['?session_id=s2&persona=ann', 0],
      ['?source=document', 1],
      ['?entity=Emma', 2],
      ['?since=1705000000&until=1715000000', 1],
      ['?metadata.chat=2', 1],
    ]
    for (const [at, [query, count]] of cases.entries()) {
      const choice = await exported(from.key, at % 2 === 0 ? query : `${query}&vectors=true`)
      expect([query, choice.status, memoriesIn(choice.text).length]).toEqual([query, 200, count])
      const to = await open()
      expect((await imported(to.key, choice.text)).body).toMatchObject({ imported: count, unreadable: 0 })
      const { memories } = (await to.get('/brain/memories')).body as { memories: { text: string }[] }
      expect(memories.filter(({ text }) => text.length > 5)).toHaveLength(count)
      expect(memoriesIn((await exported(to.key, query)).text)).toHaveLength(count)
      // In its own account all of it is there.
      expect((await imported(from.key, choice.text)).body).toMatchObject({ imported: 0, already_imported: count })
    }
    // What it says again, another memory brought: it is in the choice nevertheless, and can be found.
    const [again] = memoriesIn((await exported(from.key, '?metadata.chat=2')).text)
    expect(again.facts).toMatchObject([{ subject: 'emma', object: 'oslo' }])
  })

  it('of a persona that was erased brings it back exactly', async () => {
    const from = await told()
    const before = (await exported(from.key, '?vectors=true&persona=ann')).text
    expect((await from.post('/brain/forget', { persona: 'ann' })).body).toMatchObject({ erased: { memories: 1 } })
    expect(memoriesIn((await exported(from.key, '?persona=ann')).text)).toEqual([])
    expect((await imported(from.key, before)).body).toMatchObject({ imported: 1 })
    const after = (await exported(from.key, '?vectors=true&persona=ann')).text
    expect(after.slice(after.indexOf('\n'))).toBe(before.slice(before.indexOf('\n')))
  })
})

describe('an operator', () => {
  it('backs an account up and restores it, free of charge', async () => {
    const [from, to] = [await told(), await open()]
    const backup = await file(`/admin/accounts/${from.account}/export?vectors=true`, ADMIN)
    expect(backup.rows).toBe((await exported(from.key, '?vectors=true')).rows)
    const before = await to.used()
    const restored = await send(`/admin/accounts/${to.account}/restore`, ADMIN, backup.text)
    expect(restored).toMatchObject({ status: 200, body: { imported: 4, operations: 0 } })
    expect(await to.used()).toBe(before)
    expect((await exported(to.key, '?vectors=true')).rows).toBe(backup.rows)
    const other = { 'x-api-key': to.key }
    expect((await send(`/admin/accounts/${to.account}/restore`, other, backup.text)).status).toBe(401)
    expect((await send(`/admin/accounts/${to.account}/restore`, ADMIN, 'no export')).status).toBe(400)
  })
})

describe('what comes with no memory', () => {
  it('is paid for like a text, once, and no part has more than 2,000 lines', async () => {
    const from = await told()
    const { text } = await exported(from.key)
    const [header, ...lines] = text.trimEnd().split('\n')
    const chunks = memoriesIn(text).flatMap((memory) =>
      memory.chunks.map((chunk: object) => ({ type: 'chunk', ...chunk })),
    )
    const alone = [
      header,
      ...chunks.map((chunk) => JSON.stringify({ ...chunk, memory: 0, facts: [], vectors: [{ facts: [] }] })),
    ].join('\n')
    const to = await open()
    const cost = async (body: string) => {
      const before = await to.used()
      const answer = await imported(to.key, body)
      expect(answer.body.operations).toBe((await to.used()) - before)
      return (await to.used()) - before
    }
    expect(await cost(alone)).toBe(chunks.length)
    expect(await cost(alone)).toBe(0)
    const session = JSON.stringify({ type: 'session', name: 's', persona: 'shared' })
    const many = [header, ...Array.from({ length: 2_001 }, () => session), ...lines].join('\n')
    expect((await imported(to.key, many)).status).toBe(400)
  })
})
