import type { Found, Slab } from './slab.ts'

/** Adds the slab's nearest rows to `best`, which stays sorted, best first, and at most `limit` long. */
export function scanSlab(
  slab: Slab,
  query: Int8Array,
  queryScale: number,
  scopes: ReadonlySet<number> | null,
  limit: number,
  best: Found[],
): void {
  const dimensions = slab.bytes.length / slab.capacity
  for (let row = 0; row < slab.count; row++) {
    if (slab.dead[row] || (scopes && !scopes.has(slab.personas[row]!))) continue
    let dot = 0
    for (let i = 0, at = row * dimensions; i < dimensions; i++, at++) dot += query[i]! * slab.bytes[at]!
    const score = dot * queryScale * slab.scales[row]!
    if (best.length >= limit && score <= best.at(-1)!.score) continue
    insert(best, { id: slab.ids[row]!, score }, limit)
  }
}

function insert(best: Found[], found: Found, limit: number): void {
  let at = best.length
  while (at > 0 && best[at - 1]!.score < found.score) at--
  best.splice(at, 0, found)
  if (best.length > limit) best.pop()
}
