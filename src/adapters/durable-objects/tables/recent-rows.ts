import { createRoom, type Keeper } from './room.ts'

/** So many rows of one table are kept, and so many of all tables of all vaults in the isolate: some 15 MB. */
const MOST_ROWS = 8_192
const MOST_ROWS_OF_ALL = 24_000

const room = createRoom(MOST_ROWS_OF_ALL)

/**
 * Rows that were read lately. Questions of one conversation find the same memories again, and most of a retrieve is reading rows. A vault is
 * its tables' only writer: whoever changes a row drops it here, or tells what changed.
 */
export function createRecentRows<Row extends { readonly id: number }>(
  load: (ids: readonly number[]) => Row[],
  /** So many rows' room one of them takes. */
  weight = 1,
) {
  const rows = new Map<number, Row>()
  const keeper: Keeper = {
    get size() {
      return rows.size * weight
    },
    clear() {
      rows.clear()
      room.leave(keeper)
    },
  }
  return {
    /** In the order of the ids; what is not there is left out. Nobody may change a row. */
    byIds(ids: readonly number[]): Readonly<Row>[] {
      const found: Readonly<Row>[] = []
      const missing: number[] = []
      for (const id of ids) {
        const row = rows.get(id)
        if (row) found.push(row)
        else missing.push(id)
      }
      if (missing.length > 0) {
        for (const row of load(missing)) rows.set(row.id, row)
        found.length = 0
        for (const id of ids) {
          const row = rows.get(id)
          if (row) found.push(row)
        }
      }
      for (const id of rows.keys()) {
        if (rows.size * weight <= MOST_ROWS) break
        rows.delete(id)
      }
      room.use(keeper)
      return found
    },
    drop: (id: number): void => void rows.delete(id),
    /** What was written of rows that are else the same. */
    change(written: Iterable<Pick<Row, 'id'> & Partial<Row>>): void {
      for (const change of written) {
        const row = rows.get(change.id)
        if (row) rows.set(change.id, { ...row, ...change })
      }
    },
    clear: () => keeper.clear(),
  }
}
