import { type MemoryId, toFactId } from '../domain/memory-id.ts'
import type { Edge } from './edge.ts'
import type { StoredFact } from './records.ts'
import { type Reached, type TouchingLook, traverse, type Walk } from './traverse.ts'

type Recallable = Edge & Pick<StoredFact, 'abstraction'>

interface FirstFacts<F> {
  /** The nearest, then what the chunks state that were searched for. */
  readonly found: readonly F[]
  /** What touches the entities that the query names. */
  readonly about: readonly F[]
  /** Working memory, and what its chunks state: nobody searched for it. */
  readonly hot: readonly F[]
  /** null: facts are not followed. */
  readonly walk: Walk | null
}

export type FactLook = TouchingLook | { readonly ids: readonly number[] }

/** Every fact that a recall has to do with, by its id. */
export function* collectFacts<F extends Recallable>({
  found,
  about,
  hot,
  walk,
}: FirstFacts<F>): Generator<FactLook, Map<number, Reached<F>>, readonly F[]> {
  const facts = new Map<number, Reached<F>>()
  const add = (list: readonly F[], candidate: boolean) => {
    for (const fact of list) if (!facts.has(fact.id)) facts.set(fact.id, { fact, hop: 0, from: null, candidate })
  }
  add(found, true)
  add(about, true)
  if (walk) yield* traverse(walk, facts)
  add(hot, false)
  yield* showAbstractions(facts)
  return facts
}

/** What was merged shows as its abstraction, wherever it was found; by itself it only decides conflicts. */
function* showAbstractions<F extends Recallable>(
  facts: Map<number, Reached<F>>,
): Generator<FactLook, void, readonly F[]> {
  const merged = [...facts.values()].filter(({ fact }) => fact.abstraction !== null)
  if (merged.length === 0) return
  const byAbstraction = Map.groupBy(merged, ({ fact }) => fact.abstraction!)
  for (const fact of yield { ids: [...byAbstraction.keys()] }) {
    const found = byAbstraction.get(fact.id)!.filter(({ candidate }) => candidate)
    const known = facts.get(fact.id)
    const nearest = [...found, ...(known ? [known] : [])].sort((a, b) => a.hop - b.hop)[0]
    if (nearest) facts.set(fact.id, { ...nearest, fact, candidate: true })
  }
  for (const reached of merged) facts.set(reached.fact.id, { ...reached, candidate: false })
}

/** What does not pass a filter still decides conflicts and the standing of chunks, and is no answer. */
export function onlyPassing<F extends Edge>(
  reached: readonly Reached<F>[],
  passing: (facts: readonly F[]) => ReadonlySet<number>,
): Reached<F>[] {
  const pass = passing(reached.map(({ fact }) => fact))
  return reached.map((one) => (pass.has(one.fact.id) ? one : { ...one, hop: 0, from: null, candidate: false }))
}

/** What is hot; a fact that was merged is so as its abstraction. */
export function hotAsShown(hot: readonly MemoryId[], facts: Iterable<Pick<Recallable, 'id' | 'abstraction'>>) {
  const shown = new Set<MemoryId>(hot)
  for (const { id, abstraction } of facts)
    if (abstraction !== null && shown.delete(toFactId(id))) shown.add(toFactId(abstraction))
  return shown as ReadonlySet<MemoryId>
}
