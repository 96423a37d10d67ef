import { type Place, type StoredFact, slotKey } from './records.ts'
import { resolveConflicts } from './resolve-conflicts.ts'

const placeOf = (fact: Place): string => `${fact.persona}\n${slotKey(fact)}`

/**
 * The records of facts that held before a change and lost their slot by it. `changed` are the facts that it states, `before` and `after`
 * have all that stands where those do. Only facts of one persona compete when something is told.
 */
export function newlySuperseded(
  changed: readonly StoredFact[],
  before: readonly StoredFact[],
  after: readonly StoredFact[],
): number[] {
  const places = new Set(changed.map(placeOf))
  const there = Map.groupBy(after, placeOf)
  return [...Map.groupBy(before, placeOf)].flatMap(([place, held]) => {
    if (!places.has(place)) return []
    const lost = resolveConflicts(held)
    const lostNow = resolveConflicts(there.get(place) ?? [])
    return held.flatMap(({ id, memory }) => (lostNow.has(id) && !lost.has(id) ? memory : []))
  })
}
