/** Changes of a memory without the reasons that were given while it was another's: `isOwn` says which of its former versions may be seen. */
export const ownReasons = <
  Change extends { readonly at: number; readonly reason: string | null },
  Version extends { readonly replacedAt: number },
>(
  changes: readonly Change[],
  versions: readonly Version[],
  isOwn: (version: Version) => boolean,
): Change[] => {
  const inOrder = versions.toSorted((a, b) => a.replacedAt - b.replacedAt)
  return changes.map((change) => {
    const then = inOrder.find(({ replacedAt }) => replacedAt > change.at)
    return then && !isOwn(then) ? { ...change, reason: null } : change
  })
}
