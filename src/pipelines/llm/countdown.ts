/** What is left of a time that several calls share. */
export function countdown(clock: () => number, totalMs: number): () => number {
  const end = clock() + totalMs
  return () => Math.max(0, end - clock())
}
