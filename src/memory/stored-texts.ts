import type { Remembered } from '../ports/new-memory.ts'
import { isTextBeside, type Portable, type PortableRow } from '../ports/portable.ts'

/** How many texts of an import were stored: those that an earlier one brought were there. */
export const storedTexts = (remembered: readonly Remembered[]): number =>
  remembered.filter(({ wasImported }) => !wasImported).length

type Restored = Extract<Awaited<ReturnType<Portable['restoreRows']>>, { kind: 'done' }>

/** The same of rows of an export. */
export const restoredTexts = (
  rows: readonly PortableRow[],
  { memories, knownBeside }: Pick<Restored, 'memories' | 'knownBeside'>,
): number => memories + rows.filter(isTextBeside).length - knownBeside
