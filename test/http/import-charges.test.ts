import { describe, expect, it, vi } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import { BrainError } from '../../src/domain/errors.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import type { PortableRow } from '../../src/ports/portable.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { newAccount } from './keyed-calls.ts'
import { fetchThrough } from './service.ts'

/** The real service, with something else of it in between. */
const through =
  (more: (ports: Ports) => Partial<Ports>): Connect =>
  (bindings, trace) => {
    const ports = connect(bindings, trace)
    return { ...ports, ...more(ports) }
  }

async function open() {
  const account = await newAccount()
  const { key } = await account.keyWith({})
  const send = async (how: Connect, format: string, lines: readonly object[], more: Record<string, string> = {}) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson', ...more }
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    const response = await fetchThrough(how, `/brain/import?format=${format}`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }
  return { ...account, send }
}

const HEADER = { format: 'edge-brain', version: 1, embedder: null, vectors: false }
const LINES = Array.from({ length: 1_500 }, (_, at) => ({
  ...{ type: 'memory', id: at + 1, persona: 'shared', source: 'user', level: 20, session: null, speaker: null },
  ...{ occurred_at: 1, created_at: 1, stated_at: 1, text: null, version: 1, metadata: null, changes: null },
  ...{ stated: [], versions: [], chunks: [], facts: [], parked: [] },
}))

describe('an import of which a part is stored before it is refused', () => {
  it.each([{}, { 'idempotency-key': 'once' }])('is charged for what a restore has stored: %j', async (headers) => {
    const { send, used } = await open()
    let stored = 0
    /** Before the second batch somebody else brings another memory of the last one's number. */
    const raced = through(({ portable }) => ({
      portable: {
        ...portable,
        async restoreRows(namespace, request) {
          if (!request.dryRun && stored++ === 1) {
            const last = { ...(request.rows.at(-1) as Extract<PortableRow, { type: 'memory' }>), occurredAt: 2 }
            await portable.restoreRows(namespace, { ...request, rows: [last] })
          }
          return portable.restoreRows(namespace, request)
        },
      },
    }))
    expect(await send(raced, 'edge-brain', [HEADER, ...LINES], headers)).toBe(409)
    expect(await used()).toBe(1_000)
    expect(await send(connect, 'edge-brain', [HEADER, ...LINES])).toBe(409)
    expect(await used()).toBe(1_000)
    expect(await send(connect, 'edge-brain', [HEADER, ...LINES.slice(0, -1)])).toBe(200)
    expect(await used()).toBe(1_499)
  })

  it('is charged for the texts that are stored, and for the others when they are sent again', async () => {
    const { send, used } = await open()
    const texts = Array.from({ length: 120 }, (_, at) => ({ text: `Box ${at}.` }))
    let calls = 0
    const brittle = through(({ memory }) => ({
      memory: {
        ...memory,
        async remember(...asked) {
          if (calls++ > 0) throw new BrainError('store-unavailable', 'It went away.')
          return memory.remember(...asked)
        },
      },
    }))
    expect(await send(brittle, 'items', texts)).toBe(503)
    expect(await used()).toBe(500)
    expect(await send(connect, 'items', texts)).toBe(200)
    expect(await used()).toBe(600)
  })
})

describe('an import that breaks off between its batches, and is gone on with under the same key', () => {
  const once = { 'idempotency-key': 'part-1' }
  const texts = Array.from({ length: 250 }, (_, at) => ({ text: `Box ${at}.`, import_id: `b${at}` }))
  const beside = Array.from({ length: 1_500 }, (_, at) => ({ ...LINES[at]! }))
  const gone = new BrainError('store-unavailable', 'It went away.')

  /** Stores so many batches. Whoever is killed says nothing to the account any more. */
  const brokenAfter = (batches: number, isKilled: boolean): Connect => {
    let stored = 0
    return through(({ memory, portable, accounts }) => ({
      memory: {
        ...memory,
        remember: async (...asked) => {
          if (stored++ >= batches) throw gone
          return memory.remember(...asked)
        },
      },
      portable: {
        ...portable,
        restoreRows: async (namespace, request) => {
          if (!request.dryRun && stored++ >= batches) throw gone
          return portable.restoreRows(namespace, request)
        },
      },
      ...(isKilled ? { accounts: { ...accounts, settle: async () => {} } } : {}),
    }))
  }
  /** When nobody is believed to be at work any more. */
  async function later<T>(work: () => Promise<T>): Promise<T> {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
    return work().finally(() => clock.mockRestore())
  }

  it.each([
    ['items', texts, 1_250, texts.slice(0, 10), 50],
    ['edge-brain', [HEADER, ...beside], 1_500, [HEADER, ...beside.slice(0, 10)], 10],
  ] as const)('is paid for once and whole, of format %s', async (format, lines, whole, known, paid) => {
    const { send, used } = await open()
    // Some of it was there before.
    expect(await send(connect, format, known)).toBe(200)
    expect(await used()).toBe(paid)
    expect(await send(brokenAfter(1, true), format, lines, once)).toBe(503)
    expect(await send(connect, format, lines, once)).toBe(409)
    expect(await later(() => send(connect, format, lines, once))).toBe(200)
    expect(await used()).toBe(whole)
    expect(await send(connect, format, lines, once)).toBe(200)
    expect(await used()).toBe(whole)
  })

  it.each([
    [true, false],
    [false, true],
    [true, true],
  ])('is paid for once where it breaks off twice, killed %j and then %j', async (first, second) => {
    const { send, used } = await open()
    expect(await send(brokenAfter(1, first), 'items', texts, once)).toBe(503)
    expect(await later(() => send(brokenAfter(1, second), 'items', texts, once))).toBe(503)
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 200_000)
    expect(await send(connect, 'items', texts, once)).toBe(200)
    clock.mockRestore()
    expect(await used()).toBe(1_250)
  })

  it('says what the whole of it came to', async () => {
    const account = await newAccount()
    const { key } = await account.keyWith({})
    const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson', ...once }
    const body = texts.map((line) => JSON.stringify(line)).join('\n')
    const ask = (how: Connect) => fetchThrough(how, '/brain/import?format=items', { method: 'POST', headers, body })
    await (await ask(brokenAfter(2, true))).arrayBuffer()
    const answer = await later(async () => (await ask(connect)).json())
    expect(answer).toMatchObject({ imported: 250, already_imported: 0, operations: 1_250 })
  })
})
