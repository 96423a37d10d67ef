import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Problem } from '../../problem.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import type { ImportEntry } from './import-entries.ts'

/** A page is read as a whole. */
const MOST_PAGE_BYTES = 64 * 1024 * 1024

/** The text of a file, part by part, and how many bytes of the file were read by then. */
export type TextParts = AsyncGenerator<{ readonly text: string; readonly bytesRead: number }>

/** `asPage`: it is said to be HTML; else its name and its beginning tell. */
export async function decodedParts(
  entry: ImportEntry,
  asPage: boolean | null,
): Promise<{ readonly isPage: boolean; readonly parts: TextParts }> {
  const { name } = entry
  let bytesRead = 0
  const counted = (async function* () {
    for await (const part of entry.open()) {
      bytesRead += part.byteLength
      yield part
    }
  })()
  const plain = await unpacked(counted, name)
  const { value: first } = await plain.next()
  const head = first ?? Buffer.alloc(0)
  const all = (async function* () {
    if (first) yield first
    yield* plain
  })()
  const isPage = asPage ?? isHtml(name, head)
  if (!isPage)
    return {
      isPage,
      parts: texts(
        all,
        new TextDecoder(encodingOf(name, head), { fatal: true, ignoreBOM: false }),
        name,
        () => bytesRead,
      ),
    }
  return { isPage, parts: page(all, name, () => bytesRead) }
}

/** A stream that is packed by gzip is unpacked as it is read. */
async function unpacked(source: AsyncGenerator<Buffer>, name: string): Promise<AsyncGenerator<Buffer>> {
  const { value: first } = await source.next()
  const all = (async function* () {
    if (first) yield first
    yield* source
  })()
  if (first?.[0] === 0x50 && first[1] === 0x4b && first[2] === 0x03)
    throw new Problem(`${name} is a zip archive: import it as a file.`)
  if (first?.[0] !== 0x1f || first[1] !== 0x8b) return all
  return (async function* () {
    try {
      // What fails in the source fails here too.
      yield* pipeline(Readable.from(all), createGunzip(), () => {}) as AsyncIterable<Buffer>
    } catch (error) {
      if (error instanceof Problem) throw error
      throw new Problem(`${name} is packed by gzip, and damaged or cut off.`)
    }
  })()
}

/** What editors on Windows write says so by its first two bytes. */
function encodingOf(name: string, head: Buffer): string {
  if (!/\.(?:txt|md|markdown|json|jsonl)$/i.test(name)) return 'utf-8'
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8'
}

async function* texts(
  parts: AsyncGenerator<Buffer>,
  decoder: TextDecoder,
  name: string,
  bytesRead: () => number,
): TextParts {
  try {
    for await (const part of parts) yield { text: decoder.decode(part, { stream: true }), bytesRead: bytesRead() }
    yield { text: decoder.decode(), bytesRead: bytesRead() }
  } catch (error) {
    if (error instanceof TypeError) throw new Problem(`${name} is no text in UTF-8.`)
    throw error
  }
}

const isHtml = (name: string, head: Buffer): boolean =>
  /\.x?html?(?:\.gz)?$/i.test(name) ||
  /^(?:\uFEFF|ï»¿)?\s*(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html)\b/i.test(head.subarray(0, 4096).toString('latin1'))

async function* page(parts: AsyncGenerator<Buffer>, name: string, bytesRead: () => number): TextParts {
  const whole: Buffer[] = []
  let length = 0
  for await (const part of parts) {
    whole.push(part)
    length += part.byteLength
    if (length > MOST_PAGE_BYTES)
      throw new Problem(`${name}: a page may have at most ${MOST_PAGE_BYTES / 1024 / 1024} MB.`)
  }
  yield { text: htmlToMarkdown(pageText(Buffer.concat(whole))), bytesRead: bytesRead() }
}

/** As browsers do: by the mark at its beginning, by what it says of itself, as UTF-8, or as what Windows wrote in the West. */
function pageText(bytes: Buffer): string {
  const said = /<meta[^>]{0,200}\bcharset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(
    bytes.subarray(0, 4096).toString('latin1'),
  )?.[1]
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  for (const encoding of [mark, said, 'utf-8'])
    try {
      if (encoding) return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes)
    } catch {
      // It is not what it says.
    }
  return new TextDecoder('windows-1252').decode(bytes)
}
