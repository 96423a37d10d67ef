import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, vi } from 'vitest'
import { admin, type Caller, fetchService, newCaller } from './service.ts'

interface Hook {
  id: string
  url: string
  status: string
  secret: string
  events: string[]
  disabled_reason: string | null
}

interface Delivery {
  event_id: string
  type: string
  status: string
  attempts: number
  answer_status: number | null
  error: string | null
  next_attempt_at: number | null
}

interface Received {
  url: string
  headers: Record<string, string>
  body: string
}

const { WEBHOOKS: internet } = env as unknown as { WEBHOOKS: Fetcher }

async function call<T = Record<string, unknown>>({ key }: Caller, method: string, path: string, body?: unknown) {
  const response = await fetchService(path, {
    method,
    headers: { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as T }
}

async function newReceiver() {
  const url = `https://receiver.example/${crypto.randomUUID()}`
  return {
    url,
    answerWith: (status: number) => internet.fetch(url, { method: 'PUT', body: String(status) }),
    received: async () => (await (await internet.fetch(url)).json()) as Received[],
  }
}

interface Progress {
  readonly [name: string]: SqlStorageValue
  readonly cursor: number
  readonly due: number
}

/** Until the outbox has read the journal to its end, and sent what was due: both happen by alarms within a moment. */
async function settle(account: string): Promise<void> {
  const outbox = env.OUTBOX.getByName(account)
  await vi.waitFor(
    async () => {
      const last = await runInDurableObject(env.VAULT.getByName(account), (_, state) =>
        state.storage.sql.exec<{ id: number }>('SELECT max(id) AS id FROM journal').one(),
      )
      const { cursor, due } = await runInDurableObject(outbox, (_, state) =>
        state.storage.sql
          .exec<Progress>(
            `SELECT (SELECT min(cursor) FROM webhooks WHERE disabled_at IS NULL) AS cursor,
               (SELECT count(*) FROM deliveries WHERE next_at <= ?) AS due`,
            Date.now(),
          )
          .one(),
      )
      expect([cursor === null || cursor >= last.id, due]).toEqual([true, 0])
    },
    { timeout: 20_000, interval: 25 },
  )
}

/** As if the time of the next attempt had come. */
async function nextAttempt(account: string): Promise<void> {
  await runInDurableObject(env.OUTBOX.getByName(account), async (_, state) => {
    state.storage.sql.exec('UPDATE deliveries SET next_at = 1 WHERE next_at IS NOT NULL')
    await state.storage.setAlarm(Date.now())
  })
  await settle(account)
}

async function watched(events?: string[]) {
  const caller = await newCaller('enterprise')
  const receiver = await newReceiver()
  const request = { url: receiver.url, ...(events && { events }) }
  const { body: hook } = await call<Hook>(caller, 'POST', '/brain/webhooks', request)
  return { caller, receiver, hook }
}

const bodies = (received: readonly Received[]) =>
  received.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> })

describe('webhooks', () => {
  it('are told of what was edited, invalidated, restored and erased', async () => {
    const { caller, receiver } = await watched(['memory.updated', 'memory.erased'])
    const { body } = await caller.post<{ memory_id: string }>('/brain/ingest', { text: 'I live in Lisbon.' })
    const path = `/brain/memories/${body.memory_id}`
    await call(caller, 'PATCH', path, { text: 'I live in Porto.' })
    await call(caller, 'POST', `${path}/invalidate`, {})
    await call(caller, 'POST', `${path}/restore`, {})
    await call(caller, 'DELETE', path)
    await settle(caller.account)
    const events = bodies(await receiver.received()).map(({ type, data }) => [type, data.action, data.ids])
    expect(events.sort()).toEqual([
      ['memory.erased', 'memories.delete', [body.memory_id]],
      ['memory.updated', 'memories.edit', [body.memory_id]],
      ['memory.updated', 'memories.invalidate', [body.memory_id]],
      ['memory.updated', 'memories.restore', [body.memory_id]],
    ])
  })

  it('are told of what was created and superseded, signed, by ids and without a text', async () => {
    const { caller, receiver, hook } = await watched()
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await caller.post('/brain/ingest', { text: 'I live in Lisbon.' })
    await caller.post('/brain/ingest', { text: 'I live in Porto now.' })
    await settle(caller.account)
    const received = await receiver.received()
    for (const { headers, body } of received) expect(new Webhook(hook.secret).verify(body, headers)).toBeTruthy()
    const events = bodies(received)
    expect(events.map(({ type }) => type).sort()).toEqual(['memory.created', 'memory.created', 'memory.superseded'])
    const [first] = events.filter(({ type }) => type === 'memory.created')
    const lost = events.find(({ type }) => type === 'memory.superseded')!
    expect(first!.data).toMatchObject({
      account: caller.account,
      action: 'ingest',
      ids: [expect.stringMatching(/^m_/)],
    })
    expect(lost.data.ids).toEqual(first!.data.ids)
    expect(JSON.stringify(received)).not.toMatch(/lisbon|porto/i)
    const { body } = await call<{ deliveries: Delivery[] }>(caller, 'GET', `/brain/webhooks/${hook.id}/deliveries`)
    expect(body.deliveries.map(({ status, attempts, answer_status }) => [status, attempts, answer_status])).toEqual(
      Array(3).fill(['delivered', 1, 200]),
    )
  })

  it('get only the events that they asked for, and pruning and erasing among them', async () => {
    const { caller, receiver } = await watched(['memory.pruned', 'memory.erased'])
    await caller.post('/brain/ingest', { text: 'The spare key hangs behind the door.' })
    await caller.post('/brain/prune', { threshold: 1, dry_run: false })
    await settle(caller.account)
    expect(bodies(await receiver.received()).map(({ type }) => type)).toEqual(['memory.pruned'])
    await admin('DELETE', `/accounts/${caller.account}`)
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(2), { timeout: 20_000, interval: 25 })
    const last = bodies(await receiver.received()).at(-1)!
    expect([last.type, last.data.all]).toEqual(['memory.erased', true])
    // When it is told, nothing of it is left.
    const left = () =>
      runInDurableObject(env.OUTBOX.getByName(caller.account), (_, state) =>
        state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name IN ('webhooks', 'deliveries')").toArray(),
      )
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000, interval: 25 })
  })

  it('are tried again with the same id until they answer, ever more slowly', async () => {
    const { caller, receiver, hook } = await watched(['memory.created'])
    await receiver.answerWith(500)
    await caller.post('/brain/ingest', { text: 'The ferry leaves at nine.' })
    await settle(caller.account)
    const look = async () =>
      (await call<{ deliveries: Delivery[] }>(caller, 'GET', `/brain/webhooks/${hook.id}/deliveries`)).body
        .deliveries[0]!
    const first = await look()
    expect(first).toMatchObject({ status: 'pending', attempts: 1, answer_status: 500, error: null })
    expect(first.next_attempt_at! - Date.now() / 1000).toBeLessThan(6)
    await nextAttempt(caller.account)
    expect((await look()).next_attempt_at! - Date.now() / 1000).toBeGreaterThan(200)
    await receiver.answerWith(302)
    await nextAttempt(caller.account)
    expect(await look()).toMatchObject({ answer_status: 302, error: 'redirects are not followed' })
    expect((await call<{ webhooks: Hook[] }>(caller, 'GET', '/brain/webhooks')).body.webhooks[0]!.status).toBe(
      'failing',
    )
    await receiver.answerWith(202)
    await nextAttempt(caller.account)
    expect(await look()).toMatchObject({ status: 'delivered', attempts: 4 })
    const received = await receiver.received()
    expect(received).toHaveLength(4)
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await call<{ webhooks: Hook[] }>(caller, 'GET', '/brain/webhooks')).body.webhooks[0]!.status).toBe('active')
  })

  it('are given up after the last try, disabled when they are gone, and brought back by a test that works', async () => {
    const { caller, receiver, hook } = await watched(['memory.created'])
    const deliveries = async () =>
      (await call<{ deliveries: Delivery[] }>(caller, 'GET', `/brain/webhooks/${hook.id}/deliveries`)).body.deliveries
    await receiver.answerWith(503)
    await caller.post('/brain/ingest', { text: 'The baker is closed on Monday.' })
    await settle(caller.account)
    for (let n = 0; n < 7; n++) await nextAttempt(caller.account)
    expect((await deliveries())[0]).toMatchObject({ status: 'dead', attempts: 8, next_attempt_at: null })

    await receiver.answerWith(410)
    await caller.post('/brain/ingest', { text: 'The butcher is closed on Tuesday.' })
    await settle(caller.account)
    const [gone] = (await call<{ webhooks: Hook[] }>(caller, 'GET', '/brain/webhooks')).body.webhooks
    expect([gone!.status, gone!.disabled_reason]).toEqual(['disabled', 'It answered 410 Gone.'])
    await caller.post('/brain/ingest', { text: 'The florist is closed on Friday.' })
    await settle(caller.account)
    const sent = (await receiver.received()).length
    expect(sent).toBe(9)

    await receiver.answerWith(200)
    const { body: test } = await call<Delivery>(caller, 'POST', `/brain/webhooks/${hook.id}/test`)
    expect(test).toMatchObject({ type: 'webhook.test', status: 'delivered', attempts: 1, answer_status: 200 })
    await settle(caller.account)
    // What came while it was disabled was kept in the journal.
    expect(bodies(await receiver.received()).map(({ type }) => type)).toEqual([
      ...Array(9).fill('memory.created'),
      'webhook.test',
      'memory.created',
    ])
  })

  it('are disabled when every delivery has failed for 5 days, and say so', async () => {
    const { caller, receiver, hook } = await watched(['memory.created'])
    await receiver.answerWith(500)
    await caller.post('/brain/ingest', { text: 'The tram stops at the mill.' })
    await settle(caller.account)
    await runInDurableObject(env.OUTBOX.getByName(caller.account), (_, state) => {
      state.storage.sql.exec('UPDATE webhooks SET failing_since = ?', Date.now() - 6 * 86_400_000)
    })
    await nextAttempt(caller.account)
    const [disabled] = (await call<{ webhooks: Hook[] }>(caller, 'GET', '/brain/webhooks')).body.webhooks
    expect(disabled).toMatchObject({ status: 'disabled', disabled_reason: 'Every delivery failed for 5 days.' })
    const { body } = await call<{ deliveries: Delivery[] }>(caller, 'GET', `/brain/webhooks/${hook.id}/deliveries`)
    expect(body.deliveries.map(({ status }) => status)).toEqual(['dead'])
  })

  it('have a secret that can be replaced: for a day both sign', async () => {
    const { caller, receiver, hook } = await watched(['memory.created'])
    const rotated = await call<Hook & { former_secret_until: number }>(
      caller,
      'POST',
      `/brain/webhooks/${hook.id}/rotate`,
    )
    expect(rotated.body.secret).not.toBe(hook.secret)
    await caller.post('/brain/ingest', { text: 'The pool opens in May.' })
    await settle(caller.account)
    const [{ headers, body }] = (await receiver.received()) as [Received]
    for (const secret of [hook.secret, rotated.body.secret])
      expect(new Webhook(secret).verify(body, headers)).toBeTruthy()
    const other = `whsec_${btoa('another secret of another webhook')}`
    expect(() => new Webhook(other).verify(body, headers)).toThrow()
    const listed = JSON.stringify((await call(caller, 'GET', '/brain/webhooks')).body)
    expect(listed).not.toMatch(/whsec_/)
  })

  it('lead to public addresses alone, and are five at most', async () => {
    const caller = await newCaller('enterprise')
    const add = (url: string) => call<{ detail: string }>(caller, 'POST', '/brain/webhooks', { url })
    for (const url of ['http://app.example/', 'https://localhost/', 'https://0x7f.1/', 'https://[::ffff:10.0.0.1]/']) {
      const { status, body } = await add(url)
      expect([url, status]).toEqual([url, 400])
      expect(body.detail).toMatch(/^url: must /)
    }
    for (let n = 0; n < 5; n++) expect((await add(`https://app.example/${n}`)).status).toBe(201)
    expect((await add('https://app.example/6')).status).toBe(409)
    const [{ id }] = (await call<{ webhooks: Hook[] }>(caller, 'GET', '/brain/webhooks')).body.webhooks as [Hook]
    expect((await call(caller, 'DELETE', `/brain/webhooks/${id}`)).status).toBe(200)
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/rotate'],
      ['GET', '/deliveries'],
    ] as const)
      expect((await call(caller, method, `/brain/webhooks/${id}${path}`)).status).toBe(404)
    expect((await add('https://app.example/6')).status).toBe(201)
  })

  it("know nothing of another account's", async () => {
    const { hook } = await watched()
    const stranger = await newCaller('enterprise')
    expect((await call(stranger, 'GET', '/brain/webhooks')).body).toEqual({ webhooks: [] })
    expect((await call(stranger, 'POST', `/brain/webhooks/${hook.id}/test`)).status).toBe(404)
  })
})
