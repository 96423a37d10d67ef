import { describe, expect, it, vi } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import { BrainError } from '../../src/domain/errors.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { newAccount } from './keyed-calls.ts'
import { fetchThrough } from './service.ts'

const told = { text: 'Nadia lives in Oslo.' }
const once = { 'idempotency-key': 'a' }
const failure = new BrainError('store-unavailable', 'It went away.')

/** Whoever dies says nothing to the account any more. */
const dying = ({ accounts }: Ports) => ({ accounts: { ...accounts, settle: async () => {} } })

const beforeTheWork: Connect = (bindings, trace) => {
  const ports = connect(bindings, trace)
  const remember = () => Promise.reject(failure)
  return { ...ports, ...dying(ports), memory: { ...ports.memory, remember } }
}
const afterTheWork: Connect = (bindings, trace) => {
  const ports = connect(bindings, trace)
  return { ...ports, ...dying(ports) }
}
/** It is done, and the answer is a failure all the same. */
const failing: Connect = (bindings, trace) => {
  const ports = connect(bindings, trace)
  const remember: Ports['memory']['remember'] = async (...asked) => {
    await ports.memory.remember(...asked)
    throw failure
  }
  return { ...ports, memory: { ...ports.memory, remember } }
}

describe('a change that must happen once and broke off', () => {
  async function begin(how: Connect) {
    const account = await newAccount()
    const { key } = await account.keyWith({})
    const headers = { 'x-api-key': key, 'content-type': 'application/json', ...once }
    const first = await fetchThrough(how, '/brain/ingest', { method: 'POST', headers, body: JSON.stringify(told) })
    const stored = async () => ((await account.owner.get('/brain/memories')).body.memories as { id: string }[]).length
    return { ...account, first, stored }
  }

  it('after its work is told again by the store, with one round trip more and no charge', async () => {
    const { first, owner, used, stored } = await begin(afterTheWork)
    const { memory_id, ...counts } = (await first.json()) as Record<string, unknown>
    const again = await owner.post('/brain/ingest', told, once)
    expect([again.status, again.body]).toEqual([200, { ...counts, memory_id, latency_ms: expect.any(Number) }])
    expect((await owner.post('/brain/ingest', { text: 'Other.' }, once)).status).toBe(422)
    const third = await owner.post('/brain/ingest', told, once)
    expect([third.headers.get('idempotent-replayed'), third.body.memory_id]).toEqual(['true', memory_id])
    expect([await used(), await stored()]).toEqual([5, 1])
  })

  it('before its work is under way for a minute, and is then done by the next one', async () => {
    const { first, owner, used, stored } = await begin(beforeTheWork)
    expect(first.status).toBe(503)
    const early = await owner.post('/brain/ingest', told, once)
    expect([early.status, early.body.code]).toEqual([409, 'idempotency_key_in_use'])
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThan(0)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
    const late = await owner.post('/brain/ingest', told, once)
    clock.mockRestore()
    expect([late.status, late.body.facts_ingested]).toEqual([200, 1])
    expect([await used(), await stored()]).toEqual([5, 1])
  })

  it('with a failure is free to be sent again, and nothing is stored twice', async () => {
    const { first, owner, used, stored } = await begin(failing)
    expect([first.status, await used()]).toEqual([503, 0])
    expect((await owner.post('/brain/ingest', told, once)).body).toMatchObject({
      facts_ingested: 1,
      episodic_chunks: 1,
    })
    expect([await used(), await stored()]).toEqual([5, 1])
  })

  it('after a webhook was made makes no second, and shows the secret that holds', async () => {
    const account = await newAccount()
    const { key } = await account.keyWith({})
    const headers = { 'x-api-key': key, 'content-type': 'application/json', ...once }
    const hook = { url: 'https://app.example/hooks' }
    const request = { method: 'POST', headers, body: JSON.stringify(hook) }
    const first = (await (await fetchThrough(afterTheWork, '/brain/webhooks', request)).json()) as { id: string }
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
    const late = await account.owner.post('/brain/webhooks', hook, once)
    clock.mockRestore()
    expect([late.status, late.body.id, late.body.secret]).toEqual([201, first.id, expect.any(String)])
    expect((await account.owner.get('/brain/webhooks')).body.webhooks).toHaveLength(1)
  })

  it('with a failure is not taken for another request of the same key', async () => {
    const { owner, stored } = await begin(failing)
    const other = await owner.post('/brain/ingest', { text: 'Igor lives in Bergen.' }, once)
    expect([other.status, other.body.episodic_chunks]).toEqual([200, 1])
    expect(await stored()).toBe(2)
  })
})
