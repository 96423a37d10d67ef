import { levelOf } from '../domain/lifecycle/strength.ts'
import { SOURCES, sourceKey, trustRank, withSource } from '../domain/statement/source.ts'
import type { MemoryRecord, StatedTarget, StoredChunk, StoredFact } from './records.ts'

/** A memory as far as it matters to what it tells. */
export type Teller = Pick<MemoryRecord, 'id' | 'source' | 'level' | 'metadata' | 'createdAt' | 'statedAt'>

/** One telling of a fact. */
export interface FactTelling {
  readonly teller: Teller
  /** By `tellingNumber`. */
  readonly number: number
  readonly told: StatedTarget
}

export type Standing = Pick<
  StoredChunk,
  'source' | 'level' | 'statedAt' | 'metadata' | 'statedBy' | 'createdAt' | 'memory'
>

export interface FoldedFact extends Standing, Pick<StoredFact, 'latest'> {
  /** The telling that brought it, which says what it states. */
  readonly first: FactTelling
  /** The telling whose words it has. */
  readonly worded: FactTelling
}

const USER = trustRank('user')

const keyOf = ({ source, metadata }: Teller): string =>
  sourceKey(SOURCES[source]!, metadata === null ? null : JSON.parse(metadata))

const firstStanding = (teller: Teller, level: number, statedAt: number): Standing => ({
  ...{ source: teller.source, level, statedAt, metadata: teller.metadata },
  ...{ statedBy: [keyOf(teller)], createdAt: teller.createdAt, memory: teller.id },
})

/** Who is trusted less makes nothing surer and nothing later: one more source states it, that is all. */
function restated(
  known: Standing,
  teller: Teller,
  level: number,
  at: number,
): Standing & { readonly isLatest: boolean } {
  const statedBy = withSource(known.statedBy, keyOf(teller))
  if (teller.source > known.source) return { ...known, statedBy, isLatest: false }
  const isLatest = teller.source < known.source || at >= known.statedAt
  return {
    ...known,
    statedBy,
    source: teller.source,
    level: Math.max(known.level, level),
    statedAt: isLatest ? at : known.statedAt,
    metadata: isLatest && teller.metadata !== null ? teller.metadata : known.metadata,
    isLatest,
  }
}

/** A chunk is told, or told again. */
export function tellChunk(known: Standing | null, teller: Teller): Standing {
  if (!known) return firstStanding(teller, teller.level, teller.statedAt)
  const { isLatest: _, ...next } = restated(known, teller, teller.level, teller.statedAt)
  return next
}

/** What is known of a chunk by all who tell it, in the order of their tellings: the same as if each had been ingested after the other. */
export const foldChunk = (tellers: readonly Teller[]): Standing => tellers.reduce<Standing | null>(tellChunk, null)!

/** The same of a fact. What it states comes from its first telling, its words from the latest that has some. */
export function foldFact(tellings: readonly FactTelling[]): FoldedFact {
  const [first, ...others] = tellings
  const atOf = ({ told, teller }: FactTelling) => told.at ?? teller.statedAt
  let known = firstStanding(first!.teller, first!.told.level ?? first!.teller.level, atOf(first!))
  let latest = first!.number
  let worded = first!
  for (const telling of others) {
    const { teller, told, number } = telling
    // What a user says again is certain.
    const level = teller.source === USER ? levelOf(1) : teller.level
    const { isLatest, ...next } = restated(known, teller, level, atOf(telling))
    known = next
    if (!isLatest) continue
    latest = number
    if (told.text !== undefined) worded = telling
  }
  return { ...known, latest, first: first!, worded }
}
