import { localTime } from '../domain/date/local-time.ts'
import type { MemoryId } from '../domain/memory-id.ts'
import type { PackedVector } from '../domain/ranking/vector.ts'
import type { Kept } from '../ports/archive.ts'
import type { NewChunk, NewFact, NewMemory, Remembered } from '../ports/new-memory.ts'
import type { AddedChunk, Draft, Known, NextId, Past, Told, Wanted } from './change.ts'
import { createEntityResolver } from './entity-resolver.ts'
import { newlySuperseded } from './newly-superseded.ts'
import { createChunkPlan } from './plan-chunks.ts'
import { createFactPlan, type StatedFact, type Telling } from './plan-facts.ts'
import { createRecordPlan } from './plan-records.ts'
import type { Open, Place, StoredChunk } from './records.ts'
import { tellingNumber } from './telling-number.ts'

/** What becomes of a chunk: it is added, completes what was half-done, or restates what is known. */
interface Piece {
  readonly kind: 'added' | 'completed' | 'known'
  readonly chunk: Open<AddedChunk> | Open<StoredChunk>
  readonly stated: StatedFact[]
}

interface Text extends Open<Telling> {
  readonly past: Past | undefined
  readonly pieces: Piece[]
  /** Facts without a chunk. */
  readonly bare: StatedFact[]
}

export const wantedBy = (memories: readonly NewMemory[]): Wanted => ({
  statements: memories.flatMap(({ persona, chunks }) => chunks.map(({ statement }) => ({ persona, statement }))),
  mentions: [
    ...new Set(memories.flatMap(({ facts }) => facts.flatMap(({ subject, object }) => [subject.name, object.name]))),
  ],
})

/**
 * Decides what an ingest changes, from what is stored and what is told. First which chunks are new and whom the names mean; that tells in
 * which places facts will compete, and what stands there decides the rest.
 */
export function draftChange(told: Told, known: Known, nextId: NextId): Draft {
  const { now } = told
  const resolver = createEntityResolver(known)
  const chunks = createChunkPlan(now, known.chunks)
  let { lastStatedAt } = told

  function read(memory: NewMemory, past: Past | undefined): Text {
    const isNow = !past && (memory.occurredAt === null || memory.occurredAt === now)
    if (isNow) lastStatedAt = Math.max(now, lastStatedAt + 1)
    const statedAt = isNow ? lastStatedAt : (memory.occurredAt ?? now)
    const text: Text = { memory, past, id: 0, statedAt, pieces: [], bare: [] }
    for (const [at, chunk] of memory.chunks.entries()) text.pieces.push(place(text, chunk, at))
    if (memory.chunks.length === 0 && past)
      for (const [at, fact] of memory.facts.entries())
        if (fact.vector) text.bare.push(resolve(fact, 0, fact.vector, past.facts[at]))
    return text
  }

  const renumbered = new Map<number, number>()
  /** Several may have been one text: they get one record. */
  function recordOf(past: Past | undefined): number {
    const known = past?.record?.id
    const id = (known && (told.keepsRecords ? known : renumbered.get(known))) || nextId('memories')
    if (known) renumbered.set(known, id)
    return id
  }

  const resolve = (fact: NewFact, chunk: number, vector: PackedVector, past?: Kept): StatedFact => ({
    told: fact,
    subject: resolver.canonical(fact.subject),
    object: resolver.canonical(fact.object),
    chunk,
    vector,
    past,
  })

  function place(text: Text, chunk: NewChunk, at: number): Piece {
    const { memory, past } = text
    const { occurredAt, offsetMs } = memory
    const saidAt = localTime({ occurredAt: occurredAt ?? past?.chunks[at]?.statedAt ?? now, offsetMs })
    const duplicate = chunks.find(memory, chunk, saidAt)
    if (duplicate && chunks.isUnfinished(duplicate)) {
      // The first one to say it again completes it, and it counts as stored by him.
      chunks.complete(duplicate)
      return { kind: 'completed', chunk: duplicate, stated: [] }
    }
    if (duplicate && past) return { kind: 'known', chunk: duplicate, stated: [] }
    text.id ||= recordOf(past)
    if (duplicate) {
      chunks.restate(duplicate, text)
      return { kind: 'known', chunk: duplicate, stated: [] }
    }
    const id = nextId('chunks')
    const facts = memory.facts.filter((fact) => fact.chunk === at)
    const stated = facts.map((fact) =>
      resolve(fact, id, fact.vector ?? chunk.vector, past?.facts[memory.facts.indexOf(fact)]),
    )
    const added = chunks.add(text, chunk, { id, saidAt }, stated, past?.chunks[at])
    return { kind: 'added', chunk: added, stated }
  }

  const texts = told.memories.map((memory, at) => read(memory, told.past?.[at]))
  const storedFacts = new Map(known.facts.map((fact) => [fact.id, fact]))
  const placesOf = ({ memory: { persona }, past, pieces, bare }: Text): Place[] => [
    ...[...pieces.flatMap(({ stated }) => stated), ...bare].map((one) => ({ ...one, persona, slot: one.told.slot })),
    ...pieces.flatMap(({ chunk }) => (past ? [] : chunk.facts.flatMap((id) => storedFacts.get(id) ?? []))),
  ]

  return {
    places: texts.flatMap(placesOf).map(({ persona, subject, slot }) => ({ persona, subject, slot })),
    complete(standing) {
      const before = [...new Map([...known.facts, ...standing].map((fact) => [fact.id, fact])).values()]
      const facts = createFactPlan(now, () => nextId('facts'), before)
      const records = createRecordPlan(now)
      const remembered = texts.map((text) => tell(text, facts, records))
      const sessions = new Map<string, string>()
      for (const { sessionId, persona } of told.memories)
        if (sessionId !== null && !sessions.has(sessionId)) sessions.set(sessionId, persona)
      return {
        remembered,
        completed: chunks.completed(),
        superseded: newlySuperseded(facts.stated(), before, facts.all()),
        change: {
          now,
          lastStatedAt,
          personas: [...new Set(told.memories.map(({ persona }) => persona))],
          sessions: [...sessions].map(([name, persona]) => ({ name, persona })),
          ...chunks.changes(),
          ...facts.changes(),
          ...resolver.changes(),
          ...records.changes(),
        },
      }
    },
  }
}

/** States or restates the facts of a text, notes what it stated, and says what became of it. */
function tell(
  text: Text,
  facts: ReturnType<typeof createFactPlan>,
  records: ReturnType<typeof createRecordPlan>,
): Remembered {
  const { memory, past } = text
  const ids: MemoryId[] = []
  let [stored, storedFacts] = [0, 0]
  records.open(text, past?.record?.createdAt)
  for (const [at, { kind, chunk, stated }] of text.pieces.entries()) {
    const numbered = (fact: number) => tellingNumber(text.id, at, fact)
    if (kind === 'added' || (kind === 'known' && !past))
      records.noteChunk(text, chunk, kind === 'added', memory.chunks[at]!)
    if (kind === 'added') {
      const added = chunk as Open<AddedChunk>
      added.stated = stated.map((one, place) => {
        const fact = facts.state(text, numbered(place), one)
        records.note(text, fact, one.told, { ...one, vector: added.vectors.indexOf(one.vector) })
        return { ...one, fact: fact.id }
      })
      added.facts = added.stated.map(({ fact }) => fact)
    }
    if (kind === 'known' && !past) {
      const known = [...new Set(chunk.facts)].flatMap((id) => facts.byId(id) ?? [])
      for (const [place, fact] of known.entries()) {
        facts.restate(text, numbered(place), fact.id)
        const isIt = (one: NewFact) => one.chunk === at && one.predicate === fact.predicate && one.value === fact.value
        records.note(text, fact, memory.facts.find(isIt), { chunk: chunk.id })
      }
    }
    if (kind !== 'known') {
      stored++
      storedFacts += new Set(chunk.facts).size
    }
    ids.push(`c${chunk.id}`, ...chunk.facts.filter((id) => facts.byId(id)).map((id): MemoryId => `f${id}`))
  }
  for (const [place, one] of text.bare.entries())
    records.note(text, facts.state(text, tellingNumber(text.id, 0, place), one), one.told, { ...one, vector: 0 })
  const [first] = text.pieces
  const isKnown = stored === 0 && first !== undefined
  return {
    chunks: stored,
    facts: storedFacts + text.bare.length,
    duplicateOf: isKnown ? `c${first.chunk.id}` : null,
    ids: [...new Set(ids)],
    memory: text.id || first?.chunk.memory || null,
    restates: isKnown ? first.chunk.memory || null : null,
  }
}
