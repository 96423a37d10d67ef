import { withoutVectors } from '../../../packages/client/src/import-in-parts.ts'
import { Problem } from '../../problem.ts'
import type { PortableEnd } from '../export/portable-end.ts'
import type { ImportSource } from './import-file.ts'
import type { ImportSummary } from './import-texts.ts'
import type { createProgressBar } from './progress-bar.ts'
import { readExport } from './read-export.ts'
import { sendPart } from './send-part.ts'

const PART_LINES = 200
const PART_BYTES = 1024 * 1024
const MOST_BYTES = 2 * 1024 * 1024 - 4 * 1024
const MOST_PROBLEMS = 100

export const NOT_WHOLE = 'the file is cut off or was changed: its last line does not fit the others'

/** Sends an export of ours in parts, each with the header. Counts and hash in its last line say whether the file was whole. */
export async function restoreExport(
  { client, restorePath }: Pick<PortableEnd, 'client' | 'restorePath'>,
  file: ImportSource,
  { dryRun }: { readonly dryRun: boolean },
  bar: ReturnType<typeof createProgressBar>,
): Promise<ImportSummary & { readonly hash: string; readonly vectors: boolean }> {
  const counts = { texts: 0, imported: 0, restated: 0, already_imported: 0, failed: 0, unreadable: 0, skipped: 0 }
  const more = { facts_ingested: 0, operations: 0 }
  const problems: { at: string; detail: string }[] = []
  const path = `${restorePath}${dryRun ? '&dry_run=true' : ''}`
  const { header, vectors, rows, verdict } = await readExport(file)
  let part: { readonly line: string; readonly number: number }[] = []
  let bytes = 0
  let bytesRead = 0
  const share = () => (file.bytes ? Math.min(1, bytesRead / file.bytes) : null)
  const told = () => `${counts.texts} memories, ${counts.imported} new`
  const name = (line: number | undefined, detail: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ at: `line ${line ?? '?'}`, detail })
  }

  async function flush(): Promise<void> {
    if (part.length === 0) return
    const text = [header, ...part.map(({ line }) => line)].join('\n')
    const report = await sendPart(client, path, text, (what) => bar.show(share(), `${told()}, ${what}`)).catch(
      (error) => {
        if (!(error instanceof Problem)) throw error
        bar.end()
        throw new Problem(`${file.name}, lines ${part[0]!.number} to ${part.at(-1)!.number}: ${error.message}`)
      },
    )
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += report[name]
    for (const name of Object.keys(more) as (keyof typeof more)[]) more[name] += report[name]
    // The header is the first line of each part.
    for (const { at, detail } of report.problems) name(part[Number(/\d+/.exec(at)) - 2]?.number, detail)
    part = []
    bytes = 0
    bar.show(share(), told())
  }

  for await (const { line, number, bytesRead: read } of rows) {
    bytesRead = read
    // Vectors are made anew of what would be too large with them.
    const sent = Buffer.byteLength(line) > MOST_BYTES ? withoutVectors(line) : line
    const size = Buffer.byteLength(sent) + 1
    if (size > MOST_BYTES) {
      counts.unreadable++
      name(number, 'is longer than the 2 MB that can be sent at once')
      continue
    }
    if (part.length >= PART_LINES || bytes + size > PART_BYTES) await flush()
    part.push({ line: sent, number })
    bytes += size
  }
  await flush()
  bar.end()
  const { isWhole, hash, number } = verdict()
  if (!isWhole) {
    counts.unreadable++
    name(number, NOT_WHOLE)
  }
  return { format: 'edge-brain', dry_run: dryRun, ...counts, ...more, problems, hash, vectors }
}
