import type { Connection } from './connection.ts'

/** NDJSON as it arrives: one value a line. */
export type Lines<T> = AsyncIterable<T>

/** NDJSON to be sent: as text, as bytes, or value by value. */
export type LinesBody = string | Uint8Array | Blob | Iterable<unknown> | AsyncIterable<unknown>

/** The values of an answer of NDJSON. The timeout holds for each part of it, and not while the caller looks at a value. */
export async function* readLines<T>({ response, within, close }: Connection): AsyncGenerator<T> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let isOver = reader === undefined; !isOver; ) {
      const { done, value } = await within(() => reader!.read())
      isOver = done
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = done ? '' : lines.pop()!
      for (const line of lines) if (line.trim() !== '') yield await within(async () => JSON.parse(line) as T)
    }
  } finally {
    close()
    // Who stops in the middle wants no more of it.
    reader?.cancel().catch(() => {})
  }
}

/** What is sent, in one piece: it has to be the same at every try. */
export async function writeLines(body: LinesBody): Promise<string | Uint8Array<ArrayBuffer> | Blob> {
  if (typeof body === 'string' || body instanceof Blob) return body
  if (body instanceof Uint8Array) return body as Uint8Array<ArrayBuffer>
  let text = ''
  for await (const value of body) text += `${JSON.stringify(value)}\n`
  return text
}
