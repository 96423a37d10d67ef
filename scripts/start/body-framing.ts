/** How the body of a request ends: after so many bytes, or with its last chunk. */
export type Framing = { readonly bytes: number } | 'chunked' | { readonly refused: string }

const FIELD = /^([!#$%&'*+.^_`|~\w-]+):(.*)$/
/** Blanks at either end, and none but these. A run inside is looked at once, not from each of its places. */
const BLANKS_AROUND = /^[ \t]+|(?<![ \t])[ \t]+$/g
/** More than any body that is taken, and a number without doubt. */
const LENGTH = /^\d{1,15}$/

/**
 * Reads where the body ends from a whole head of HTTP/1.1, its lines ended by CRLF. What two readers may take differently is refused: lines that go on with
 * a blank, a length that is told twice, or beside chunks.
 */
export function framingOf(head: string): Framing {
  const lengths: string[] = []
  const encodings: string[] = []
  let hosts = 0
  for (const line of head.split('\r\n').slice(1)) {
    if (line === '') continue
    const field = FIELD.exec(line)
    if (!field) return { refused: 'A line of the head is no field.' }
    const [, name, said] = field as unknown as [string, string, string]
    const value = said.replace(BLANKS_AROUND, '')
    if (name.toLowerCase() === 'host') hosts++
    if (name.toLowerCase() === 'content-length') lengths.push(value)
    if (name.toLowerCase() === 'transfer-encoding') encodings.push(value)
  }
  if (hosts !== 1) return { refused: 'A request names one Host.' }
  if (lengths.length + encodings.length > 1) return { refused: 'The length of the body is told more than once.' }
  if (encodings.length > 0)
    return encodings[0]!.toLowerCase() === 'chunked'
      ? 'chunked'
      : { refused: 'Of transfer encodings only chunked is known.' }
  const [length = '0'] = lengths
  return LENGTH.test(length) ? { bytes: Number(length) } : { refused: 'Content-Length is no length.' }
}
