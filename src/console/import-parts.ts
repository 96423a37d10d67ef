import {
  type BrainClient,
  BrainError,
  type ImportQuery,
  type ImportResponse,
} from '../../packages/client/src/client.ts'
import { type ImportPart, splitImport } from './split-import.ts'

const COUNTED = [
  ...(['texts', 'imported', 'restated', 'already_imported', 'failed', 'unreadable', 'skipped'] as const),
  ...(['facts_ingested', 'operations'] as const),
]

export type ImportCounts = Record<(typeof COUNTED)[number], number>

export interface ImportState {
  readonly counts: ImportCounts
  readonly format: string | null
  readonly problems: ImportResponse['problems']
  /** 0 to 1. */
  readonly share: number
}

const NOTHING = Object.fromEntries(COUNTED.map((name) => [name, 0])) as ImportCounts
const MOST_PROBLEMS = 50
/** 2,000 texts at once take their time. */
const TIMEOUT_MS = 300_000

/** Sends a file in parts, and tells after each how far it has come. A part that is sent twice changes nothing. */
export async function* importParts(
  client: BrainClient,
  file: { readonly name: string; readonly text: string },
  query: ImportQuery,
): AsyncGenerator<ImportState> {
  const tooLong: ImportResponse['problems'] = []
  const onTooLong = (line: number) => tooLong.push({ at: `line ${line}`, detail: 'is longer than 2 MB' })
  const parts = splitImport(file.text, { format: query.format, onTooLong })
  const counts = { ...NOTHING, unreadable: tooLong.length }
  let state: ImportState = { counts, format: null, problems: tooLong.slice(0, MOST_PROBLEMS), share: 0 }
  for (const [at, part] of parts.entries()) {
    const inFile = (problem: ImportResponse['problems'][number]) => ({ ...problem, at: placeInFile(problem.at, part) })
    const asked = { ...query, name: file.name, ...(state.format && formatOf(state.format)) }
    const said = await client.import(part.text, asked, { timeoutMs: TIMEOUT_MS }).catch((error: unknown) => {
      throw parts.length === 1 && isOfTooMany(error) ? new RangeError(TOO_MANY) : error
    })
    state = {
      counts: Object.fromEntries(COUNTED.map((name) => [name, state.counts[name] + said[name]])) as ImportCounts,
      format: said.format,
      problems: [...state.problems, ...said.problems.map(inFile)].slice(0, MOST_PROBLEMS),
      share: (at + 1) / parts.length,
    }
    yield state
  }
}

/** `line 3` or `item 2 (line 5)` of a part, as it is in the file: who looks for it has the file before him. */
export function placeInFile(at: string, { before, pieceLines, lines }: ImportPart): string {
  const line = /\bline (\d+)/.exec(at)
  const unit = /^(?!line )([a-z]+) (\d+)/.exec(at)
  const placed = line ? at.replace(line[0], `line ${lines[Number(line[1]) - 1] ?? line[1]}`) : at
  if (!unit) return placed
  const named = placed.replace(unit[0], `${unit[1]} ${before + Number(unit[2])}`)
  const begins = pieceLines[Number(unit[2]) - 1]
  return line || begins === undefined ? named : `${named} (line ${begins})`
}

/** Who sees a page cannot send the file in parts, as the service asks for. */
const isOfTooMany = (error: unknown) => error instanceof BrainError && /send the file in parts/.test(error.detail)
const TOO_MANY = 'The file has more texts than can be sent at once: import it with `brain import FILE`.'

/** What the first part was taken for, the others are too. */
const formatOf = (format: string) => ({ format: format as NonNullable<ImportQuery['format']> })
