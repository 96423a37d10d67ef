import { createHash } from 'node:crypto'
import { existsSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { Problem } from '../../problem.ts'
import type { createProgressBar } from '../import/progress-bar.ts'
import { downloadExport, type ExportMark, type ExportSummary } from './download-export.ts'
import type { PortableEnd } from './portable-end.ts'

/** An export that was broken off longer ago than that is begun anew. */
const RESUMED_FOR_MS = 24 * 3_600_000

/** What is known of a file that is not whole yet. */
interface Begun {
  /** Of what it is: service, account and choice, hashed. */
  readonly of: string
  readonly bytes: number
  readonly mark: ExportMark
}

/**
 * Writes an export to a file, packed where its name says so. A file that is not whole never has the name of one that is; beside it stands how far it
 * is, so that the same export goes on there when it was broken off. A packed file has a part for each checkpoint, which readers take for one.
 */
export async function writeExport(
  end: PortableEnd,
  query: URLSearchParams,
  path: string,
  bar: ReturnType<typeof createProgressBar>,
): Promise<ExportSummary> {
  if (existsSync(path) && !statSync(path).isFile()) throw new Problem(`${path} is no file, and cannot be written over.`)
  // A link stays one.
  const target = existsSync(path) ? realpathSync(path) : path
  const partial = `${target}.partial`
  const progressPath = `${partial}.json`
  const { url, identity = '' } = end.client
  const of = createHash('sha256').update([url, identity, end.exportPath, query].join('\n')).digest('hex')
  const begun = begunBefore(partial, progressPath, of)
  try {
    return await writeFrom(begun)
  } catch (error) {
    // The service may have been replaced by one that knows other cursors.
    if (begun === null || !(error instanceof Problem && error.message.endsWith('(400)'))) throw error
    rmSync(progressPath, { force: true })
    return await writeFrom(null)
  } finally {
    bar.end()
  }

  async function writeFrom(begun: Begun | null): Promise<ExportSummary> {
    const file = await openPartial(partial, begun !== null)
    try {
      let bytes = begun?.bytes ?? 0
      await file.truncate(bytes)
      const pack = (text: string) => (path.endsWith('.gz') ? gzipSync(text) : Buffer.from(text))
      const output = {
        async write(text: string, mark: ExportMark | null) {
          const data = pack(text)
          await writeWhole(file, data, bytes)
          bytes += data.length
          if (mark) keep(progressPath, { of, bytes, mark })
        },
        progress: (memories: number, share: number | null) => bar.show(share, `${memories} memories`),
      }
      const summary = await downloadExport(end, query, output, begun?.mark)
      await file.sync()
      renameSync(partial, target)
      rmSync(progressPath, { force: true })
      return summary
    } finally {
      await file.close()
    }
  }
}

/** A disk that is nearly full may take a part of it without an error. */
async function writeWhole(file: FileHandle, data: Buffer, position: number): Promise<void> {
  for (let written = 0; written < data.length; ) {
    const { bytesWritten } = await file.write(data, written, data.length - written, position + written)
    if (bytesWritten === 0) throw new Problem('The export cannot be written: the disk takes no more.')
    written += bytesWritten
  }
}

/** How far the same export came before; null: it is begun anew. */
function begunBefore(partial: string, progressPath: string, of: string): Begun | null {
  try {
    if (Date.now() - statSync(progressPath).mtimeMs > RESUMED_FOR_MS) return null
    const begun = JSON.parse(readFileSync(progressPath, 'utf8')) as Begun
    return begun.of === of && statSync(partial).size >= begun.bytes ? begun : null
  } catch {
    return null
  }
}

/** In one step: a process that ends meanwhile leaves the one before. */
function keep(path: string, begun: Begun): void {
  writeFileSync(`${path}.new`, JSON.stringify(begun))
  renameSync(`${path}.new`, path)
}

async function openPartial(path: string, isBegun: boolean): Promise<FileHandle> {
  try {
    return await open(path, isBegun ? 'r+' : 'w', 0o600)
  } catch (error) {
    const { code } = error as { code?: string }
    throw new Problem(
      code === 'ENOENT' ? `The folder of ${path} does not exist.` : `${path} cannot be written (${code}).`,
    )
  }
}
