/** What `work` makes of the items, at most `size` of them in a call, one call after the other, in their order. */
export async function mapBatches<T, R>(
  items: readonly T[],
  size: number,
  work: (batch: readonly T[]) => Promise<readonly R[]>,
): Promise<R[]> {
  const results: R[] = []
  for (let at = 0; at < items.length; at += size) results.push(...(await work(items.slice(at, at + size))))
  return results
}
