import { superseded } from '../../domain/slot.ts'
import { trustRank } from '../../domain/source.ts'
import type { RecalledFact } from '../../ports/memory-store.ts'

/** Better source first, then the later statement, then the later of two in one request. */
const byStanding = (a: RecalledFact, b: RecalledFact) =>
  trustRank(a.source) - trustRank(b.source) || b.statedAt - a.statedAt || b.id - a.id

/** The facts that lost their slot to a better sourced or newer one, among what the caller may see. */
export function resolveConflicts(facts: readonly RecalledFact[]): ReadonlySet<number> {
  const slots = Map.groupBy(facts, (fact) => `${fact.subject}\n${fact.slot}`)
  const lost = new Set<number>()
  for (const competing of slots.values()) {
    const best = [...competing].sort(byStanding)
    for (const [at, isSuperseded] of superseded(best).entries()) if (isSuperseded) lost.add(best[at]!.id)
  }
  return lost
}
