import { describe, expect, it } from 'vitest'
import { createClient } from '../src/client.ts'
import { json, refusal, scriptedFetch } from './scripted-fetch.ts'

const url = 'http://brain.test'

/** An answer that arrives in these parts; what is an error breaks it off. */
function inParts(...parts: (string | Uint8Array | Error)[]): { response: Response; wasCancelled: () => boolean } {
  let isCancelled = false
  const left = [...parts]
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const part = left.shift()
        if (part === undefined) controller.close()
        else if (part instanceof Error) controller.error(part)
        else controller.enqueue(typeof part === 'string' ? new TextEncoder().encode(part) : part)
      },
      cancel() {
        isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { response: new Response(body), wasCancelled: () => isCancelled }
}

const once = (response: Response) => scriptedFetch(() => response)

async function all<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const line of lines) found.push(line)
  return found
}

describe('an export', () => {
  it('is read line by line, wherever its parts are cut', async () => {
    const umlaut = new TextEncoder().encode('{"t":"ä"}\n')
    const { response } = inParts('{"a":1}\n{"a"', ':2}\n\n', umlaut.slice(0, 7), umlaut.slice(7), '{"a":3}')
    const { fetch, asked } = once(response)
    const lines = createClient({ url, fetch }).export({ persona: 'ada', vectors: true })
    expect(asked).toEqual([])
    expect(await all(lines)).toEqual([{ a: 1 }, { a: 2 }, { t: 'ä' }, { a: 3 }])
    expect(asked[0]!.url).toBe('http://brain.test/brain/export?persona=ada&vectors=true')
  })

  it('stops when nobody reads on', async () => {
    const { response, wasCancelled } = inParts('{"a":1}\n', '{"a":2}\n', '{"a":3}\n')
    for await (const _ of createClient({ url, fetch: once(response).fetch }).export()) break
    expect(wasCancelled()).toBe(true)
  })

  it('tells of a connection that breaks and of a line that is none, after what came before', async () => {
    for (const [parts, code] of [
      [['{"a":1}\n', new Error('broken')], 'connection_failed'],
      [['{"a":1}\n', 'what?\n'], 'unexpected_answer'],
    ] as const) {
      const seen: unknown[] = []
      const read = async () => {
        for await (const line of createClient({ url, fetch: once(inParts(...parts).response).fetch }).export())
          seen.push(line)
      }
      await expect(read()).rejects.toMatchObject({ code })
      expect(seen).toEqual([{ a: 1 }])
    }
  })

  it('is begun again where it could not be begun', async () => {
    const { fetch, asked } = scriptedFetch(
      refusal(503, 'loading', { 'retry-after': '0' }),
      () => inParts('{"a":1}\n').response,
    )
    expect(await all(createClient({ url, fetch }).export())).toEqual([{ a: 1 }])
    expect(asked.length).toBe(2)
  })

  it('may be looked at for longer than the timeout, which holds for what arrives', async () => {
    const { response } = inParts('{"a":1}\n{"a":2}\n', '{"a":3}\n')
    const found: unknown[] = []
    for await (const line of createClient({ url, fetch: once(response).fetch, timeoutMs: 300 }).export()) {
      found.push(line)
      await new Promise((done) => setTimeout(done, 400))
    }
    expect(found.length).toBe(3)
  })
})

describe('an import', () => {
  it('sends what is given, the same at every try', async () => {
    const { fetch, asked } = scriptedFetch(refusal(503, 'overloaded', { 'retry-after': '0' }), json({ imported: 2 }))
    const client = createClient({ url, fetch })
    async function* lines() {
      yield { text: 'a' }
      yield { text: 'b' }
    }
    await client.import(lines(), { format: 'items', dry_run: true })
    expect(asked.map(({ body }) => body)).toEqual(['{"text":"a"}\n{"text":"b"}\n', '{"text":"a"}\n{"text":"b"}\n'])
    expect(asked[0]!.url).toBe('http://brain.test/brain/import?format=items&dry_run=true')
    expect(asked[0]!.headers.get('content-type')).toBe('application/x-ndjson')
    expect(asked[0]!.headers.get('idempotency-key')).toBe(asked[1]!.headers.get('idempotency-key'))
    await client.import('# Notes', { format: 'text' })
    await client.import([{ text: 'a' }], { format: 'items' })
    await client.import(new TextEncoder().encode('b'), { format: 'text' })
    expect(asked.slice(2).map(({ body }) => body)).toEqual(['# Notes', '{"text":"a"}\n', 'b'])
  })
})

describe('changing a memory', () => {
  it('names the version that it changes, as an ETag', async () => {
    const { fetch, asked } = scriptedFetch(json({ id: 'm_1', version: 3 }))
    const client = createClient({ url, fetch })
    await client.editMemory('m_1', { text: 'b' }, { ifMatch: 2 })
    await client.deleteMemory('m_1')
    expect(asked.map(({ method, headers }) => [method, headers.get('if-match')])).toEqual([
      ['PATCH', '"2"'],
      ['DELETE', null],
    ])
    expect(asked.every(({ headers }) => headers.has('idempotency-key'))).toBe(true)
  })
})
