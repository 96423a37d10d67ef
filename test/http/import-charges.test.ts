import { describe, expect, it } from 'vitest'
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
