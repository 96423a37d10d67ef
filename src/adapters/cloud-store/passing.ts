import { chunksIn, factsIn, type MemoryId, toChunkId } from '../../domain/memory-id.ts'
import { CANDIDATES } from '../../memory/candidates.ts'
import type { MemoryFilter } from '../../ports/memory-records.ts'
import type { RecallPlan } from '../../ports/recollection.ts'
import type { GraphScope } from './graph-store.ts'
import type { Nomination, VectorScope } from './vector-store.ts'

interface PassingList {
  readonly chunks: ReadonlySet<number>
  readonly facts: readonly number[]
}

/** What may be returned, as the graph knows it. */
export interface Passing {
  readonly filter: MemoryFilter
  /** null: too many to list for one question. They are checked one by one then, from the nearest on. */
  readonly list: PassingList | null
  listAll(): Promise<PassingList>
  among(targets: readonly MemoryId[]): Promise<ReadonlySet<MemoryId>>
}

const toList = (stated: readonly MemoryId[]): PassingList => ({
  chunks: new Set(chunksIn(stated)),
  facts: factsIn(stated),
})

/** What had been said by then, of what the caller's own filter leaves. */
export function filterAsOf({ filter, asOf, personas }: RecallPlan): MemoryFilter | null {
  if (typeof asOf !== 'number') return filter ?? null
  const any = { personas, sessionId: null, source: null, entity: null, since: null, until: null, metadata: [] }
  const given = filter ?? any
  return { ...given, until: given.until === null ? asOf + 1 : Math.min(given.until, asOf + 1) }
}

/** One more round trip to the graph; null where there is no filter. */
export async function findPassing(graph: GraphScope, filter: RecallPlan['filter']): Promise<Passing | null> {
  if (!filter) return null
  const stated = await graph.stated(filter, CANDIDATES.listedMemories)
  const known = stated && new Set(stated)
  return {
    filter,
    list: stated && toList(stated),
    listAll: async () => toList((await graph.stated(filter, null)) ?? []),
    among: async (targets) =>
      new Set(
        known || targets.length === 0 ? targets.filter((one) => known?.has(one)) : await graph.passing(filter, targets),
      ),
  }
}

/** Of few chunks that pass each is a candidate. */
export function nearestWanted({ k }: RecallPlan, passing: Passing | null): number {
  const usual = CANDIDATES.nearestChunks(k)
  const listed = passing?.list?.chunks.size ?? Number.POSITIVE_INFINITY
  return listed <= CANDIDATES.wholeList ? Math.max(usual, listed) : usual
}

type Nominated = Awaited<ReturnType<VectorScope['nominate']>>

/** Looks among what passes, where that is asked for. */
export async function nominatePassing(
  vectors: VectorScope,
  wanted: Nomination,
  passing: Passing | null,
): Promise<Nominated> {
  if (!passing) return vectors.nominate(wanted)
  const among = ({ chunks }: PassingList): Promise<Nominated> | Nominated =>
    chunks.size === 0 ? { points: [], byWords: [] } : vectors.nominate({ ...wanted, only: [...chunks] })
  if (passing.list) return among(passing.list)
  const nearest = CANDIDATES.checkedPoints
  const { points, byWords } = await vectors.nominate({ ...wanted, nearest })
  const passed = await passing.among(points.map(({ id }) => toChunkId(id)))
  const pass = (id: number) => passed.has(toChunkId(id))
  const found = points.filter(({ id }) => pass(id))
  // Whoever passes and is nearest is among these, if they are enough or there are no others.
  if (found.length >= wanted.nearest || points.length < nearest) return { points: found, byWords: byWords.filter(pass) }
  return among(await passing.listAll())
}
