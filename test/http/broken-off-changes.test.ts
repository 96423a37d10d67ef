import { describe, expect, it } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import { BrainError } from '../../src/domain/errors.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { newAccount } from './keyed-calls.ts'
import { fetchThrough } from './service.ts'

const failure = new BrainError('store-unavailable', 'It went away.')
type Revise = Ports['revisions']['revise']

/** The real service, with another way to the store. */
const revising =
  (revise: (real: Revise) => Revise, more: (ports: Ports) => Partial<Ports> = () => ({})): Connect =>
  (bindings, trace) => {
    const ports = connect(bindings, trace)
    return { ...ports, revisions: { ...ports.revisions, revise: revise(ports.revisions.revise) }, ...more(ports) }
  }

/** It is done, and the answer is a failure all the same. */
const failing = revising((real) => async (...asked) => {
  const revised = await real(...asked)
  if (revised.kind === 'done') throw failure
  return revised
})

/** It is done, and whoever did it says nothing to the account any more. */
const dying = revising(
  (real) => real,
  ({ accounts }) => ({ accounts: { ...accounts, settle: async () => {} } }),
)

async function filled(count: number) {
  const account = await newAccount()
  const { key } = await account.keyWith({})
  const items = Array.from({ length: count }, (_, n) => ({ text: `Box ${n} is number ${n * 7}.`, persona: 'ann' }))
  const { body } = await account.owner.post('/brain/ingest/batch', { items })
  const ids = (body.results as { memory_id: string }[]).map(({ memory_id }) => memory_id)
  const through = async (how: Connect, method: string, path: string, sent?: object, more: object = {}) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', ...more }
    const init = { method, headers, ...(sent ? { body: JSON.stringify(sent) } : {}) }
    const response = await fetchThrough(how, path, init)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const receipts = async () => (await account.owner.get('/brain/receipts')).body.receipts as Record<string, unknown>[]
  return { ...account, ids, through, receipts }
}

describe('a forget that breaks off', () => {
  it('leaves a receipt that says what remains, and the same call goes on with it', async () => {
    const { owner, through, receipts } = await filled(100)
    let slices = 0
    const brittle = revising((real) => async (...asked) => {
      if (slices >= 1) throw failure
      const revised = await real(...asked)
      if (revised.kind === 'done') slices++
      return revised
    })
    expect((await through(brittle, 'POST', '/brain/forget', { persona: 'ann' })).status).toBe(503)
    const [begun] = await receipts()
    const erased = (begun!.erased as { memories: number }).memories
    expect([erased, begun!.remaining]).toEqual([50, 50])
    const { body } = await owner.post('/brain/forget', { persona: 'ann' })
    expect(body).toMatchObject({ receipt_id: begun!.receipt_id, erased: { memories: 100, chunks: 100 }, remaining: 0 })
    expect(await receipts()).toEqual([body])
    // What is told afterwards has a receipt of its own.
    await owner.post('/brain/ingest', { text: 'Box 999 is new.', persona: 'ann' })
    const next = await owner.post('/brain/forget', { persona: 'ann' })
    expect(next.body).toMatchObject({ erased: { memories: 1 } })
    expect(next.body.receipt_id).not.toBe(body.receipt_id)
  }, 120_000)
})

describe('a change that must happen once and broke off', () => {
  const changes = [
    ['PATCH', '', { text: 'Box 0 is gone.' }, { 'if-match': '"1"' }],
    ['POST', '/invalidate', { reason: 'x' }, { 'if-match': '"1"' }],
    ['DELETE', '', undefined, {}],
  ] as const

  it.each([
    ['a failure', failing, 503],
    ['a death', dying, 200],
  ] as const)('after its work, by %s, is told again and not made again', async (_, how, status) => {
    for (const [method, path, sent, headers] of changes) {
      const { owner, through, ids, receipts } = await filled(2)
      const at = `/brain/memories/${ids[0]}${path}`
      const once = { ...headers, 'idempotency-key': 'a' }
      expect((await through(how, method, at, sent, once)).status).toBe(status)
      const again = await owner.send(method, at, sent, once)
      expect([method, path, again.status]).toEqual([method, path, 200])
      const kept = await receipts()
      if (method === 'DELETE') expect(kept).toEqual([again.body])
      else expect(again.body).toMatchObject({ version: method === 'PATCH' ? 2 : 1 })
      const { entries } = (await owner.get('/brain/audit')).body as { entries: { key: string }[] }
      expect(entries.filter((entry) => entry.key !== 'operator')).toHaveLength(2)
    }
  })

  it('erases nothing that was told since', async () => {
    const { owner, through, receipts } = await filled(2)
    const once = { 'idempotency-key': 'a' }
    await through(failing, 'POST', '/brain/forget', { persona: 'ann' }, once)
    await owner.post('/brain/ingest', { text: 'Box 9 was told later.', persona: 'ann' })
    const { status, body } = await owner.post('/brain/forget', { persona: 'ann' }, once)
    expect([status, body.erased]).toMatchObject([200, { memories: 2 }])
    expect(await receipts()).toEqual([body])
    expect((await owner.get('/brain/memories')).body.memories).toMatchObject([{ text: 'Box 9 was told later.' }])
  })
})

describe('a change that needs more and more read', () => {
  it('is given up with 503 after some rounds, and nothing has changed', async () => {
    const { owner, through, ids } = await filled(1)
    let asked = 0
    const insatiable = revising((real) => async (namespace, request) => {
      asked++
      const first = await real(namespace, { ...request, read: [] })
      return first
    })
    const { status, body } = await through(insatiable, 'PATCH', `/brain/memories/${ids[0]}`, { text: 'Box 0 is red.' })
    expect([status, body.code, asked > 1]).toEqual([503, 'overloaded', true])
    expect((await owner.get(`/brain/memories/${ids[0]}`)).body.version).toBe(1)
  })
})
