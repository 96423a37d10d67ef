import type { Loaded } from './loaded.ts'
import { type Looking, look } from './look.ts'
import { numberOf, piecesOf } from './pieces.ts'
import type { ChunkPlans } from './plan-chunks.ts'
import type { Meant, Renamed } from './rename-mentions.ts'
import type { RevisedChunk } from './revised.ts'
import { pieceKey } from './told-pieces.ts'
import type { Identity, Worded } from './worded.ts'
import type { AddedWorded } from './worded-changes.ts'

export interface Assigned {
  /** The fact that each telling tells by now, of those that are told anew or mean somebody else. */
  readonly factOf: ReadonlyMap<Worded, number>
  /** Facts that there were none of. */
  readonly statements: ReadonlyMap<number, Identity & Meant>
  /** Those among them that were told before, of another fact. */
  readonly moved: readonly Worded[]
}

const identityKey = (one: Identity & Meant): string =>
  JSON.stringify([one.persona, one.subject, one.slot, one.object, one.predicate, one.negated, one.aspect])

export function* assignFacts(loaded: Loaded, { meant }: Renamed, nextId: () => number): Looking<Assigned> {
  const others = [...meant].filter(
    ([{ fact }, { subject, object }]) => fact?.subject !== subject || fact.object !== object,
  )
  const places = others.map(
    ([
      {
        identity: { persona, slot },
      },
      { subject },
    ]) => ({ persona, subject, slot }),
  )
  const standing = (yield* look('standing', places)).filter(({ members }) => members === 0)
  loaded.keepFacts(standing)
  const known = new Map([...standing].sort((a, b) => b.id - a.id).map((fact) => [identityKey(fact), fact.id]))
  const statements = new Map<number, Identity & Meant>()
  const factOf = new Map<Worded, number>()
  // In the order in which they are told, as an ingest would number them.
  for (const [telling, { subject, object }] of others.sort(([a], [b]) => a.number - b.number)) {
    const statement = { ...telling.identity, subject, object }
    const key = identityKey(statement)
    const id = known.get(key) ?? nextId()
    if (!known.has(key)) statements.set(id, statement)
    known.set(key, id)
    factOf.set(telling, id)
  }
  return { factOf, statements, moved: others.map(([telling]) => telling).filter(({ fact }) => fact !== null) }
}

export type StatedFacts = Pick<RevisedChunk, 'facts' | 'standsFor'>

/** Which facts each chunk states, of those that do not state what they did. */
export function* statedFacts(
  loaded: Loaded,
  plans: ChunkPlans,
  { factOf, moved }: Assigned,
  added: readonly AddedWorded[],
): Looking<Map<number, StatedFacts>> {
  const stated = new Map<number, StatedFacts>()
  const addedTo = Map.groupBy(added, ({ chunk }) => chunk.id)
  for (const { id, reading } of plans.chunks) {
    if (!reading) continue
    const told = addedTo.get(id) ?? []
    const facts = told.map((telling) => factOf.get(telling)!)
    const standsFor = reading.vectors.map((vector) => facts.filter((_, at) => reading.facts[at]!.vector === vector))
    stated.set(id, { facts, standsFor })
  }
  for (const tellings of Map.groupBy(moved, ({ record, piece }) => pieceKey(record, piece)).values()) {
    const [{ record: id, piece }] = tellings as [Worded]
    const own = piecesOf(loaded.records.get(id)!)[piece]!
    if (!own.chunk) continue
    const chunk = numberOf(own.chunk.target)
    yield* loaded.loadTellers({ chunks: [chunk] })
    const row = loaded.chunks.get(chunk)
    if (!row) continue
    const by = new Map(tellings.map((telling) => [telling.place, factOf.get(telling)!]))
    const targets = own.facts.map(({ target }, place) => by.get(place) ?? numberOf(target))
    const vectors = own.facts.map(({ vector = 0 }) => vector)
    const standsFor = Array.from({ length: Math.max(0, ...vectors) + 1 }, (_, at) =>
      targets.filter((_target, place) => vectors[place] === at),
    )
    stated.set(chunk, { facts: targets, standsFor })
  }
  return stated
}
