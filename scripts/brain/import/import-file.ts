import { existsSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { IMPORT_FORMATS, type ImportFormat } from '../../../src/domain/import/import-formats.ts'
import { recogniseFormat } from '../../../src/domain/import/recognise-format.ts'
import { Problem, usageProblem } from '../../problem.ts'
import { decodedParts, type TextParts } from './decoded-parts.ts'
import { type ImportEntry, importEntries } from './import-entries.ts'

const HEAD_CHARACTERS = 64 * 1024

/** A file to be imported, with as much as is known before it is read. */
export interface ImportSource {
  readonly name: string
  readonly format: ImportFormat | 'edge-brain'
  /** null: not known, as of the standard input. */
  readonly bytes: number | null
  /** When it was written last, in ms since the epoch; null: not known. */
  readonly modifiedAt?: number | null
  /** The text, part by part, and how many bytes of the file were read by then. */
  readonly parts: AsyncIterable<{ readonly text: string; readonly bytesRead: number }>
}

/** What is imported at once: a file, or those of a folder or an archive. */
export interface ImportSources {
  readonly name: string
  /** Of all of them; null: not known. */
  readonly bytes: number | null
  /** How many files of a folder or an archive are read, and how many are none that can be; null: it is one file. */
  readonly files: { readonly read: number; readonly leftOut: number } | null
  /** One after the other; one that cannot be opened is named. */
  sources(): AsyncGenerator<ImportSource | { readonly name: string; readonly problem: string }>
}

const FORMATS = `edge-brain, ${IMPORT_FORMATS.join(', ')}`

/** Opens a file, a folder or a zip archive, or the standard input for -. `asked`: what it is said to be; else its content tells. */
export async function openImports(path: string, asked: string | null): Promise<ImportSources> {
  checkFormat(asked)
  const name = path === '-' ? 'standard input' : basename(path)
  const { isMany, entries, leftOut } = await entriesAt(path)
  if (entries.length === 0) throw new Problem(`${path} has no files that can be read: Markdown, text, HTML or JSON.`)
  const sizes = entries.map(({ bytes }) => bytes)
  return {
    name,
    bytes: sizes.includes(null) ? null : sizes.reduce<number>((sum, bytes) => sum + bytes!, 0),
    files: isMany ? { read: entries.length, leftOut } : null,
    async *sources() {
      for (const entry of entries)
        yield await openEntry(entry, asked).catch((error: unknown) => {
          if (!isMany || !(error instanceof Problem)) throw error
          return { name: entry.name, problem: error.message }
        })
    },
  }
}

/** Opens one file. */
export async function openImport(path: string, asked: string | null): Promise<ImportSource> {
  checkFormat(asked)
  const { isMany, entries } = await entriesAt(path)
  if (isMany) throw new Problem(`${path} is not one file.`)
  return await openEntry(entries[0]!, asked)
}

function checkFormat(asked: string | null): void {
  const isOther = asked === null || asked === 'html' || asked === 'edge-brain'
  if (!isOther && !IMPORT_FORMATS.includes(asked as ImportFormat))
    throw usageProblem(`--format: must be one of ${FORMATS} or html.`)
}

async function entriesAt(path: string) {
  if (path === '-') {
    const input = { name: '', bytes: null, modifiedAt: null, open: () => process.stdin as AsyncIterable<Buffer> }
    return { isMany: false, entries: [input], leftOut: 0 }
  }
  if (!existsSync(path)) throw new Problem(`${path} does not exist.`)
  return await importEntries(path)
}

async function openEntry(entry: ImportEntry, asked: string | null): Promise<ImportSource> {
  const { name, bytes, modifiedAt } = entry
  const { isPage, parts } = await decodedParts(entry, asked === null ? null : asked === 'html')
  if (isPage) return { name, format: 'text', bytes, modifiedAt, parts }
  const { head, whole } = await withHead(parts)
  const format = (asked as ImportFormat | null) ?? formatOf(name, head)
  if (format === null)
    throw new Problem(`${name || 'The input'}: nothing tells what it is; say so with --format (${FORMATS}, html).`)
  return { name, format, bytes, modifiedAt, parts: whole }
}

/** As much of the beginning as tells what it is. */
async function withHead(parts: TextParts) {
  const first: { readonly text: string; readonly bytesRead: number }[] = []
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
  return { head, whole }
}

/** Notes may begin with a bracket, and are none of the formats nevertheless: only what begins as data does, and has fields of one of them, is one. */
function formatOf(name: string, head: string): ImportSource['format'] | null {
  const format = recogniseFormat(head)
  if (!/^\.(?:md|markdown|txt)$/i.test(extname(name))) return format
  return format !== 'items' && /^\uFEFF?\s*(?:\[\s*)?\{\s*"/.test(head) ? (format ?? 'text') : 'text'
}
