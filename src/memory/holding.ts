import { type Claim, superseded } from '../domain/statement/slot.ts'

export interface Stated extends Claim {
  readonly id: number
  readonly subject: string
  /** 0 is the most trusted source. */
  readonly trust: number
  readonly statedAt: number
}

/** The ids of those that no better sourced or newer one in their slot contradicts. All that competes has to be among them. */
export function holding(facts: readonly Stated[]): ReadonlySet<number> {
  const slots = Map.groupBy(facts, ({ subject, slot }) => `${subject}\n${slot}`)
  const holds = [...slots.values()].flatMap((competing) => {
    const best = [...competing].sort((a, b) => a.trust - b.trust || b.statedAt - a.statedAt || b.id - a.id)
    const lost = superseded(best)
    return best.filter((_, at) => !lost[at])
  })
  return new Set(holds.map(({ id }) => id))
}
