import { levelOf } from '../domain/lifecycle/strength.ts'
import type { PackedVector } from '../domain/ranking/vector.ts'
import { statementOf } from '../domain/statement/fact.ts'
import { conflicts } from '../domain/statement/slot.ts'
import { SOURCES, sourceKey, sourcesOf, trustRank, withSource } from '../domain/statement/source.ts'
import type { Kept } from '../ports/archive.ts'
import type { NewFact, NewMemory } from '../ports/new-memory.ts'
import { betterStanding } from './duplicate.ts'
import type { Open, Place, StoredFact } from './records.ts'

/** A text, and when it counts as said. */
export interface Telling {
  readonly memory: NewMemory
  /** Its record; 0 where it gets none. */
  readonly id: number
  readonly statedAt: number
}

/** A fact of a new chunk, with the entities that it means. */
export interface StatedFact {
  readonly told: NewFact
  readonly subject: string
  readonly object: string
  readonly chunk: number
  readonly vector: PackedVector
  /** As it was known in another store. */
  readonly past?: Kept | undefined
}

/** With the vector of its words; null: the words that it had. */
export type PlannedFact = Open<StoredFact> & { vector: PackedVector | null }

const keyOf = ({ persona, subject, slot }: Place) => `${persona}\n${subject}\n${slot}`

type Said = Pick<StoredFact, 'slot' | 'value' | 'denies' | 'source'>

/**
 * The abstractions that no longer hold. One holds as long as all that it was made of: it goes when one of its members is contradicted by
 * somebody who is trusted more, or as much and later, and they come back.
 */
const contradicted = (rivals: readonly StoredFact[], said: Said, at: number): number[] =>
  rivals.flatMap(({ abstraction, ...rival }) => {
    const wins = said.source < rival.source || (said.source === rival.source && at >= rival.statedAt)
    return abstraction !== null && wins && conflicts(rival, said) ? abstraction : []
  })

/** Of facts with the same subject, slot and object. */
const saysTheSame = (fact: StoredFact, told: NewFact): boolean =>
  fact.predicate === told.predicate && fact.negated === told.negated && fact.aspect === told.aspect

/** What new statements change among the facts that are known, one after the other. */
export function createFactPlan(now: number, nextId: () => number, stored: readonly StoredFact[]) {
  const byId = new Map<number, PlannedFact>()
  const places = new Map<string, PlannedFact[]>()
  const added = new Set<PlannedFact>()
  const restated = new Set<PlannedFact>()
  const supported = new Set<PlannedFact>()
  const accessed = new Map<number, number>()
  const dissolved = new Set<number>()

  const keep = (fact: PlannedFact): PlannedFact => {
    byId.set(fact.id, fact)
    const place = keyOf(fact)
    places.set(place, [...(places.get(place) ?? []), fact])
    return fact
  }
  for (const fact of stored) if (!byId.has(fact.id)) keep({ ...fact, vector: null })

  function access(id: number): void {
    accessed.set(id, (accessed.get(id) ?? 0) + 1)
    const fact = byId.get(id)
    if (fact) Object.assign(fact, { lastAccess: now, accessCount: fact.accessCount + 1 })
  }

  /** One more source states it, and nothing else of it changes. */
  function support(fact: PlannedFact, { memory }: Telling): void {
    const known = sourcesOf({ ...fact, source: SOURCES[fact.source]! })
    const statedBy = withSource(known, sourceKey(memory.source, memory.metadata))
    if (statedBy === fact.statedBy) return
    fact.statedBy = statedBy
    supported.add(fact)
  }

  function dissolveContradicted(said: Said, at: number, place: Place): void {
    for (const abstraction of contradicted(places.get(keyOf(place)) ?? [], said, at)) {
      dissolved.add(abstraction)
      accessed.delete(abstraction)
      for (const fact of byId.values()) if (fact.abstraction === abstraction) fact.abstraction = null
    }
  }

  /** An assistant that repeats what a user once said does not make it the user's latest word: it is asked for once more, that is all. */
  function repeat(fact: PlannedFact, telling: Telling): void {
    access(fact.abstraction ?? fact.id)
    support(fact, telling)
  }

  /** The better of both sources and confidences. A more trusted word has its own time, one that is trusted as much the later of both. */
  function restateFact(fact: PlannedFact, telling: Telling, number: number, wording: Partial<PlannedFact>): void {
    const at = telling.statedAt
    const { memory } = telling
    support(fact, telling)
    const isBetter = trustRank(memory.source) < fact.source
    const isLatest = isBetter || at >= fact.statedAt
    if (!added.has(fact)) restated.add(fact)
    // Whoever says again what was merged reminds of the whole.
    if (fact.abstraction !== null) access(fact.abstraction)
    Object.assign(
      fact,
      betterStanding(fact, memory.source, memory.source === 'user' ? 1 : memory.confidence),
      { lastAccess: now, accessCount: fact.accessCount + 1 },
      isLatest ? { ...wording, statedAt: at, latest: number } : {},
      isLatest && memory.metadata ? { metadata: JSON.stringify(memory.metadata) } : {},
    )
  }

  function add(telling: Telling, number: number, stated: StatedFact): PlannedFact {
    const { told, subject, object, chunk, vector, past } = stated
    const { memory, id, statedAt } = telling
    const fact = keep({
      ...(past ?? { createdAt: now, statedAt, lastAccess: now, accessCount: 0 }),
      latest: number,
      ...statementOf(told),
      id: nextId(),
      persona: memory.persona,
      subject,
      object,
      leaf: told.object.kind === 'value',
      source: trustRank(memory.source),
      level: levelOf(told.confidence),
      metadata: memory.metadata && JSON.stringify(memory.metadata),
      memory: id,
      statedBy: past?.statedBy ?? [sourceKey(memory.source, memory.metadata)],
      chunk,
      vector,
      abstraction: null,
      members: 0,
    })
    added.add(fact)
    return fact
  }

  return {
    byId: (id: number): StoredFact | undefined => byId.get(id),
    /** Those that are stated now, of the known ones too, and all. */
    stated: (): readonly StoredFact[] => [...added, ...restated],
    all: (): readonly StoredFact[] => [...byId.values()],
    /** Adds the fact, or restates the one that says the same already. `number`: by `tellingNumber`. */
    state(telling: Telling, number: number, stated: StatedFact): StoredFact {
      const { told, subject, object, chunk, vector, past } = stated
      const place = { persona: telling.memory.persona, subject, slot: told.slot }
      const rivals = places.get(keyOf(place)) ?? []
      const known = rivals.find((fact) => fact.object === object && saysTheSame(fact, told))
      const trust = trustRank(telling.memory.source)
      const at = past?.statedAt ?? telling.statedAt
      dissolveContradicted({ ...told, source: Math.min(trust, known?.source ?? trust) }, at, place)
      if (!known) return add(telling, number, stated)
      if (past) {
        // Told from an archive: what is there stays as it is, but for who stands behind it.
        if (trust < known.source && !added.has(known)) restated.add(known)
        known.source = Math.min(trust, known.source)
        support(known, telling)
      } else if (trust > known.source) repeat(known, telling)
      else
        restateFact(known, telling, number, {
          ...{ text: told.text, relation: told.relation, date: told.date ?? null },
          ...{ chunk, vector },
        })
      return known
    },
    /** Its chunk was said again, word by word. */
    restate(telling: Telling, number: number, id: number): void {
      const fact = byId.get(id)
      if (!fact) return
      if (trustRank(telling.memory.source) > fact.source) {
        repeat(fact, telling)
        return
      }
      restateFact(fact, telling, number, {})
      dissolveContradicted(fact, telling.statedAt, fact)
    },
    changes: () => ({
      facts: [...added],
      restatedFacts: [...restated],
      supportedFacts: [...supported]
        .filter((fact) => !restated.has(fact) && !added.has(fact))
        .map(({ id, statedBy }) => ({ id, statedBy })),
      accessedFacts: [...accessed]
        .filter(([id]) => !byId.has(id) || !(restated.has(byId.get(id)!) || added.has(byId.get(id)!)))
        .map(([id, times]) => ({ id, last: now, times })),
      dissolved: [...dissolved],
    }),
  }
}
