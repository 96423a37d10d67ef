import { framingOf } from './body-framing.ts'
import { type Refusal, refusalOfLine } from './request-line.ts'

const CONNECT = 'CONNECT'
const END_OF_HEAD = '\r\n\r\n'
/** The runtime's own bound. */
const MAX_HEAD = 128 * 1024
/** A size in up to eight hexadecimal digits. */
const SIZE_LINE = /^([\da-f]{1,8})\r\n$/i
const MAX_LINE = 10
/** The service reads a body so far before it answers that it is too large; what comes after that it would leave unread. */
const MAX_BODY = 32 * 1024 * 1024 + 1

export interface Followed {
  /** Heads that became whole with these bytes, of requests that are passed on. */
  readonly heads: number
  /** Why nothing more may be passed on, and how many of these bytes came before the refused request, or before what is refused of one that was begun earlier. */
  readonly refused: (Refusal & { readonly after: number; readonly isBegun: boolean }) | null
  /** So many of these bytes are all that anybody reads of a body. */
  readonly full: number | null
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
  /** Bytes of a body that came. */
  let counted = 0
  let heads = 0
  let refusal: Refusal | null = null
  const refuse = (because: string) => {
    refusal = { status: 400, because }
  }

  /** Each of these reads on from a place, and says how many bytes it took. */
  const skip = (chunk: Buffer, from: number): number => {
    const bytes = Math.min(uncounted, chunk.length - from, MAX_BODY - counted)
    uncounted -= bytes
    counted += bytes
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
    if (head.startsWith(CONNECT)) refuse('CONNECT is not served here.')
    else if (/[^\r]\n|\r[^\n]/.test(head.slice(Math.max(0, known - 1))))
      refuse('A line of the head does not end with CRLF.')
    else if (head.length > MAX_HEAD) refuse('The head of the request is too long.')
    else if (found >= 0) becomeWhole()
    return bytes
  }

  function becomeWhole(): void {
    const framing = framingOf(head)
    refusal = refusalOfLine(head.slice(0, head.indexOf('\r\n')))
    head = ''
    counted = 0
    if (framing === 'chunked') reading = 'size'
    else if ('bytes' in framing) uncounted = framing.bytes
    else if (!refusal) refuse(framing.refused)
    if (!refusal) heads++
  }

  function readLine(chunk: Buffer, from: number): number {
    const end = chunk.indexOf('\n', from)
    const bytes = (end < 0 ? chunk.length : end + 1) - from
    line += chunk.toString('latin1', from, from + Math.min(bytes, MAX_LINE + 1))
    if (line.length > MAX_LINE) refuse(NO_CHUNKS)
    else if (line.endsWith('\n')) becomeLine()
    return bytes
  }

  function becomeLine(): void {
    const size = SIZE_LINE.exec(line)?.[1]
    if ((reading === 'size') !== (size !== undefined) || (size === undefined && line !== '\r\n')) refuse(NO_CHUNKS)
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
      /** Where the request that is being read began, if it did among these bytes. */
      let begun: number | null = null
      let part = 0
      for (let at = 0; at < chunk.length; ) {
        const isBetween = reading === 'head' && uncounted === 0 && head === ''
        if (isBetween) begun = at
        if (head === '' && line === '') part = at
        const isHead = reading === 'head' && uncounted === 0
        at += uncounted > 0 ? skip(chunk, at) : isHead ? readHead(chunk, at) : readLine(chunk, at)
        if (refusal) {
          // A head that was passed on with its answer still to come is none that is refused.
          const isBegun = !isHead && begun === null
          return {
            heads: heads - (isHead || isBegun ? 0 : 1),
            refused: { ...(refusal as Refusal), after: begun ?? part, isBegun },
            full: null,
          }
        }
        if (counted === MAX_BODY) return { heads, refused: null, full: at }
      }
      return { heads, refused: null, full: null }
    },
  }
}

const NO_CHUNKS = 'The chunks of the body cannot be told apart.'
