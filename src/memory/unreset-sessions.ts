/** They are gone by themselves a day after their last use: so many are kept at most, the newest. */
const MOST = 2_000

/** The sessions that are still to be reset. */
export const withUnreset = (
  known: readonly string[],
  { add, remove }: { readonly add: readonly string[]; readonly remove: readonly string[] },
): string[] => {
  const gone = new Set([...add, ...remove])
  return [...known.filter((name) => !gone.has(name)), ...new Set(add)].slice(-MOST)
}
