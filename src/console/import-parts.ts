import type { BrainClient, ImportQuery, ImportResponse } from '../../packages/client/src/client.ts'
import { splitImport } from './split-import.ts'

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

/** Sends a file in parts, and tells after each how far it has come. A part that is sent twice changes nothing. */
export async function* importParts(
  client: BrainClient,
  file: { readonly name: string; readonly text: string },
  query: ImportQuery,
): AsyncGenerator<ImportState> {
  const parts = splitImport(file.text)
  let state: ImportState = { counts: NOTHING, format: null, problems: [], share: 0 }
  for (const [at, part] of parts.entries()) {
    const ofPart = (problem: ImportResponse['problems'][number]) =>
      parts.length === 1 ? problem : { ...problem, at: `part ${at + 1}, ${problem.at}` }
    const said = await client.import(part, { ...query, name: file.name, ...(state.format && formatOf(state.format)) })
    state = {
      counts: Object.fromEntries(COUNTED.map((name) => [name, state.counts[name] + said[name]])) as ImportCounts,
      format: said.format,
      problems: [...state.problems, ...said.problems.map(ofPart)].slice(0, MOST_PROBLEMS),
      share: (at + 1) / parts.length,
    }
    yield state
  }
}

/** What the first part was taken for, the others are too. */
const formatOf = (format: string) => ({ format: format as NonNullable<ImportQuery['format']> })
