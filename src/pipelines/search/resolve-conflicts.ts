import { conflicts } from '../../domain/statement/slot.ts'
import { trustRank } from '../../domain/statement/source.ts'
import type { RecalledFact, RivalFact } from '../../ports/memory-store.ts'

/** Facts that no longer hold, each with the best of those that replaced it. */
export type Lost = ReadonlyMap<number, number>

/** Better source first, then the later statement, then the later of two that were stated at once. */
const byStanding = (a: RivalFact, b: RivalFact) =>
  trustRank(a.source) - trustRank(b.source) || b.statedAt - a.statedAt || b.id - a.id

/** The facts that lost their slot to a better sourced or newer one, among what the caller may see. */
export function resolveConflicts(facts: readonly RecalledFact[], rivals: readonly RivalFact[]): Lost {
  const slots = Map.groupBy([...facts, ...rivals], (fact: RivalFact) => `${fact.subject}\n${fact.slot}`)
  const lost = new Map<number, number>()
  for (const competing of slots.values()) {
    const best = [...competing].sort(byStanding)
    for (const [at, fact] of best.entries()) {
      // One that lost still replaces what it had replaced: who no longer lives in Vienna is not back in Porto.
      const winner = best.slice(0, at).find((better) => conflicts(better, fact))
      if (winner) lost.set(fact.id, winner.id)
    }
  }
  return lost
}
