import type { Meta } from './meta.ts'

/** A consolidation whose clusters are out to be summarised. Nothing else consolidates the namespace until it ends or runs out of time. */
export interface Run {
  readonly id: number
  readonly startedAt: number
  readonly until: number
  /** The last fact that there was when the clusters were made. */
  readonly lastFact: number
  /** Where the search for clusters goes on next time, if all of these are settled. */
  readonly upTo: number
  /** `first`: the changed fact around which it was found. */
  readonly clusters: readonly { readonly persona: number; readonly facts: readonly number[]; readonly first: number }[]
  /** false: a run of one persona, which leaves the search of the whole namespace where it is. */
  readonly whole: boolean
  /** The schedule is told what came of it. */
  readonly scheduled: boolean
}

const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10)

/** The run that is at work, and the tokens that the day has cost. */
export function createRuns(meta: Meta) {
  const parse = <T>(key: string): T | null => {
    const text = meta.text(key)
    return text === null || text === '' ? null : (JSON.parse(text) as T)
  }
  const tokensOf = (now: number): number => {
    const spent = parse<{ day: string; tokens: number }>('tokens')
    return spent?.day === dayOf(now) ? spent.tokens : 0
  }
  return {
    current: (): Run | null => parse<Run>('run'),
    begin: (run: Run): void => meta.set('run', JSON.stringify(run)),
    end: (): void => meta.set('run', ''),
    /** Never given twice, so that a late answer cannot end another run. */
    nextId(): number {
      const id = (meta.number('last run') ?? 0) + 1
      meta.set('last run', id)
      return id
    },
    tokensOf,
    spend: (now: number, tokens: number): void =>
      meta.set('tokens', JSON.stringify({ day: dayOf(now), tokens: tokensOf(now) + tokens })),
  }
}
