import type { Source } from '../statement/source.ts'

/** One text of a foreign file, as it would have been told to us. */
export interface ImportedText {
  readonly text: string
  /** null: the file does not say for whom. */
  readonly persona: string | null
  readonly source: Source
  /** The conversation it was said in. */
  readonly sessionId: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  /** When it was said, in ms since the epoch; null where the file does not say. */
  readonly occurredAt: number | null
  /** How far the clock of whoever said it was ahead of UTC, where the file says so. */
  readonly offsetMs?: number
  /** What it is known by in its file: the same again is the same text. */
  readonly identity: readonly string[]
}

/** What a file has that is no text of anybody: a reader goes on after it. */
export interface Unreadable {
  /** Where it stands: "line 7", "conversation 3, message 5". */
  readonly at: string
  readonly problem: string
}

/** What a reader finds, in the order of the file. `skipped`: it can be read and is nothing to remember, such as the output of a tool. */
export type Found = { readonly text: ImportedText } | Unreadable | { readonly skipped: number }
