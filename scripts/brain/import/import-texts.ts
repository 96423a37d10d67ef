import { createImportReader } from '../../../src/domain/import/import-formats.ts'
import { importIdOf } from '../../../src/domain/import/import-id.ts'
import type { Found } from '../../../src/domain/import/imported-text.ts'
import { toItemLine } from '../../../src/domain/import/item-lines.ts'
import type { Source } from '../../../src/domain/statement/source.ts'
import { Problem } from '../../problem.ts'
import type { ServiceClient } from '../../service-client.ts'
import type { ImportSource, ImportSources } from './import-file.ts'
import type { createProgressBar } from './progress-bar.ts'
import { type PartReport, sendPart } from './send-part.ts'

/** A part takes a second or so: whoever watches sees it go on, and whatever breaks off repeats little. */
const PART_TEXTS = 200
const PART_BYTES = 1024 * 1024
const MOST_PROBLEMS = 100

export interface ImportOptions {
  readonly dryRun: boolean
  readonly persona: string | null
  readonly source: Source | null
}

export type ImportSummary = Omit<PartReport, 'problems'> & {
  readonly format: string
  readonly dry_run: boolean
  readonly problems: { readonly at: string; readonly detail: string }[]
  /** Of a folder or an archive. */
  readonly files?: { readonly read: number; readonly left_out: number }
}

/** Reads files here, however large they are, and sends what they say in parts. */
export async function importTexts(
  client: ServiceClient,
  { bytes: bytesInAll, files }: Pick<ImportSources, 'bytes' | 'files'>,
  sources: AsyncIterable<ImportSource | { readonly name: string; readonly problem: string }>,
  { dryRun, persona, source }: ImportOptions,
  bar: ReturnType<typeof createProgressBar>,
): Promise<ImportSummary> {
  const counts = {
    texts: 0,
    imported: 0,
    restated: 0,
    already_imported: 0,
    failed: 0,
    unreadable: 0,
    skipped: 0,
    facts_ingested: 0,
    operations: 0,
  }
  const problems: { at: string; detail: string }[] = []
  const path = `/brain/import?format=items${dryRun ? '&dry_run=true' : ''}`
  const formats = new Set<string>()
  let lines: string[] = []
  let bytes = 0
  let bytesRead = 0

  const share = () => (bytesInAll ? Math.min(1, bytesRead / bytesInAll) : null)
  const told = () => `${counts.texts} texts, ${counts.imported} new`

  function note(at: string, detail: string): void {
    counts.unreadable++
    if (problems.length < MOST_PROBLEMS) problems.push({ at, detail })
  }

  async function flush(): Promise<void> {
    if (lines.length === 0) return
    const report = await sendPart(client, path, lines.join('\n'), (what) => bar.show(share(), `${told()}, ${what}`))
    for (const name of Object.keys(counts) as (keyof typeof counts)[])
      if (name !== 'unreadable') counts[name] += report[name]
    // Every line was read here before: what the service cannot read, it has another rule for.
    for (const { at, detail } of report.problems)
      note(`text ${counts.texts - report.texts + Number(/\d+/.exec(at))}`, detail)
    lines = []
    bytes = 0
    bar.show(share(), told())
  }

  async function take(found: Iterable<Found>, format: string, where: string): Promise<void> {
    for (const one of found) {
      if ('skipped' in one) counts.skipped += one.skipped
      else if ('problem' in one) note(`${where}${one.at}`, one.problem)
      else {
        const line = toItemLine(one.text, await importIdOf(format, one.text.identity))
        const size = Buffer.byteLength(line) + 1
        if (lines.length >= PART_TEXTS || bytes + size > PART_BYTES) await flush()
        lines.push(line)
        bytes += size
      }
    }
  }

  async function takeFile({ name, format, modifiedAt = null, parts }: ImportSource): Promise<void> {
    if (format === 'edge-brain') return note(name, 'is an export of this service: import it by itself')
    formats.add(format)
    const where = files ? `${name}, ` : ''
    const now = Date.now()
    const writtenAt = modifiedAt === null ? null : Math.min(modifiedAt, now)
    const reader = createImportReader(format, { now, name: name === '' ? null : name, source, persona, writtenAt })
    const before = bytesRead
    for await (const part of files ? untilProblem(parts, (detail) => note(name, detail)) : parts) {
      await take(reader.push(part.text), format, where)
      bytesRead = before + part.bytesRead
    }
    await take(reader.end(), format, where)
  }

  for await (const file of sources) {
    if ('problem' in file) note(file.name, file.problem)
    else await takeFile(file)
  }
  await flush()
  bar.end()
  const counted = files ? { files: { read: files.read, left_out: files.leftOut } } : {}
  return { format: [...formats].join(', '), dry_run: dryRun, ...counts, problems, ...counted }
}

/** Of several files one may be damaged in the middle: what stands before is read. */
async function* untilProblem(parts: ImportSource['parts'], tell: (detail: string) => void) {
  try {
    yield* parts
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    tell(error.message)
  }
}
