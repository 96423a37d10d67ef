import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { IMPORT_FORMATS, type ImportFormat } from '../../../src/domain/import/import-formats.ts'
import { recogniseFormat } from '../../../src/domain/import/recognise-format.ts'
import { Problem, usageProblem } from '../../problem.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

/** A page is read as a whole. */
const MOST_PAGE_BYTES = 64 * 1024 * 1024
const HEAD_CHARACTERS = 64 * 1024

/** A file to be imported, with as much as is known before it is read. */
export interface ImportSource {
  readonly name: string
  readonly format: ImportFormat | 'edge-brain'
  /** null: not known, as of the standard input. */
  readonly bytes: number | null
  /** The text, part by part, and how many bytes of the file were read by then. */
  readonly parts: AsyncIterable<{ readonly text: string; readonly bytesRead: number }>
}

/** Opens a file, or the standard input for -. `asked`: what it is said to be; else its content tells. */
export async function openImport(path: string, asked: string | null): Promise<ImportSource> {
  const isOther = asked === 'html' || asked === 'edge-brain'
  if (asked !== null && !isOther && !IMPORT_FORMATS.includes(asked as ImportFormat))
    throw usageProblem(`--format: must be one of edge-brain, ${IMPORT_FORMATS.join(', ')} or html.`)
  const isInput = path === '-'
  if (!isInput && !existsSync(path)) throw new Problem(`${path} does not exist.`)
  if (!isInput && statSync(path).isDirectory()) throw new Problem(`${path} is a folder: import its files one by one.`)
  const parts = decoded(isInput ? process.stdin : createReadStream(path), path)
  const first: { text: string; bytesRead: number }[] = []
  let head = ''
  while (head.length < HEAD_CHARACTERS) {
    const { value, done } = await parts.next()
    if (done) break
    first.push(value)
    head += value.text
  }
  const whole = (async function* () {
    yield* first
    yield* parts
  })()
  const name = isInput ? 'standard input' : basename(path)
  const bytes = isInput ? null : statSync(path).size
  if (asked === 'html' || (asked === null && isHtml(path, head)))
    return { name, format: 'text', bytes, parts: asMarkdown(whole) }
  const format = (asked as ImportFormat | null) ?? byName(path) ?? recogniseFormat(head)
  if (format === null)
    throw new Problem(
      `${name}: nothing tells what it is; say so with --format (edge-brain, ${IMPORT_FORMATS.join(', ')}, html).`,
    )
  return { name, format, bytes, parts: whole }
}

const isHtml = (path: string, head: string): boolean =>
  /^\.x?html?$/i.test(extname(path)) || /^\s*(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html)\b/i.test(head)

/** Notes may begin with a bracket, and are none of the formats nevertheless. */
const byName = (path: string): ImportFormat | null => (/^\.(?:md|markdown|txt)$/i.test(extname(path)) ? 'text' : null)

async function* decoded(stream: Readable, path: string) {
  let bytesRead = 0
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
  const counted = (async function* () {
    for await (const part of stream as AsyncIterable<Buffer>) {
      bytesRead += part.byteLength
      yield part
    }
  })()
  const { value: first } = await counted.next()
  if (first === undefined) return
  if (first[0] === 0x50 && first[1] === 0x4b && first[2] === 0x03)
    throw new Problem(`${path} is a zip archive: unpack it, and import the file in it.`)
  const all = (async function* () {
    yield first
    yield* counted
  })()
  const isGzip = first[0] === 0x1f && first[1] === 0x8b
  const plain: AsyncIterable<Buffer> = isGzip ? unpacked(all) : all
  try {
    for await (const part of plain) yield { text: decoder.decode(part, { stream: true }), bytesRead }
    yield { text: decoder.decode(), bytesRead }
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('Z_'))
      throw new Problem(`${path} is packed with gzip, and is cut off or was changed.`)
    if (error instanceof TypeError) throw new Problem(`${path} is no text in UTF-8.`)
    throw error
  }
}

function unpacked(packed: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const gunzip = createGunzip()
  // What goes wrong is found by whoever reads.
  pipeline(packed, gunzip).catch(() => undefined)
  return gunzip
}

async function* asMarkdown(parts: AsyncIterable<{ text: string; bytesRead: number }>) {
  let html = ''
  let bytesRead = 0
  for await (const part of parts) {
    html += part.text
    bytesRead = part.bytesRead
    if (bytesRead > MOST_PAGE_BYTES) throw new Problem(`A page may have at most ${MOST_PAGE_BYTES / 1024 / 1024} MB.`)
  }
  yield { text: htmlToMarkdown(html), bytesRead }
}
