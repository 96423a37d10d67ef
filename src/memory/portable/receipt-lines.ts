import type { PortableReceipt, PortableRow } from '../../ports/portable.ts'
import { type FoundRows, pageOf } from './export-place.ts'

/** Of the memories that a receipt is of, so many are in one line, so that a page of receipts and a line of one stay far below what can be imported at once. */
const ERASED_IN_LINE = 5_000
/** One more than a line has tells that there are more. */
export const ERASED_LOOKED_AT = ERASED_IN_LINE + 1

/** A receipt with `ERASED_LOOKED_AT` of its memories, or as many as there are, from some place on. */
export type FoundReceipt = Omit<PortableReceipt, 'type' | 'from' | 'memories'> & {
  readonly memories: readonly number[]
}

/** A page of receipts, which ends with the first that is of more memories than its line has. `from`: the page goes on with one, from there. */
export function receiptPage(found: readonly FoundReceipt[], limit: number, from: number | undefined): FoundRows {
  const cut = found.find(({ memories }) => memories.length > ERASED_IN_LINE)
  const shown = cut ? found.slice(0, found.indexOf(cut) + 1) : found
  const rows = shown.map((receipt) => toLine(receipt, from ?? 0))
  if (cut) return { rows, after: cut.id, from: (from ?? 0) + ERASED_IN_LINE }
  return from === undefined ? pageOf(found, limit, rows, ({ id }) => id) : { rows, after: found[0]?.id ?? null }
}

const toLine = ({ id, at, scope, erased, remaining, memories }: FoundReceipt, from: number): PortableReceipt => ({
  ...{ type: 'receipt', id, at, scope, erased, remaining },
  ...(from > 0 && { from }),
  memories: JSON.stringify(memories.slice(0, ERASED_IN_LINE)),
})

export const receiptsIn = (rows: readonly PortableRow[]): PortableReceipt[] =>
  rows.filter((row) => row.type === 'receipt')

/**
 * Which lines are taken: those of receipts that are not here, each from where the one before ends, whatever order they come in. A receipt that is
 * here stays as it is, but for lines that go on where it ends. `known`: of how many memories each of those is that are here.
 */
export function newReceiptLines(
  lines: readonly PortableReceipt[],
  known: ReadonlyMap<number, number>,
): { readonly created: readonly PortableReceipt[]; readonly continued: readonly PortableReceipt[] } {
  const lengths = new Map(known)
  const created: PortableReceipt[] = []
  const continued: PortableReceipt[] = []
  for (const line of lines.toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))) {
    const { id, from = 0 } = line
    const length = lengths.get(id)
    if (from === 0 ? length !== undefined : length !== from) continue
    lengths.set(id, from + JSON.parse(line.memories).length)
    if (from === 0) created.push(line)
    else continued.push(line)
  }
  return { created, continued }
}
