import { framingOf } from './body-framing.ts'

const CONNECT = 'CONNECT'
const END_OF_HEAD = '\r\n\r\n'
/** The runtime's own bound. */
const MAX_HEAD = 128 * 1024
/** A size in up to eight hexadecimal digits. */
const SIZE_LINE = /^([\da-f]{1,8})\r\n$/i
const MAX_LINE = 10

export interface Followed {
  /** Heads that became whole with these bytes. */
  readonly heads: number
  /** Why nothing more may be passed on, and how many of these bytes came before that. */
  readonly refused: { readonly because: string; readonly after: number } | null
}

/**
 * Follows the requests of a connection, however their bytes are cut and however many come at once: each head is looked at, bodies are only counted.
 * What may be taken for one or the other is refused, so that no request passes unseen as a part of another's body.
 */
export function followRequests() {
  let reading: 'head' | 'size' | 'end of chunk' | 'end of body' = 'head'
  let head = ''
  /** Of a chunked body. */
  let line = ''
  /** Bytes of a body or a chunk that are still to come. */
  let uncounted = 0
  let heads = 0
  let because: string | null = null

  /** Each of these reads on from a place, and says how many bytes it took. */
  const skip = (chunk: Buffer, from: number): number => {
    const bytes = Math.min(uncounted, chunk.length - from)
    uncounted -= bytes
    return bytes
  }

  function readHead(chunk: Buffer, from: number): number {
    // Empty lines before a request mean nothing.
    if (head === '' && (chunk[from] === 0x0d || chunk[from] === 0x0a)) return 1
    const known = head.length
    const end = chunk.indexOf(END_OF_HEAD, from)
    head += chunk.toString('latin1', from, end < 0 ? from + MAX_HEAD : end + END_OF_HEAD.length)
    // It may have begun with the bytes before.
    const found = head.indexOf(END_OF_HEAD, Math.max(0, known - END_OF_HEAD.length + 1))
    if (found >= 0) head = head.slice(0, found + END_OF_HEAD.length)
    const bytes = head.length - known
    if (head.startsWith(CONNECT)) because = 'CONNECT is not served here.'
    else if (/[^\r]\n|\r[^\n]/.test(head.slice(Math.max(0, known - 1))))
      because = 'A line of the head does not end with CRLF.'
    else if (head.length > MAX_HEAD) because = 'The head of the request is too long.'
    else if (found >= 0) becomeWhole()
    return bytes
  }

  function becomeWhole(): void {
    const framing = framingOf(head)
    head = ''
    if (framing === 'chunked') reading = 'size'
    else if ('refused' in framing) because = framing.refused
    else uncounted = framing.bytes
    if (because === null) heads++
  }

  function readLine(chunk: Buffer, from: number): number {
    const end = chunk.indexOf('\n', from)
    const bytes = (end < 0 ? chunk.length : end + 1) - from
    line += chunk.toString('latin1', from, from + Math.min(bytes, MAX_LINE + 1))
    if (line.length > MAX_LINE) because = NO_CHUNKS
    else if (line.endsWith('\n')) becomeLine()
    return bytes
  }

  function becomeLine(): void {
    const size = SIZE_LINE.exec(line)?.[1]
    if ((reading === 'size') !== (size !== undefined) || (size === undefined && line !== '\r\n')) because = NO_CHUNKS
    else if (size !== undefined) {
      uncounted = Number.parseInt(size, 16)
      // What the standard lets follow the last chunk the runtime would take for another request.
      reading = uncounted === 0 ? 'end of body' : 'end of chunk'
    } else reading = reading === 'end of chunk' ? 'size' : 'head'
    line = ''
  }

  return {
    read(chunk: Buffer): Followed {
      heads = 0
      let begun = 0
      for (let at = 0; at < chunk.length; ) {
        if (head === '' && line === '') begun = at
        at += uncounted > 0 ? skip(chunk, at) : reading === 'head' ? readHead(chunk, at) : readLine(chunk, at)
        if (because !== null) return { heads, refused: { because, after: begun } }
      }
      return { heads, refused: null }
    },
  }
}

const NO_CHUNKS = 'The chunks of the body cannot be told apart.'
