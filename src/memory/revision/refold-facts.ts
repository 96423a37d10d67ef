import { type MemoryId, toFactId } from '../../domain/memory-id.ts'
import { foldFact } from '../fold-tellings.ts'
import type { MemoryRecord, StoredFact } from '../records.ts'
import { tellingsIn } from '../tellings-in.ts'
import type { Assigned } from './assign-facts.ts'
import type { Loaded } from './loaded.ts'
import { type Looking, look } from './look.ts'
import { numberOf } from './pieces.ts'
import { changedIn, type Revisions, recordIn } from './plan-chunks.ts'
import type { RevisedFact } from './revised.ts'

export interface FoldedFacts {
  readonly kept: readonly (RevisedFact & { readonly tellers: readonly number[] })[]
  readonly removed: readonly StoredFact[]
}

/** All facts of which a telling goes, comes or changes, made of their tellings again. */
export function* refoldFacts(
  loaded: Loaded,
  revisions: Revisions,
  records: ReadonlyMap<number, MemoryRecord>,
  { statements }: Assigned,
): Looking<FoldedFacts> {
  const after = (id: number) => records.get(id) ?? recordIn(loaded, revisions, id)
  const concerned = new Set<number>()
  const newTellers = new Map<number, Set<number>>()
  const isChanged = new Set(changedIn(revisions))
  for (const id of new Set([...isChanged, ...records.keys()])) {
    const told = (record: MemoryRecord | undefined) =>
      Map.groupBy(
        record ? tellingsIn(record).filter(({ told: { target } }) => target.startsWith('f')) : [],
        ({ told }) => numberOf(told.target),
      )
    const before = told(loaded.records.get(id))
    const now = told(after(id))
    for (const fact of new Set([...before.keys(), ...now.keys()]))
      if (isChanged.has(id) || JSON.stringify(before.get(fact)) !== JSON.stringify(now.get(fact))) concerned.add(fact)
    for (const fact of now.keys()) newTellers.set(fact, (newTellers.get(fact) ?? new Set()).add(id))
  }
  yield* loaded.loadTellers({ facts: [...concerned].filter((id) => !statements.has(id)) })

  const kept: (RevisedFact & { tellers: number[] })[] = []
  const removed: StoredFact[] = []
  for (const id of concerned) {
    const before = loaded.facts.get(id) ?? null
    const target = toFactId(id)
    const tellers = [...new Set([...loaded.tellersOf(target), ...(newTellers.get(id) ?? [])])]
    const tellings = tellers
      .flatMap((one) => after(one) ?? [])
      .flatMap((teller) => tellingsIn(teller).flatMap((one) => (one.told.target === target ? { ...one, teller } : [])))
      .sort((a, b) => a.number - b.number)
    if (tellings.length === 0) {
      if (before) removed.push(before)
      continue
    }
    const { first, worded, ...folded } = foldFact(tellings)
    const toldBefore = tellingsBefore(loaded, target)
    kept.push({
      ...(before ? statementIn(before) : { ...statements.get(id)!, abstraction: null, members: 0 }),
      ...folded,
      id,
      value: first.told.value ?? before?.value ?? '',
      denies: first.told.text === undefined ? (before?.denies ?? false) : (first.told.denies ?? false),
      leaf: first.told.text === undefined ? (before?.leaf ?? false) : first.told.objectKind === 'value',
      text: worded.told.text ?? before?.text ?? '',
      relation: worded.told.relation ?? before?.relation ?? '',
      date: (worded.told.text === undefined ? before?.date : worded.told.date) ?? null,
      chunk: worded.told.chunk ?? before?.chunk ?? 0,
      vector: worded.told.vector ?? 0,
      lastAccess: before?.lastAccess ?? folded.createdAt,
      accessCount: Math.max(0, (before?.accessCount ?? 0) + tellings.length - Math.max(1, toldBefore)),
      before,
      tellers: [...new Set(tellings.map(({ teller }) => teller.id))],
    })
  }
  return { kept, removed }
}

const tellingsBefore = (loaded: Loaded, target: MemoryId): number =>
  loaded
    .tellersOf(target)
    .flatMap((id) => loaded.records.get(id)?.stated ?? [])
    .filter((told) => told.target === target).length

const statementIn = ({
  persona,
  subject,
  object,
  predicate,
  negated,
  aspect,
  slot,
  abstraction,
  members,
}: StoredFact) => ({
  ...{ persona, subject, object, predicate, negated, aspect, slot, abstraction, members },
})

/** One holds as long as all that it was made of is what it was, and nothing else is said there. */
export function* touchedAbstractions({ kept, removed }: FoldedFacts): Looking<number[]> {
  const touched = [...kept.flatMap(({ before }) => before ?? []), ...removed]
  const rivals = yield* look(
    'standing',
    [...kept, ...removed].map(({ persona, subject, slot }) => ({ persona, subject, slot })),
  )
  return [...new Set([...touched, ...rivals].flatMap(({ abstraction }) => abstraction ?? []))]
}
