import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  AuthenticationError,
  type BrainClient,
  type BrainError,
  createClient,
} from '../../packages/client/src/client.ts'
import { memoryOperations } from '../../packages/client/src/operations.ts'
import { clientOperations } from '../../scripts/client/client-operations.ts'
import { PROJECT_ROOT } from '../../scripts/project-root.ts'
import { type StartedService, startService } from './service.ts'

let service: StartedService
let client: BrainClient
beforeAll(async () => {
  service = await startService()
  client = createClient({ url: service.url, apiKey: service.key(), adminToken: service.token() })
})
afterAll(() => service?.stop())

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

const read = (path: string): string => readFileSync(join(PROJECT_ROOT, path), 'utf8')

describe('the client', () => {
  it('has every call of the reference, as the reference has it', () => {
    const reference = JSON.parse(read('assets/openapi.json'))
    // `npm run build:reference` writes both.
    expect(read('packages/client/src/operations.ts')).toBe(clientOperations(reference))
    const operations = Object.values(
      reference.paths as Record<string, Record<string, { operationId: string; deprecated?: boolean; tags: string[] }>>,
    )
      .flatMap((methods) => Object.values(methods))
      .filter(({ deprecated }) => !deprecated)
    for (const { operationId, tags } of operations)
      expect([operationId, typeof (tags.includes('admin') ? client.admin : client)[operationId as never]]).toEqual([
        ...[operationId, 'function'],
      ])
  })

  it('remembers and recalls', async () => {
    const { memory_id } = await client.ingest({
      text: 'Ada moved to Lisbon in May.',
      persona: 'ada',
      metadata: { n: 1 },
    })
    const { context, facts } = await client.retrieve({ query: 'Where does Ada live?', persona: 'ada' })
    expect(context).toContain('Lisbon')
    expect(facts[0]?.memory_id).toBe(memory_id)
    expect(await client.getMemory(memory_id!)).toMatchObject({
      text: 'Ada moved to Lisbon in May.',
      metadata: { n: 1 },
    })
    const batch = await client.ingestBatch({ items: [{ text: 'Bob likes milk.' }, { text: 'Bob has a dog.' }] })
    expect(batch.succeeded).toBe(2)
    expect((await client.stats({ user_id: 'me' })).namespace.episodic_count).toBe(3)
    expect((await client.profile({ entity: 'Bob' })).markdown).toContain('milk')
  })

  it('goes through lists page by page, with filters', async () => {
    const items = Array.from({ length: 7 }, (_, n) => ({
      text: `Note number ${n} is about sheep.`,
      metadata: { kind: 'note', n },
    }))
    await client.ingestBatch({ items })
    const found: unknown[] = []
    for await (const { metadata } of client.listMemories({ limit: 3, metadata: { kind: 'note' } }))
      found.push(metadata?.n)
    expect(found).toEqual([6, 5, 4, 3, 2, 1, 0])
    expect((await client.listMemories({ metadata: { kind: 'note', n: 4 } })).memories.length).toBe(1)
    const actions = await all(client.audit({ limit: 2 }))
    expect(actions.length).toBeGreaterThan(2)
  })

  it('changes something once with one key, and tells of another body', async () => {
    const call = { idempotencyKey: 'a key of ours' }
    const first = await client.ingest({ text: 'Carol plays the cello.' }, call)
    expect(await client.ingest({ text: 'Carol plays the cello.' }, call)).toMatchObject({ memory_id: first.memory_id })
    expect((await client.listMemories({ q: 'cello' })).memories.length).toBe(1)
    const other = await client.ingest({ text: 'Carol plays the flute.' }, call).catch((error) => error)
    expect(other).toMatchObject({ name: 'ConflictError', code: 'idempotency_key_reused', status: 422 })
  })

  it('does it again with the same key where the answer is lost, and it is done once', async () => {
    let lost = 0
    const lossy = createClient({
      ...{ url: service.url, apiKey: service.key() },
      fetch: async (...args) => {
        const response = await fetch(...args)
        if (lost++ > 0) return response
        await response.text()
        throw new TypeError('The connection broke.')
      },
    })
    await lossy.ingest({ text: 'Dora collects stamps.' })
    expect(lost).toBe(2)
    expect((await client.listMemories({ q: 'stamps' })).memories.length).toBe(1)
  })

  it('tells what is wrong by classes, with code and request id', async () => {
    const wrong = await createClient({ url: service.url, apiKey: 'none' })
      .retrieve({ query: 'a' })
      .catch((error) => error)
    expect(wrong).toBeInstanceOf(AuthenticationError)
    expect(wrong).toMatchObject({ code: 'invalid_key', status: 401, requestId: expect.stringMatching(/.{8,}/) })
    expect(await client.getMemory('m_unknown').catch((error) => error)).toMatchObject({
      name: 'NotFoundError',
      status: 404,
    })
    const invalid = await client.retrieve({ query: '' }).catch((error) => error)
    expect(invalid).toMatchObject({ name: 'InvalidRequestError', detail: expect.stringContaining('query') })
    const nobody = await createClient({ url: 'http://127.0.0.1:1', maxRetries: 0 })
      .health()
      .catch((error) => error)
    expect(nobody).toMatchObject({ name: 'ConnectionError', code: 'connection_failed', status: 0 })
  })

  it('waits as long as it is told to where it asks too often', async () => {
    const { account } = await client.admin.createAccount({ name: 'often', plan: 'free' })
    const { key } = await client.admin.createKey(account)
    const often = createClient({ url: service.url, apiKey: key, maxRetryAfterMs: 0 })
    const asked = await Promise.allSettled(Array.from({ length: 15 }, () => often.stats({ user_id: 'me' })))
    const refused = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as BrainError] : []))
    expect(refused.length).toBeGreaterThan(0)
    for (const error of refused) expect(error).toMatchObject({ name: 'RateLimitError', code: 'rate_limit_exceeded' })
    expect(refused[0]!.retryAfterMs).toBeGreaterThan(0)
  })

  it.runIf('editMemory' in memoryOperations)('changes, takes back and erases', async () => {
    const { memory_id: id = '' } = await client.ingest({ text: 'Frieda sings in a choir.', persona: 'frieda' })
    expect(await client.editMemory(id, { text: 'Frieda sings in two choirs.' }, { ifMatch: 1 })).toMatchObject({
      version: 2,
    })
    const stale = await client.editMemory(id, { text: 'Frieda sings.' }, { ifMatch: 1 }).catch((error) => error)
    expect(stale).toMatchObject({ name: 'ConflictError', status: 412 })
    expect((await client.memoryHistory(id)).versions.length).toBe(1)
    expect(await client.invalidateMemory(id)).toMatchObject({ state: 'invalidated' })
    expect(await client.restoreMemory(id)).toMatchObject({ state: 'current' })
    expect(await client.forget({ persona: 'frieda', dry_run: true })).toMatchObject({ memories: 1 })
    const receipt = await client.forget({ persona: 'frieda' })
    expect(receipt).toMatchObject({ erased: { memories: 1 }, remaining: 0 })
    expect((await all(client.listReceipts())).length).toBe(1)
  })

  it('serves the operator', async () => {
    const accounts = await all(client.admin.listAccounts({ limit: 1 }))
    expect(accounts.map(({ name }) => name)).toContain('local')
    expect(await client.admin.metrics()).toContain('# TYPE')
    const keys = await client.admin.listKeys('local')
    expect(keys.keys.length).toBeGreaterThan(0)
  })
})
