import type { AbstractionRequest, NewAbstraction } from '../ports/consolidation.ts'
import type { Slot, StoredFact } from './records.ts'
import { resolveConflicts } from './resolve-conflicts.ts'
import type { Run } from './run.ts'

type Offered = Pick<NewAbstraction, 'cluster' | 'members'>

export type SettleLook =
  | { readonly ids: readonly number[] }
  /** All of the persona's facts in these places. */
  | { readonly competing: readonly Slot[]; readonly persona: string }

interface Settled<A> {
  /** Those whose clusters are still as they were offered. */
  readonly abstractions: readonly { readonly made: A; readonly members: readonly StoredFact[] }[]
  readonly merged: number
  /** Everything that changed up to this fact is settled; null leaves it. */
  readonly watermark: number | null
}

/** Ends a run: what is still as it was offered is to be merged, the rest is left to the next. */
export function* settleRun<A extends Offered>(
  run: Run,
  { abstractions, unfinished }: Pick<AbstractionRequest, 'unfinished'> & { readonly abstractions: readonly A[] },
): Generator<SettleLook, Settled<A>, readonly StoredFact[]> {
  const again = new Set(unfinished)
  const taken = new Set<number>()
  const settled: { made: A; members: readonly StoredFact[] }[] = []
  for (const made of abstractions) {
    const members = yield* stillThere(run, made, taken)
    if (!members) {
      again.add(made.cluster)
      continue
    }
    for (const { id } of members) taken.add(id)
    settled.push({ made, members })
  }
  const firsts = [...again].flatMap((number) => run.clusters[number]?.first ?? [])
  const watermark = run.whole ? Math.min(run.upTo, ...firsts.map((first) => first - 1)) : null
  return { abstractions: settled, merged: taken.size, watermark }
}

/** The members in the order of their ids, or null where the cluster is no longer what the summary was made of. */
function* stillThere(
  run: Run,
  { cluster, members }: Offered,
  taken: ReadonlySet<number>,
): Generator<SettleLook, readonly StoredFact[] | null, readonly StoredFact[]> {
  const offered = run.clusters[cluster]
  const wanted = [...new Set(members)]
  if (!offered || wanted.length < 2 || !wanted.every((id) => offered.facts.includes(id) && !taken.has(id))) return null
  const facts = (yield { ids: wanted }).filter(({ abstraction }) => abstraction === null)
  if (facts.length < wanted.length) return null
  const competing = yield { competing: facts.map(({ subject, slot }) => ({ subject, slot })), persona: offered.persona }
  const supersededBy = resolveConflicts(competing)
  const changed = competing.some((fact) => isSaidSince(run, fact)) || facts.some(({ id }) => supersededBy.has(id))
  return changed ? null : facts.sort((a, b) => a.id - b.id)
}

/**
 * For the first time, or again. Who says it again accesses it too: by that a restatement is told from what was dated ahead before the run.
 */
const isSaidSince = (run: Run, { id, statedAt, lastAccess }: StoredFact): boolean =>
  id > run.lastFact || (statedAt > run.startedAt && lastAccess >= run.startedAt)
