/** What a vault keeps of a table: some 500 KB. */
const MOST_ROWS = 1_024
/** Vaults share an isolate: of so many tables rows are kept at a time, those that were asked last. */
const MOST_KEEPERS = 32

interface Keeper {
  clear(): void
}

const keepers = new Set<Keeper>()

function use(keeper: Keeper): void {
  keepers.delete(keeper)
  keepers.add(keeper)
  if (keepers.size <= MOST_KEEPERS) return
  const [longestUnused] = keepers
  longestUnused!.clear()
  keepers.delete(longestUnused!)
}

/**
 * Rows that were read lately. Questions of one conversation find the same memories again, and most of a retrieve is reading rows. A vault is
 * its tables' only writer: whoever changes a row drops it here.
 */
export function createRecentRows<Row extends { readonly id: number }>(load: (ids: readonly number[]) => Row[]) {
  const rows = new Map<number, Row>()
  const keeper = { clear: () => rows.clear() }
  return {
    /** In the order of the ids; what is not there is left out. Nobody may change a row. */
    byIds(ids: readonly number[]): Readonly<Row>[] {
      use(keeper)
      const missing = ids.filter((id) => !rows.has(id))
      for (const row of missing.length > 0 ? load(missing) : []) rows.set(row.id, row)
      const found = ids.flatMap((id) => rows.get(id) ?? [])
      for (const id of rows.keys()) {
        if (rows.size <= MOST_ROWS) break
        rows.delete(id)
      }
      return found
    },
    drop: (id: number): void => void rows.delete(id),
    clear: keeper.clear,
  }
}
