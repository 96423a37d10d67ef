import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { newAccount } from './keyed-calls.ts'
import { admin, fetchService } from './service.ts'

interface Link {
  readonly ticket: string
  readonly path: string
  readonly expires_at: number
}

const linkFor = (key: string) => admin<Link>('POST', '/sign-in-links', { key })

async function redeem(ticket: unknown, headers: Record<string, string> = {}) {
  const response = await fetchService('/brain/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ticket }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('a sign-in link', () => {
  it('signs in with its key, once, however many try at the same time', async () => {
    const { keyWith } = await newAccount()
    const { key } = await keyWith({ scopes: ['read'] })
    const { ticket, path } = await linkFor(key)
    expect(path).toBe(`/console#/sign-in/${ticket}`)
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem(ticket)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ key })
    expect((await redeem(ticket)).body).toMatchObject({ code: 'invalid_key' })
  })

  it('is over after ten minutes', async () => {
    const { keyWith } = await newAccount()
    const { key } = await keyWith({})
    const { ticket, expires_at } = await linkFor(key)
    vi.useFakeTimers({ now: expires_at * 1000, toFake: ['Date'] })
    try {
      expect((await redeem(ticket)).status).toBe(401)
    } finally {
      vi.useRealTimers()
    }
    expect((await redeem(ticket)).status).toBe(401)
  })

  it('is kept as nothing that gives back the ticket or the key', async () => {
    const { account, keyWith } = await newAccount()
    const { key } = await keyWith({})
    const { ticket } = await linkFor(key)
    const rows = await runInDurableObject(env.ACCOUNT.getByName(account), (_, { storage }) =>
      storage.sql.exec<{ hash: string; sealed: ArrayBuffer }>('SELECT hash, sealed FROM sign_in_links').toArray(),
    )
    const kept = rows.map(({ hash, sealed }) => hash + new TextDecoder('latin1').decode(sealed)).join()
    expect(rows).toHaveLength(1)
    for (const secret of [key, ticket, key.slice(16, 28), ticket.slice(15, 37)]) expect(kept).not.toContain(secret)
  })

  it('that nobody uses is removed when its time is over, by itself', async () => {
    const { account, keyWith } = await newAccount()
    const { key } = await keyWith({})
    const object = env.ACCOUNT.getByName(account)
    const kept = () =>
      runInDurableObject(object, async (_, { storage }) => ({
        links: storage.sql.exec('SELECT hash FROM sign_in_links').toArray().length,
        alarm: await storage.getAlarm(),
      }))
    const first = await linkFor(key)
    vi.useFakeTimers({ now: first.expires_at * 1000 - 1_000, toFake: ['Date'] })
    try {
      const second = await linkFor(key)
      expect(await kept()).toEqual({ links: 2, alarm: first.expires_at * 1000 })
      vi.setSystemTime(first.expires_at * 1000)
      expect(await runDurableObjectAlarm(object)).toBe(true)
      expect(await kept()).toEqual({ links: 1, alarm: second.expires_at * 1000 })
      vi.setSystemTime(second.expires_at * 1000)
      expect(await runDurableObjectAlarm(object)).toBe(true)
      expect(await kept()).toEqual({ links: 0, alarm: null })
    } finally {
      vi.useRealTimers()
    }
  })

  it('holds the ten newest', async () => {
    const { keyWith } = await newAccount()
    const { key } = await keyWith({})
    const links: Link[] = []
    for (let i = 0; i < 11; i++) links.push(await linkFor(key))
    expect((await redeem(links[0]!.ticket)).status).toBe(401)
    expect((await redeem(links[1]!.ticket)).status).toBe(200)
  })

  it('is made for keys that work alone, and by the operator alone', async () => {
    const { account, owner, keyWith } = await newAccount()
    const { key, keyId } = await keyWith({})
    await admin('DELETE', `/accounts/${account}/keys/${keyId}`)
    expect(await linkFor(key)).toMatchObject({ code: 'not_found' })
    expect(await linkFor('brain_nonesuch')).toMatchObject({ code: 'not_found' })
    expect((await owner.post('/admin/sign-in-links', { key })).status).toBe(401)
  })

  it('that is made up reaches no account', async () => {
    const { account } = await newAccount()
    const tickets = ['', 'link_', `link_${account}${'a'.repeat(32)}`, 5, null, 'x'.repeat(65)]
    const answers = await Promise.all(tickets.map((ticket) => redeem(ticket)))
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 401, 400, 400, 400])
    expect((await redeem('link_'.padEnd(2000, 'x'))).status).toBe(400)
  })
})

describe('the key that is sent', () => {
  it('is told what it may do, whatever that is', async () => {
    const { owner, keyWith } = await newAccount()
    expect((await owner.get('/brain/key')).body).toMatchObject({
      ...{ scopes: ['read', 'write', 'erase'], personas: null, plan: 'enterprise' },
    })
    const bound = await keyWith({ scopes: ['write'], personas: ['ann'] })
    expect((await bound.get('/brain/key')).body).toEqual({
      ...{ key_id: bound.keyId, scopes: ['write'], personas: ['ann'], plan: 'enterprise' },
    })
    expect((await fetchService('/brain/key')).status).toBe(401)
  })
})
