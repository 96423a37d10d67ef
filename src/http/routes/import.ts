import * as z from 'zod/mini'
import { createImportReader, IMPORT_FORMATS, type ImportFormat } from '../../domain/import/import-formats.ts'
import type { ImportedText, Unreadable } from '../../domain/import/imported-text.ts'
import { createJsonUnits } from '../../domain/import/json-units.ts'
import { recogniseFormat } from '../../domain/import/recognise-format.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import { type ImportReport, importTexts } from '../../pipelines/portability/import-texts.ts'
import { restoreExport } from '../../pipelines/portability/restore-export.ts'
import { isTextBeside, memoryOf, type PortableRow } from '../../ports/portable.ts'
import { accountOf, accountParams } from '../account-param.ts'
import { defineRoute } from '../define-route.ts'
import { about, flagParam, named, oneOf, persona } from '../fields.ts'
import { fromLine, personasIn, readHeader } from '../portable-lines.ts'
import { INGEST_COST } from './ingest-item.ts'

/** More texts than that are sent in several parts: one answer would take too long. */
const MOST_TEXTS = 2_000
/** By so much of a file it is told what it is. */
const HEAD_CHARACTERS = 65_536
/** So many problems are told one by one; all are counted. */
const MOST_PROBLEMS = 100

/** A file, or a part of one, as far as it could be read. */
interface ImportFile {
  readonly format: ImportFormat | 'edge-brain'
  /** Of an export of ours, instead of texts. */
  readonly rows: readonly PortableRow[] | null
  /** In which line each of its memories is, by its number. */
  readonly lines: ReadonlyMap<number, number>
  readonly embedder: string | null
  /** Those that the rows are of, each as what it names. */
  readonly named: readonly { readonly persona: string }[]
  readonly texts: readonly ImportedText[]
  readonly problems: readonly Unreadable[]
  readonly unreadable: number
  readonly skipped: number
}

const query = z.object({
  format: about(
    z.optional(oneOf(['edge-brain', ...IMPORT_FORMATS])),
    'What the file is; its content tells unless given. `edge-brain`: what `GET /brain/export` answers. `items`: a text a line, with the fields of ingest. The others as their makers export them.',
  ),
  dry_run: about(z.optional(flagParam()), 'Tells what would be, and stores nothing; free.'),
  persona: about(z.optional(persona()), 'Where to remember all of it; as the file says unless given.'),
  source: about(
    z.optional(oneOf(SOURCES)),
    'Who says it, for all texts: what the file tells unless given, and `document` for text.',
  ),
  name: about(
    z.optional(z.string().check(z.maxLength(500, 'must have at most 500 characters'))),
    'What a text is called, such as the name of its file.',
  ),
})

const file = z.custom<ImportFile>().register(z.globalRegistry, {
  type: 'string',
  minLength: 1,
  description: 'The file as it is, or a part of it: at most 2 MB and 2,000 texts.',
} as never)

const problem = z.object({ at: z.string(), detail: z.string() })

const importResponse = named(
  'ImportResponse',
  z.object({
    format: z.string(),
    dry_run: z.boolean(),
    texts: z.int(),
    imported: z.int(),
    restated: z.int(),
    already_imported: z.int(),
    failed: z.int(),
    unreadable: z.int(),
    skipped: z.int(),
    problems: z.array(problem),
    facts_ingested: z.int(),
    episodic_chunks: z.int(),
    entities_extracted: z.int(),
    personas: z.array(z.string()),
    sessions: z.int(),
    since: z.nullable(z.number()),
    until: z.nullable(z.number()),
    operations: z.int(),
    latency_ms: z.number(),
  }),
)

export const importRoute = defineRoute({
  method: 'post',
  path: '/brain/import',
  id: 'import',
  scope: 'write',
  cost: INGEST_COST,
  price: `${INGEST_COST} operations a text, 1 of our own export`,
  costOf: ({ query, body }) => (query.dry_run ? 0 : textsIn(body) * costOfEach(body) + textsBeside(body)),
  summary: 'Import texts of a file',
  description:
    'Keeps time, speaker and conversation. The same text of the same file is imported once: to send a file again changes nothing, and what was there before costs nothing. What cannot be read is named, and the rest goes on. A larger file is sent in parts of whole lines or conversations.',
  query,
  body: file,
  bodyTypes: ['application/x-ndjson', 'application/json', 'text/plain'],
  readBody: readFile,
  response: importResponse,
  async handle({ ports, trace, now, account, bound, standing, tally, query, body, by, later, refund, keepSpent }) {
    const { dry_run = false } = query
    const { format, texts } = body
    const mayErase = bound === null && standing?.scopes?.includes('erase')
    // A receipt says what was erased: it is for those who may erase, and of the whole account.
    const rows = mayErase ? body.rows : (body.rows?.filter(({ type }) => type !== 'receipt') ?? null)
    const skipped = body.skipped + (body.rows?.length ?? 0) - (rows?.length ?? 0)
    const cost = costOfEach(body)
    const onStored = (count: number) => keepSpent(count * cost)
    const asked = { namespace: account, now, format, texts, bound, dryRun: dry_run, by: by('import'), onStored }
    const request = { ...asked, tally: tally?.name ?? null }
    // What an earlier request of the same charge has stored is there now, and is paid for by that charge.
    const before = tally?.isTakenOver ? await ports.memory.tallied(account, tally.name) : 0
    onStored(before)
    const found = rows
      ? await restoreExport(ports, trace, { ...request, rows, embedder: body.embedder })
      : { ...(await importTexts(ports, trace, request, later)), withMissingReferences: [] }
    const report = withStoredBefore(found, before)
    const imported = leaveOut({ ...body, skipped }, report.withMissingReferences)
    const known = (report.alreadyImported + report.failed) * cost + report.knownBeside
    const operations = textsIn(imported) * cost + textsBeside(imported) - known
    if (!dry_run) refund(textsIn(body) * cost + textsBeside(body) - operations)
    return answerOf(imported, report, { dry_run, operations, latency_ms: trace.elapsedMs() })
  },
})

/** An operator's restore is free: the account paid for its texts when they were told. */
export const restoreAccountRoute = defineRoute({
  method: 'post',
  path: '/admin/accounts/:account/restore',
  id: 'restoreAccount',
  scope: 'operator',
  summary: 'Restore a part of an export into an account',
  description:
    'What `GET /admin/accounts/{account}/export` or `GET /brain/export` answered: at most 2 MB and 2,000 lines at once, each part with the header. What is there already stays as it is.',
  params: accountParams,
  query: z.object({ dry_run: query.shape.dry_run }),
  body: file,
  bodyTypes: ['application/x-ndjson', 'text/plain'],
  readBody: readExport,
  response: importResponse,
  errors: [409],
  async handle({ ports, trace, now, params, query: { dry_run = false }, body, by }) {
    const { namespace } = await accountOf(ports, params.account)
    const request = { namespace, now, bound: null, dryRun: dry_run, by: by('restore') }
    const report = await restoreExport(ports, trace, { ...request, rows: body.rows ?? [], embedder: body.embedder })
    const restored = leaveOut(body, report.withMissingReferences)
    return answerOf(restored, report, { dry_run, operations: 0, latency_ms: trace.elapsedMs() })
  },
})

/** What was stored before a request broke off counts as what the next one, which goes on with it, imports. */
function withStoredBefore<Report extends ImportReport>(report: Report, before: number): Report {
  const texts = Math.min(before, report.alreadyImported)
  return {
    ...report,
    imported: report.imported + texts,
    alreadyImported: report.alreadyImported - texts,
    knownBeside: Math.max(0, report.knownBeside - (before - texts)),
  }
}

type Told = Pick<z.output<typeof importResponse>, 'dry_run' | 'operations' | 'latency_ms'>

const answerOf = (file: ImportFile, report: ImportReport, told: Told): z.output<typeof importResponse> => ({
  format: file.format,
  dry_run: told.dry_run,
  texts: textsIn(file),
  imported: report.imported,
  restated: report.restated,
  already_imported: report.alreadyImported,
  failed: report.failed,
  unreadable: file.unreadable,
  skipped: file.skipped,
  problems: file.problems.map(({ at, problem }) => ({ at, detail: problem })),
  facts_ingested: report.facts,
  episodic_chunks: report.chunks,
  entities_extracted: report.entities,
  personas: [...report.personas],
  sessions: report.sessions,
  since: report.since && report.since / 1000,
  until: report.until && report.until / 1000,
  operations: told.operations,
  latency_ms: told.latency_ms,
})

const textsIn = ({ rows, texts }: ImportFile): number =>
  rows ? rows.filter(({ type }) => type === 'memory').length : texts.length

/** What comes with no memory, and is a text nevertheless. */
const textsBeside = ({ rows }: ImportFile): number => rows?.filter(isTextBeside).length ?? 0

const costOfEach = ({ rows }: ImportFile): number => (rows ? 1 : INGEST_COST)

/** Memories that were left out are lines that could not be read. */
function leaveOut(file: ImportFile, memories: readonly number[]): ImportFile {
  if (memories.length === 0) return file
  const left = new Set(memories)
  const isLeft = (row: PortableRow) => left.has(memoryOf(row)!)
  const problems = memories.map((id) => ({
    at: `line ${file.lines.get(id)}`,
    problem: 'tells what is neither here nor in the lines before it that could be read',
  }))
  return {
    ...file,
    rows: file.rows?.filter((row) => !isLeft(row)) ?? null,
    unreadable: file.unreadable + (file.rows?.filter(isLeft).length ?? 0),
    problems: [...file.problems, ...problems].slice(0, MOST_PROBLEMS),
  }
}

/** Lines of an export of ours, the first of which is its header. */
function readExport(text: string): { readonly value: ImportFile } | { readonly problem: string } {
  const units = createJsonUnits(text.length)
  const rows: PortableRow[] = []
  const lines = new Map<number, number>()
  const problems: Unreadable[] = []
  let unreadable = 0
  let header: ReturnType<typeof readHeader> = null
  for (const read of [units.push(text), units.end()])
    for (const unit of read) {
      header ??= 'value' in unit ? readHeader(unit.value) : null
      if (!header) return { problem: 'body: must begin with the header of an export of version 1' }
      if ('value' in unit && isBeside(unit.value)) continue
      const line = 'value' in unit ? fromLine(unit.value) : unit
      if ('row' in line) {
        rows.push(line.row)
        if (line.row.type === 'memory') lines.set(line.row.id, unit.line)
        if (line.row.type === 'history' && !lines.has(line.row.memory)) lines.set(line.row.memory, unit.line)
        if (rows.length > MOST_TEXTS) return tooMany('lines')
      } else {
        unreadable++
        if (problems.length < MOST_PROBLEMS) problems.push({ at: `line ${unit.line}`, problem: line.problem })
      }
    }
  const named = personasIn(rows).map((persona) => ({ persona }))
  const embedder = header?.vectors ? header.embedder : null
  return {
    value: { format: 'edge-brain', texts: [], rows, lines, embedder, named, problems, unreadable, skipped: 0 },
  }
}

/** The header, and lines that are about the file. */
const isBeside = (value: unknown): boolean => {
  const { type, format } = (value ?? {}) as { type?: unknown; format?: unknown }
  return format !== undefined || type === 'checkpoint' || type === 'end'
}

const tooMany = (what: string) => ({ problem: `body: must have at most ${MOST_TEXTS} ${what}; send the file in parts` })

/** Reads as far as may be sent at once; more is a problem of the whole request. */
function readFile(text: string, { format: asked, ...given }: z.output<typeof query>) {
  const format = asked ?? recogniseFormat(text.slice(0, HEAD_CHARACTERS))
  if (!format) return { problem: `format: nothing tells what this is; must be one of ${IMPORT_FORMATS.join(', ')}` }
  if (format === 'edge-brain') return readExport(text)
  const reader = createImportReader(format, { now: Date.now(), ...given })
  const file = {
    format,
    rows: null,
    lines: new Map(),
    embedder: null,
    named: [],
    texts: [] as ImportedText[],
    problems: [] as Unreadable[],
    unreadable: 0,
    skipped: 0,
  }
  for (const read of [reader.push(text), reader.end()])
    for (const found of read) {
      if ('text' in found) file.texts.push(found.text)
      else if ('skipped' in found) file.skipped += found.skipped
      else {
        file.unreadable++
        if (file.problems.length < MOST_PROBLEMS) file.problems.push(found)
      }
      if (file.texts.length > MOST_TEXTS) return tooMany('texts')
    }
  return { value: file }
}
