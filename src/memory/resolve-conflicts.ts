import { type Claim, conflicts } from '../domain/statement/slot.ts'
import { type Source, trustRank } from '../domain/statement/source.ts'

export interface Standing extends Claim {
  readonly id: number
  readonly subject: string
  /** By name, or by trust: 0 is the most trusted. */
  readonly source: Source | number
  readonly statedAt: number
  /** By `tellingNumber`; none: not known. */
  readonly latest?: number
}

/** Facts that no longer hold, each with the best of those that replaced it. */
export type SupersededBy = ReadonlyMap<number, number>

const trustOf = ({ source }: Standing): number => (typeof source === 'number' ? source : trustRank(source))

/** Better source first, then the later statement, then of two of one time the one that was told later. */
const byStanding = (a: Standing, b: Standing): number =>
  trustOf(a) - trustOf(b) || b.statedAt - a.statedAt || (b.latest ?? 0) - (a.latest ?? 0) || b.id - a.id

/** The facts that lost their slot to a better sourced or newer one. All that competes has to be among the facts or their rivals. */
export function resolveConflicts(facts: readonly Standing[], rivals: readonly Standing[] = []): SupersededBy {
  const supersededBy = new Map<number, number>()
  for (const competing of inOneSlot([...facts, ...rivals])) {
    const best = competing.sort(byStanding)
    for (const [at, fact] of best.entries()) {
      // One that lost still replaces what it had replaced: who no longer lives in Vienna is not back in Porto.
      const winner = best.slice(0, at).find((better) => conflicts(better, fact))
      if (winner) supersededBy.set(fact.id, winner.id)
    }
  }
  return supersededBy
}

/** Those that have others beside them in their slot. Most subjects have few facts: to make a key of each fact's slot would take longer than all else here. */
function inOneSlot(all: readonly Standing[]): Standing[][] {
  const ofSubjects = [...Map.groupBy(all, ({ subject }) => subject).values()]
  return ofSubjects.flatMap((some) =>
    some.length === 1
      ? []
      : [...Map.groupBy(some, ({ slot }) => slot).values()].filter((competing) => competing.length > 1),
  )
}

/** Winners that are brought along are no more than these. */
const MOST_WINNERS = 8

/**
 * What replaced one of the facts that were found, is trusted more than it and was not found itself: a flood of what it replaced may have
 * crowded it out.
 */
export function winnersBesides(facts: readonly Standing[], rivals: readonly Standing[]): number[] {
  if (rivals.length === 0) return []
  const found = new Set(facts.map(({ id }) => id))
  const supersededBy = resolveConflicts(facts, rivals)
  const trust = new Map(rivals.map((rival) => [rival.id, trustOf(rival)]))
  const winners = facts.flatMap((fact) => {
    const winner = supersededBy.get(fact.id)
    return winner !== undefined && !found.has(winner) && trust.get(winner)! < trustOf(fact) ? winner : []
  })
  return [...new Set(winners)].slice(0, MOST_WINNERS)
}
