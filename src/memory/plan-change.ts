import { levelOf } from '../domain/lifecycle/strength.ts'
import type { PackedVector } from '../domain/ranking/vector.ts'
import { trustRank } from '../domain/statement/source.ts'
import type { ArchivedMemory } from '../ports/archive.ts'
import type { MemoryId, NewChunk, NewMemory, Remembered } from '../ports/memory-store.ts'
import { betterStanding, createDuplicateRule } from './duplicate.ts'
import { createEntityResolver, type KnownEntities } from './entity-resolver.ts'
import { createFactPlan, type PlannedFact, type StatedFact, type Telling } from './plan-facts.ts'
import { createRecordPlan } from './plan-records.ts'
import type {
  EntityName,
  EntityRecord,
  Evidence,
  MemoryRecord,
  Open,
  Place,
  StoredChunk,
  StoredFact,
} from './records.ts'

/** What has to be looked up before anything can be decided. */
export interface Wanted {
  readonly statements: readonly { readonly persona: string; readonly statement: number }[]
  /** Names as they were written: the entity of that very key, or else all that go by a lookup key of it. */
  readonly mentions: readonly string[]
}

export interface Known extends KnownEntities {
  readonly chunks: readonly StoredChunk[]
  /** The facts that these chunks state. */
  readonly facts: readonly StoredFact[]
}

export interface Told {
  readonly now: number
  /** When something was stated last: every text has a time of its own, never before the last one. */
  readonly lastStatedAt: number
  readonly memories: readonly NewMemory[]
  /** Their past, where they were told to another store before: nothing is restated then. */
  readonly past?: readonly Past[] | undefined
  /** The records of the past are this store's own, and keep their numbers. */
  readonly keepsRecords?: boolean
}

export type Past = Pick<ArchivedMemory, 'record' | 'chunks' | 'facts'>

/** Numbers that were never given before. */
export type NextId = (kind: 'memories' | 'chunks' | 'facts') => number

export interface AddedChunk extends StoredChunk {
  readonly told: NewChunk
  readonly session: string | null
  readonly stated: readonly (StatedFact & { readonly fact: number })[]
  /** Its own, then those of its sentences. */
  readonly vectors: readonly PackedVector[]
}

/** What is to be written, in full: nothing is left to be decided. */
export interface Change {
  readonly now: number
  readonly lastStatedAt: number
  readonly personas: readonly string[]
  readonly sessions: readonly { readonly name: string; readonly persona: string }[]
  readonly chunks: readonly AddedChunk[]
  readonly restatedChunks: readonly StoredChunk[]
  readonly facts: readonly PlannedFact[]
  readonly restatedFacts: readonly PlannedFact[]
  readonly accessedFacts: readonly { readonly id: number; readonly last: number; readonly times: number }[]
  /** Abstractions that no longer hold: what was merged into them stands for itself again. */
  readonly dissolved: readonly number[]
  readonly entities: readonly EntityRecord[]
  readonly names: readonly EntityName[]
  readonly memories: readonly MemoryRecord[]
  readonly evidence: readonly Evidence[]
}

export interface Planned {
  readonly change: Change
  readonly remembered: Remembered[]
  /** Chunks that an earlier try left half-done, and this one completes. */
  readonly completed: readonly StoredChunk[]
}

export interface Draft {
  /** Where facts will compete: all that stands there has to be known to complete the plan. */
  readonly places: readonly Place[]
  complete(standing: readonly StoredFact[]): Planned
}

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
  const chunks = createChunkPlan(known.chunks)
  let { lastStatedAt } = told

  function read(memory: NewMemory, past: Past | undefined): Text {
    const isNow = !past && (memory.occurredAt === null || memory.occurredAt === now)
    if (isNow) lastStatedAt = Math.max(now, lastStatedAt + 1)
    const statedAt = isNow ? lastStatedAt : (memory.occurredAt ?? now)
    const text: Text = { memory, past, id: 0, statedAt, isNow, pieces: [], bare: [] }
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

  const resolve = (
    fact: NewMemory['facts'][number],
    chunk: number,
    vector: PackedVector,
    past?: StatedFact['past'],
  ) => ({
    told: fact,
    subject: resolver.canonical(fact.subject),
    object: resolver.canonical(fact.object),
    chunk,
    vector,
    past,
  })

  function place(text: Text, chunk: NewChunk, at: number): Piece {
    const { memory, past } = text
    const duplicate = chunks.find(memory, chunk, past?.chunks[at]?.statedAt ?? memory.occurredAt ?? now)
    if (duplicate && chunks.isUnfinished(duplicate)) {
      // The first one to say it again completes it, and it counts as stored by him.
      chunks.complete(duplicate)
      return { kind: 'completed', chunk: duplicate, stated: [] }
    }
    if (duplicate && past) return { kind: 'known', chunk: duplicate, stated: [] }
    text.id ||= recordOf(past)
    if (duplicate) {
      chunks.restate(duplicate, text, now)
      return { kind: 'known', chunk: duplicate, stated: [] }
    }
    const id = nextId('chunks')
    const facts = memory.facts.filter((fact) => fact.chunk === at)
    const stated = facts.map((fact) =>
      resolve(fact, id, fact.vector ?? chunk.vector, past?.facts[memory.facts.indexOf(fact)]),
    )
    const added: Open<AddedChunk> = {
      ...(past?.chunks[at] ?? { createdAt: now, statedAt: text.statedAt, lastAccess: now, accessCount: 0 }),
      id,
      persona: memory.persona,
      statement: chunk.statement,
      text: chunk.text,
      source: trustRank(memory.source),
      level: levelOf(memory.confidence),
      speaker: memory.speaker,
      metadata: memory.metadata && JSON.stringify(memory.metadata),
      memory: text.id,
      session: memory.sessionId,
      facts: [],
      told: chunk,
      stated: [],
      vectors: [...new Set([chunk.vector, ...stated.map(({ vector }) => vector)])],
    }
    chunks.add(added)
    return { kind: 'added', chunk: added, stated }
  }

  const texts = told.memories.map((memory, at) => read(memory, told.past?.[at]))
  const placeOf = (text: Text, { told: { slot }, subject }: StatedFact) => ({
    persona: text.memory.persona,
    subject,
    slot,
  })
  const storedFacts = new Map(known.facts.map((fact) => [fact.id, fact]))
  const restatedFacts = texts.flatMap(({ pieces, past }) =>
    past ? [] : pieces.flatMap(({ kind, chunk }) => (kind === 'known' ? chunk.facts : [])),
  )
  const places = [
    ...texts.flatMap((text) =>
      [...text.pieces.flatMap(({ stated }) => stated), ...text.bare].map((fact) => placeOf(text, fact)),
    ),
    ...restatedFacts.flatMap((id) => storedFacts.get(id) ?? []),
  ]

  return {
    places: [
      ...new Map(
        places.map(({ persona, subject, slot }) => [`${persona}\n${subject}\n${slot}`, { persona, subject, slot }]),
      ).values(),
    ],
    complete(standing) {
      const facts = createFactPlan(now, () => nextId('facts'), [...known.facts, ...standing])
      const records = createRecordPlan(now)
      const remembered = texts.map((text) => tell(text, facts, records))
      const sessions = new Map<string, string>()
      for (const { sessionId, persona } of told.memories)
        if (sessionId !== null && !sessions.has(sessionId)) sessions.set(sessionId, persona)
      return {
        remembered,
        completed: chunks.completed(),
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

/** The chunks that are stored and those that were added so far, by what they state. */
function createChunkPlan(stored: readonly StoredChunk[]) {
  const byStatement = new Map<string, Open<StoredChunk>[]>()
  const added = new Set<Open<AddedChunk>>()
  const restated = new Set<Open<StoredChunk>>()
  const completed = new Set<Open<StoredChunk>>()
  const keep = (chunk: Open<StoredChunk>) => {
    const place = `${chunk.persona}\n${chunk.statement}`
    byStatement.set(place, [...(byStatement.get(place) ?? []), chunk])
  }
  for (const chunk of stored) keep({ ...chunk })

  return {
    find: ({ persona, source, speaker }: NewMemory, { text, statement }: NewChunk, at: number) =>
      byStatement.get(`${persona}\n${statement}`)?.find(createDuplicateRule({ text, source, speaker }, at)),
    isUnfinished: (chunk: Open<StoredChunk>) => chunk.unfinished === true && !completed.has(chunk),
    complete: (chunk: Open<StoredChunk>) => void completed.add(chunk),
    add(chunk: Open<AddedChunk>): void {
      added.add(chunk)
      keep(chunk)
    },
    restate(chunk: Open<StoredChunk>, { memory, statedAt }: Telling, now: number): void {
      const isLatest = statedAt >= chunk.statedAt
      if (!added.has(chunk as Open<AddedChunk>)) restated.add(chunk)
      Object.assign(
        chunk,
        betterStanding(chunk, memory.source, memory.confidence),
        { lastAccess: now, accessCount: chunk.accessCount + 1 },
        isLatest ? { statedAt } : {},
        isLatest && memory.metadata ? { metadata: JSON.stringify(memory.metadata) } : {},
      )
    },
    completed: () => [...completed],
    changes: () => ({ chunks: [...added], restatedChunks: [...restated] }),
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
    if (kind === 'added') {
      const added = chunk as Open<AddedChunk>
      added.stated = stated.map((one) => ({ ...one, fact: records.note(text, facts.state(text, one), one.told) }))
      added.facts = added.stated.map(({ fact }) => fact)
    }
    if (kind === 'known' && !past) {
      for (const id of new Set(chunk.facts)) {
        const fact = facts.byId(id)
        if (!fact) continue
        facts.restate(text, id)
        const isIt = (one: NewMemory['facts'][number]) => one.predicate === fact.predicate && one.value === fact.value
        records.note(
          text,
          fact,
          memory.facts.find((one) => one.chunk === at && isIt(one)),
        )
      }
    }
    if (kind === 'added' || (kind === 'known' && !past)) records.noteChunk(text, chunk)
    if (kind !== 'known') {
      stored++
      storedFacts += new Set(chunk.facts).size
    }
    ids.push(`c${chunk.id}`, ...chunk.facts.filter((id) => facts.byId(id)).map((id): MemoryId => `f${id}`))
  }
  for (const one of text.bare) records.note(text, facts.state(text, one), one.told)
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
