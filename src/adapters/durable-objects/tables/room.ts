/** Something that is kept in memory and can be read again. */
export interface Keeper {
  readonly size: number
  clear(): void
}

/** Room in the isolate's memory for all keepers of a kind: what was asked for last stays, the longest unused are cleared. */
export function createRoom(most: number) {
  /** The one that was asked last is the last. */
  const keepers = new Set<Keeper>()
  return {
    use(keeper: Keeper): void {
      keepers.delete(keeper)
      keepers.add(keeper)
      let all = 0
      for (const { size } of keepers) all += size
      for (const longestUnused of keepers) {
        if (all <= most || longestUnused === keeper) return
        all -= longestUnused.size
        longestUnused.clear()
      }
    },
    leave: (keeper: Keeper): void => void keepers.delete(keeper),
  }
}
