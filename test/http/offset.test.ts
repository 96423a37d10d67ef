import { describe, expect, it } from 'vitest'
import { offsetMs } from '../../src/domain/date/offset-ms.ts'
import { mcpWith } from '../mcp/mcp-calls.ts'
import { type callsWith, newAccount } from './keyed-calls.ts'
import { fetchService } from './service.ts'

type Owner = ReturnType<typeof callsWith>

async function datesOf(owner: Owner, id: unknown): Promise<unknown[]> {
  const { body } = await owner.get(`/brain/memories/${id}`)
  return [...new Set((body.facts as { date: string | null }[]).flatMap(({ date }) => date ?? []))]
}

async function fileOf(key: string): Promise<string> {
  const response = await fetchService('/brain/export', { headers: { 'x-api-key': key } })
  return new TextDecoder().decode(await response.arrayBuffer())
}

async function restoreInto(key: string, body: string, query = ''): Promise<number> {
  const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' }
  const response = await fetchService(`/brain/import${query}`, { method: 'POST', headers, body })
  await response.arrayBuffer()
  return response.status
}

it('reads the offset of a time', () => {
  const hour = 3_600_000
  for (const [time, hours] of [
    ['2026-05-04T20:00:00-07:00', -7],
    ['2026-05-04T20:00+05:30', 5.5],
    ['2026-05-04T20:00:00Z', 0],
    ['2026-05-04', 0],
    [1_794_830_400, 0],
    [null, 0],
  ] as const)
    expect([time, offsetMs(time)]).toEqual([time, hours * hour])
})

it('counts the dates of a text by the clock of whoever said it', async () => {
  const { owner } = await newAccount()
  const west = { text: 'I have a dentist appointment tomorrow.', occurred_at: '2026-05-04T20:00:00-07:00' }
  const east = { text: 'I visited the Louvre yesterday.', occurred_at: '2026-03-02T01:00:00+05:00' }
  const one = await owner.post('/brain/ingest', west)
  expect(await datesOf(owner, one.body.memory_id)).toEqual(['2026-05-05'])
  const batch = await owner.post('/brain/ingest/batch', { items: [east] })
  const [told] = batch.body.results as { memory_id: string }[]
  expect(await datesOf(owner, told!.memory_id)).toEqual(['2026-03-01'])
  // An edit may say the time anew, with its offset.
  const edit = { text: 'I have an eye appointment tomorrow.', occurred_at: west.occurred_at }
  expect((await owner.send('PATCH', `/brain/memories/${one.body.memory_id}`, edit)).status).toBe(200)
  expect(await datesOf(owner, one.body.memory_id)).toEqual(['2026-05-05'])
})

describe('the clock of whoever said a text', () => {
  /** The evening of the first of March, there; the second by UTC. */
  const occurred_at = '2026-03-01T23:30:00-08:00'
  const seconds = Date.parse(occurred_at) / 1000
  const dentist = 'I have a dentist appointment tomorrow.'

  async function told(text = dentist, said = {}) {
    const { owner, ...account } = await newAccount()
    const { body } = await owner.post('/brain/ingest', { text, occurred_at, ...said })
    const path = `/brain/memories/${body.memory_id}`
    const patch = (edit: object) => owner.send('PATCH', path, edit)
    return { ...account, owner, id: body.memory_id as string, path, patch }
  }

  it('is kept through edits, versions and states', async () => {
    const { owner, id, path, patch } = await told()
    expect((await patch({ text: 'I have an eye appointment tomorrow.' })).body.occurred_at).toBe(seconds)
    expect(await datesOf(owner, id)).toEqual(['2026-03-02'])
    await patch({ metadata: { a: 1 } })
    // An answer has the time as a number, which whoever sends it back does not mean to be another clock's.
    await patch({ text: 'I have a vet appointment tomorrow.', occurred_at: seconds })
    expect(await datesOf(owner, id)).toEqual(['2026-03-02'])
    await patch({ occurred_at: seconds + 3600 })
    expect(await datesOf(owner, id)).toEqual(['2026-03-03'])
    await owner.post(`${path}/restore`, { version: 1 })
    expect(await datesOf(owner, id)).toEqual(['2026-03-02'])
    for (const change of ['invalidate', 'restore']) expect((await owner.post(`${path}/${change}`, {})).status).toBe(200)
    expect(await datesOf(owner, id)).toEqual(['2026-03-02'])
  })

  it('is kept whichever way it was told', async () => {
    const { owner, keyWith } = await newAccount()
    const { key } = await keyWith({})
    const told = (what: string) => ({ text: `I have a ${what} appointment tomorrow.`, occurred_at })
    const { call } = mcpWith(key)
    await owner.post('/brain/ingest/batch', { items: [told('vet')] })
    await call('add_memory', told('dentist'))
    expect(await restoreInto(key, JSON.stringify(told('hair')))).toBe(200)
    const note = `---\ndate: 2026-03-01 23:30:00 -0800\n---\n${told('bank').text}`
    expect(await restoreInto(key, note, '?format=text&source=user')).toBe(200)
    const { memories } = (await owner.get('/brain/memories')).body as { memories: { id: string; text: string }[] }
    expect(memories).toHaveLength(4)
    for (const { id, text } of memories) {
      expect([text, await datesOf(owner, id)]).toEqual([text, ['2026-03-02']])
      await call('update_memory', { id, text: text.replace(' appointment', ' and eye appointment') })
      expect([text, await datesOf(owner, id)]).toEqual([text, ['2026-03-02']])
    }
  })

  it('is another one where an edit says so, and comes back with the version that had it', async () => {
    const { owner, id, path, patch } = await told()
    // As the tools of MCP tell it: the time that it has.
    expect((await patch({ occurred_at: '2026-03-02T07:30:00Z' })).body.version).toBe(1)
    const edited = await patch({ occurred_at: '2026-03-02T07:30:00+00:00' })
    expect([edited.body.version, edited.body.occurred_at]).toEqual([2, seconds])
    expect(await datesOf(owner, id)).toEqual(['2026-03-03'])
    expect((await patch({ occurred_at: '2026-03-02T07:30:00+00:00' })).body.version, 'nothing changes').toBe(2)
    await patch({ occurred_at: '2026-03-02T01:30:00-06:00' })
    expect(await datesOf(owner, id)).toEqual(['2026-03-03'])
    await patch({ occurred_at: '2026-03-01T21:30:00-10:00' })
    expect(await datesOf(owner, id)).toEqual(['2026-03-02'])
    await patch({ occurred_at: '2026-03-02T07:31:00Z' })
    expect(await datesOf(owner, id)).toEqual(['2026-03-03'])
    await owner.post(`${path}/restore`, { version: 1 })
    expect(await datesOf(owner, id)).toEqual(['2026-03-02'])
  })

  it('is its own where the one goes that said the same before', async () => {
    const { owner, id } = await told()
    const again = { text: `${dentist.slice(0, -1)}!`, occurred_at: '2026-03-01T12:00:00+13:00' }
    const { body } = await owner.post('/brain/ingest', again)
    expect(body.duplicate_of).toBeDefined()
    expect((await owner.send('DELETE', `/brain/memories/${id}`)).status).toBe(200)
    const [left] = (await owner.get('/brain/memories')).body.memories as { id: string }[]
    expect(await datesOf(owner, left!.id)).toEqual(['2026-03-02'])
  })

  it('decides whether a text says the same again', async () => {
    const { owner } = await told()
    const { body } = await owner.post('/brain/ingest', { text: dentist, occurred_at: '2026-03-02T09:00:00-08:00' })
    expect(body.duplicate_of).toBeUndefined()
    expect(await datesOf(owner, body.memory_id)).toEqual(['2026-03-03'])
  })

  it('is in an export, and in the account that it is restored into', async () => {
    const { keyWith, patch } = await told()
    await patch({ text: 'I have an eye appointment tomorrow.' })
    const { key } = await keyWith({})
    const file = await fileOf(key)
    expect(file.match(/"offset_ms":-28800000/g)).toHaveLength(2)
    const to = await newAccount()
    const { key: other } = await to.keyWith({})
    expect(await restoreInto(other, file)).toBe(200)
    const withoutHeader = (text: string) => text.slice(text.indexOf('\n'))
    expect(withoutHeader(await fileOf(other))).toBe(withoutHeader(file))
    const { body } = await to.owner.get('/brain/memories')
    const [copy] = body.memories as { id: string }[]
    await to.owner.send('PATCH', `/brain/memories/${copy!.id}`, { text: dentist })
    expect(await datesOf(to.owner, copy!.id)).toEqual(['2026-03-02'])
  })
})
