import { describe, expect, it } from 'vitest'
import { admin, type Caller, fetchService, newCaller } from './service.ts'

interface Entry {
  at: number
  key: string
  action: string
  subject?: string
  counts: Record<string, number>
  memories: Record<string, { ids: string[]; more: number }>
  request_id: string | null
}

interface Page {
  entries: Entry[]
  cursor: string | null
  detail?: string
}

async function audit(
  { key }: Pick<Caller, 'key'>,
  query = '',
): Promise<{ status: number; headers: Headers; body: Page }> {
  const response = await fetchService(`/brain/audit${query}`, { headers: { 'x-api-key': key } })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Page }
}

const actions = ({ body }: { body: Page }) => body.entries.map(({ action }) => action)

describe('the audit trail', () => {
  it('tells which key changed what, when and how many, with no text, no key and no reads', async () => {
    const caller = await newCaller('enterprise')
    const ingested = await caller.post('/brain/ingest', { text: 'I live in Lisbon.' })
    await caller.post('/brain/ingest/batch', {
      items: [{ text: 'I live in Porto now.' }, { text: 'I live in Porto now.' }],
    })
    await caller.post('/brain/retrieve', { query: 'Where do I live?' })
    await caller.post('/brain/stats', { user_id: 'me' })
    await caller.post('/brain/prune', { dry_run: true })
    await caller.post('/brain/prune', { dry_run: false })
    await caller.post('/brain/consolidate', { force: true })
    const page = await audit(caller)
    expect(page.status).toBe(200)
    expect(page.headers.get('x-ops-remaining')).toBe((await audit(caller)).headers.get('x-ops-remaining'))
    expect(actions(page)).toEqual(['consolidate', 'prune', 'ingest_batch', 'ingest', 'key.created', 'account.created'])
    const { entries, cursor } = page.body
    expect(cursor).toBeNull()
    expect(entries.map(({ key }) => key)).toEqual([...Array(4).fill(caller.keyId), 'operator', 'operator'])
    const ingest = entries[3]!
    expect(ingest).toMatchObject({
      counts: { texts: 1, chunks: 1, facts: 1, duplicates: 0 },
      memories: { created: { ids: [expect.stringMatching(/^m_[0-9a-z]{12}$/)], more: 0 } },
      request_id: ingested.headers.get('x-request-id'),
    })
    expect(Math.abs(ingest.at - Date.now() / 1000)).toBeLessThan(600)
    expect(entries[2]!.memories.superseded).toEqual(ingest.memories.created)
    expect(entries[4]!.subject).toBe(caller.keyId)
    expect(JSON.stringify(page.body)).not.toMatch(/lisbon|porto|brain_/i)
  })

  it('has what the operator does to keys and plan; a key that runs out is told when it did', async () => {
    const caller = await newCaller('free')
    await admin('PATCH', `/accounts/${caller.account}`, { plan: 'pro' })
    const keys = `/accounts/${caller.account}/keys`
    const next = await admin<{ key: string; key_id: string }>('POST', `${keys}/${caller.keyId}/rotate`, {
      grace_seconds: 600,
    })
    const other = await admin<{ key_id: string }>('POST', keys)
    await admin('DELETE', `${keys}/${other.key_id}`)
    const shown = async () => (await audit(next)).body.entries.map(({ action, subject }) => [action, subject])
    const done = [
      ['key.revoked', other.key_id],
      ['key.created', other.key_id],
      ['key.rotated', caller.keyId],
      ['account.plan_changed', undefined],
      ['key.created', caller.keyId],
      ['account.created', undefined],
    ]
    expect(await shown()).toEqual(done)
    const short = await admin<{ key_id: string }>('POST', keys)
    await admin('POST', `${keys}/${short.key_id}/rotate`, { grace_seconds: 1 })
    await scheduler.wait(1_100)
    expect((await shown())[0]).toEqual(['key.expired', short.key_id])
  })

  it('is read in pages, by action and by time', async () => {
    const caller = await newCaller('enterprise')
    for (const n of [1, 2, 3]) await caller.post('/brain/ingest', { text: `Locker ${n} is number ${n * 7}.` })
    const all = await audit(caller)
    const read: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof audit>> = await audit(
        caller,
        `?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
      )
      read.push(...actions(page))
      cursor = page.body.cursor
    } while (cursor !== null)
    expect(read).toEqual(actions(all))
    expect(actions(await audit(caller, '?action=key.created'))).toEqual(['key.created'])
    expect(actions(await audit(caller, '?action=ingest&limit=2'))).toEqual(['ingest', 'ingest'])
    const { at } = all.body.entries[1]!
    expect(actions(await audit(caller, `?since=${at}`))).toHaveLength(2)
    expect(actions(await audit(caller, `?until=${new Date(at * 1000).toISOString()}`))).toHaveLength(3)
    for (const query of ['limit=0', 'limit=201', 'cursor=x', 'since=yesterday', 'until=2026-02-30'])
      expect([query, (await audit(caller, `?${query}`)).status]).toEqual([query, 400])
  })

  it("is an account's own", async () => {
    const [one, other] = [await newCaller('enterprise'), await newCaller('enterprise')]
    await one.post('/brain/ingest', { text: 'The gate code is 4711.' })
    expect(actions(await audit(other))).toEqual(['key.created', 'account.created'])
    expect((await fetchService('/brain/audit')).status).toBe(401)
  })
})
