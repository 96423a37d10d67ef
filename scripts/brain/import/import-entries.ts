import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Problem } from '../../problem.ts'
import { temporaryPath } from './temporary-path.ts'
import { TooLarge, zipEntries } from './zip-file.ts'

/** A file that may be imported: by itself, of a folder, or of an archive. */
export interface ImportEntry {
  /** With its folders, below what was given. */
  readonly name: string
  /** null: not known, as of the standard input. */
  readonly bytes: number | null
  /** When it was written last, in ms since the epoch. */
  readonly modifiedAt: number | null
  /** Where it lies, if by itself. */
  readonly path?: string
  /** An archive that cannot be opened: it is named, whatever its name ends with. */
  readonly isDamaged?: true
  open(): AsyncIterable<Buffer>
}

/** What is given: one file, or the files of a folder or an archive that say something, and how many others there are. */
export interface ImportEntries {
  readonly isMany: boolean
  readonly entries: readonly ImportEntry[]
  readonly leftOut: number
}

const DEEPEST_ARCHIVE = 2
const ZIP_NAME = /\.zip$/i

export async function importEntries(path: string): Promise<ImportEntries> {
  const given = statSync(path)
  const isFolder = given.isDirectory()
  // A pipe has no place to go back to: what is looked at is gone.
  if (!isFolder && !(given.isFile() && (await isZip(path)))) {
    if (given.isFile() && ZIP_NAME.test(path)) throw new Problem(notZip(basename(path)))
    return { isMany: false, entries: [fileEntry(path, basename(path))], leftOut: 0 }
  }
  const found = isFolder ? await folderEntries(path) : await zipEntries(path, basename(path))
  const within: ImportEntry[][] = []
  for (const entry of found) within.push(await withinArchive(entry, 1))
  const all = within.flat()
  const entries = chosen(all)
  return { isMany: true, entries, leftOut: all.length - entries.length }
}

const notZip = (name: string): string => `${name} is no zip archive, whatever its name says.`

async function isZip(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    // One without files has only its end.
    return bytesRead === 4 && ['PK\u0003\u0004', 'PK\u0005\u0006'].includes(buffer.toString('latin1'))
  } finally {
    await file.close()
  }
}

export const fileEntry = (path: string, name: string): ImportEntry => {
  const found = statSync(path)
  const open = () => createReadStream(path)
  // /dev/fd/63 names nothing: it is read like the standard input.
  if (!found.isFile()) return { name: '', bytes: null, modifiedAt: null, open }
  return { name, path, bytes: found.size, modifiedAt: Math.floor(found.mtimeMs), open }
}

async function folderEntries(folder: string): Promise<ImportEntry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  // What a link points to may be anywhere.
  return found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .map((path) => fileEntry(path, relative(folder, path).split(sep).join('/')))
}

/** Archives in an archive are how large exports are divided. One that is damaged does not keep the others from being read. */
async function withinArchive(entry: ImportEntry, depth: number): Promise<ImportEntry[]> {
  if (!ZIP_NAME.test(entry.name) || isHidden(entry.name) || depth > DEEPEST_ARCHIVE) return [entry]
  try {
    return await entriesInside(entry, depth)
  } catch (error) {
    if (!(error instanceof Problem) || error instanceof TooLarge) throw error
    const open = () => {
      throw error
    }
    return [{ ...entry, isDamaged: true, open }]
  }
}

async function entriesInside(entry: ImportEntry, depth: number): Promise<ImportEntry[]> {
  const path = entry.path ?? temporaryPath()
  if (!entry.path) await pipeline(Readable.from(entry.open()), createWriteStream(path))
  if (!(await isZip(path))) throw new Problem(notZip(entry.name))
  const inside = await zipEntries(path, entry.name)
  return (await Promise.all(inside.map((one) => withinArchive(one, depth + 1)))).flat()
}

/** What programs keep beside what was written. */
const isHidden = (name: string): boolean => /(?:^|\/)(?:\.|__MACOSX\/|node_modules\/)/.test(name)

const CONVERSATIONS = /(?:^|\/)conversations(?:-\d+)?\.json$/i
const BESIDE_CONVERSATIONS =
  /(?:^|\/)(?:memories|projects)\.json$|(?:^|\/)(?:memories|projects|design_chats)\/[^/]+\.json$/i
const READ = /\.(?:md|markdown|txt|x?html?|json|jsonl|ndjson)(?:\.gz)?$/i

/** Of an export of conversations only what somebody said or wrote; of other files those that can be read, each once. */
function chosen(all: readonly ImportEntry[]): ImportEntry[] {
  const seen = all.filter(({ name }) => !isHidden(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  if (seen.some(({ name }) => CONVERSATIONS.test(name)))
    return seen.filter(
      ({ name, isDamaged }) => isDamaged || CONVERSATIONS.test(name) || BESIDE_CONVERSATIONS.test(name),
    )
  const names = new Set(seen.map(({ name }) => name))
  // OpenMemory writes the same memories twice; only this file names their user.
  const isTwice = (name: string) => name.endsWith('memories.jsonl.gz') && names.has(name.replace('.jsonl.gz', '.json'))
  return seen.filter(({ name, isDamaged }) => isDamaged || (READ.test(name) && !isTwice(name)))
}
