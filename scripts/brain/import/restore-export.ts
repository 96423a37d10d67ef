import { createHash } from 'node:crypto'
import { Problem } from '../../problem.ts'
import type { PortableEnd } from '../export/portable-end.ts'
import type { ImportSource } from './import-file.ts'
import type { ImportSummary } from './import-texts.ts'
import type { createProgressBar } from './progress-bar.ts'
import { sendPart } from './send-part.ts'

const PART_LINES = 200
const PART_BYTES = 1024 * 1024
const MOST_BYTES = 2 * 1024 * 1024 - 4 * 1024
const MOST_PROBLEMS = 100

interface Line {
  readonly type?: string
  readonly counts?: Record<string, number>
  readonly hash?: string
}

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
  let header = ''
  let part: { readonly line: string; readonly number: number }[] = []
  let bytes = 0
  let bytesRead = 0
  let number = 0
  let hash = ''
  let isWhole = false
  const share = () => (file.bytes ? Math.min(1, bytesRead / file.bytes) : null)
  const told = () => `${counts.texts} memories, ${counts.imported} new`

  async function flush(): Promise<void> {
    if (part.length === 0) return
    const text = [header, ...part.map(({ line }) => line)].join('\n')
    const report = await sendPart(client, path, text, (what) => bar.show(share(), `${told()}, ${what}`))
    for (const name of Object.keys(counts) as (keyof typeof counts)[]) counts[name] += report[name]
    for (const name of Object.keys(more) as (keyof typeof more)[]) more[name] += report[name]
    for (const { at, detail } of report.problems) {
      // The header is the first line of each part.
      const place = part[Number(/\d+/.exec(at)) - 2]?.number
      if (problems.length < MOST_PROBLEMS) problems.push({ at: `line ${place ?? '?'}`, detail })
    }
    part = []
    bytes = 0
    bar.show(share(), told())
  }

  for await (const { line, bytesRead: read } of linesOf(file.parts)) {
    bytesRead = read
    number++
    if (line.trim() === '') continue
    if (header === '') {
      header = line
      continue
    }
    const { type, hash: said } = /^\{"type":"(?:checkpoint|end)"/.test(line) ? (JSON.parse(line) as Line) : {}
    if (type === 'end') isWhole = said === hash
    if (type !== undefined) continue
    hash = createHash('sha256').update(`${hash}\n${line}`).digest('hex')
    // Vectors are made anew of what would be too large with them.
    const sent = Buffer.byteLength(line) > MOST_BYTES ? line.replaceAll(/"data":"[A-Za-z0-9+/=]*"/g, '"data":""') : line
    const size = Buffer.byteLength(sent) + 1
    if (part.length >= PART_LINES || bytes + size > PART_BYTES) await flush()
    part.push({ line: sent, number })
    bytes += size
  }
  await flush()
  bar.end()
  if (!isWhole) {
    counts.unreadable++
    problems.push({
      at: `line ${number}`,
      detail: 'the file is cut off or was changed: its last line does not fit the others',
    })
  }
  if (header === '') throw new Problem(`${file.name} is empty.`)
  const { vectors } = JSON.parse(header) as { vectors: boolean }
  return { format: 'edge-brain', dry_run: dryRun, ...counts, ...more, problems, hash, vectors }
}

async function* linesOf(parts: ImportSource['parts']) {
  let rest = ''
  let bytesRead = 0
  for await (const part of parts) {
    bytesRead = part.bytesRead
    const lines = (rest + part.text).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield { line, bytesRead }
  }
  if (rest !== '') yield { line: rest, bytesRead }
}
