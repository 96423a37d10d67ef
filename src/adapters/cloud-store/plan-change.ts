import { levelOf } from '../../domain/lifecycle/strength.ts'
import { vectorToText } from '../../domain/ranking/packed-text.ts'
import { type PackedVector, unpackVector } from '../../domain/ranking/vector.ts'
import { trustRank } from '../../domain/statement/source.ts'
import { betterStanding, createDuplicateRule } from '../../memory/duplicate.ts'
import type { Times } from '../../ports/archive.ts'
import type { NewChunk, NewFact, NewMemory } from '../../ports/new-memory.ts'
import { createEntityResolver } from './entity-resolver.ts'
import { factKey } from './fact-key.ts'
import type { Change, ChunkRecord, Known, KnownChunk, MergedFact, Restatement } from './graph-store.ts'
import { toStated } from './stated.ts'

export interface Told {
  readonly now: number
  readonly embedder: string | null
  readonly memories: readonly NewMemory[]
  /** Names of all chunks, made of their content; item by item, chunk by chunk. */
  readonly keys: readonly (readonly string[])[]
  /** Their past, where they were told to another store before: nothing is restated then. */
  readonly past?: readonly Past[]
}

interface Past {
  readonly chunks: readonly Times[]
  readonly facts: readonly Times[]
}

/** What becomes of an item. Facts by key: under which id the graph has them it says itself. */
export interface Outcome {
  chunks: number
  readonly newFacts: Set<string>
  readonly known: number[]
  readonly ids: ({ readonly chunk: number } | { readonly fact: string })[]
}

export interface Planned {
  readonly change: Change
  readonly outcomes: Outcome[]
  /** In the graph already, and not yet in the vector store: an earlier try got so far. */
  readonly unfinished: KnownChunk[]
}

type Open<T> = { -readonly [K in keyof T]: T[K] }

/** Decides what an ingest changes, from what is stored and what is said. Pure but for the keys of facts, which are hashes. */
export function planChange(known: Known, unfinishedIds: ReadonlySet<number>, told: Told): Planned {
  const { now, embedder } = told
  const resolver = createEntityResolver(known.entities)
  const stored = new Map<string, (KnownChunk | Open<ChunkRecord>)[]>()
  const byStatement = (persona: string, statement: number) => `${persona}\n${statement}`
  for (const chunk of known.chunks) {
    const place = byStatement(chunk.persona, chunk.statement)
    stored.set(place, [...(stored.get(place) ?? []), chunk])
  }
  const sessions = new Map(known.sessions.map((session) => [session.name, { ...session, persona: '' }]))
  const usedSessions = new Set<string>()
  const personas = new Map<string, Open<Change['personas'][number]>>()
  const added = new Map<number, Open<ChunkRecord>>()
  const restatedChunks = new Map<number, Open<Restatement>>()
  const facts = new Map<string, Open<MergedFact>>()
  const restatedFacts = new Map<string, Open<Restatement>>()
  const unfinished = new Map<number, KnownChunk>()
  let lastId = known.lastId
  let statedAt = known.lastStatedAt
  const nextId = () => ++lastId

  function personaOf(name: string) {
    const row = personas.get(name) ?? { name, chunks: 0, words: 0, speakers: [] }
    personas.set(name, row)
    return row
  }

  function sessionOf(memory: NewMemory) {
    if (memory.sessionId === null) return null
    const session = sessions.get(memory.sessionId) ?? {
      name: memory.sessionId,
      id: nextId(),
      places: 0,
      persona: memory.persona,
    }
    sessions.set(memory.sessionId, session)
    usedSessions.add(memory.sessionId)
    return session
  }

  const restatement = (memory: NewMemory, confidence: number): Restatement => ({
    source: trustRank(memory.source),
    level: levelOf(confidence),
    times: 1,
    statedAt,
    metadata: memory.metadata && JSON.stringify(memory.metadata),
  })
  const restatedConfidence = (memory: NewMemory) => (memory.source === 'user' ? 1 : memory.confidence)
  const combine = (a: Open<Restatement> | undefined, b: Restatement): Open<Restatement> =>
    a
      ? {
          source: Math.min(a.source, b.source),
          level: Math.max(a.level, b.level),
          times: a.times + b.times,
          statedAt: Math.max(a.statedAt, b.statedAt),
          metadata: b.metadata ?? a.metadata,
        }
      : { ...b }

  function restateFact(key: string, memory: NewMemory): void {
    const again = restatement(memory, restatedConfidence(memory))
    const here = facts.get(key)
    if (!here) {
      restatedFacts.set(key, combine(restatedFacts.get(key), again))
      return
    }
    // Brought by this very batch: whether the graph knew it before is not known, so that both cases are kept up.
    Object.assign(here, betterStanding(here, memory.source, restatedConfidence(memory)), {
      restatedLevel: Math.max(here.restatedLevel, again.level),
      times: here.times + 1,
      accessCount: here.accessCount + 1,
      statedAt,
      metadata: again.metadata ?? here.metadata,
    })
  }

  function mergeFact(memory: NewMemory, fact: NewFact, chunk: number, vector: PackedVector, past?: Times): string {
    const subject = resolver.canonical(fact.subject)
    const object = resolver.canonical(fact.object)
    const key = factKey({ ...fact, persona: memory.persona, subject, object })
    const wording = { text: fact.text, relation: fact.relation, chunk, vector: [...unpackVector(vector)] }
    const here = facts.get(key)
    if (here && past) return key
    if (here && trustRank(memory.source) > here.source) {
      // An assistant that repeats what a user has just said does not make it the user's latest word.
      Object.assign(here, { times: here.times + 1, accessCount: here.accessCount + 1 })
      return key
    }
    if (here) {
      restateFact(key, memory)
      Object.assign(facts.get(key)!, wording)
      return key
    }
    const earlier = restatedFacts.get(key)
    restatedFacts.delete(key)
    const again = combine(earlier, restatement(memory, restatedConfidence(memory)))
    facts.set(key, {
      id: nextId(),
      key,
      ...wording,
      persona: memory.persona,
      subject,
      predicate: fact.predicate,
      object,
      leaf: fact.object.kind === 'value',
      negated: fact.negated,
      aspect: fact.aspect,
      slot: fact.slot,
      value: fact.value,
      denies: fact.denies,
      source: trustRank(memory.source),
      level: levelOf(fact.confidence),
      ...(past ?? { createdAt: now, statedAt, lastAccess: now, accessCount: 0 }),
      metadata: again.metadata,
      abstraction: null,
      members: 0,
      restatedLevel: again.level,
      times: past ? 0 : again.times,
    })
    return key
  }

  function restateChunk(duplicate: KnownChunk | Open<ChunkRecord>, memory: NewMemory): void {
    const again = restatement(memory, memory.confidence)
    const here = added.get(duplicate.id)
    if (here) {
      Object.assign(here, betterStanding(here, memory.source, memory.confidence), {
        statedAt,
        accessCount: here.accessCount + 1,
        metadata: again.metadata ?? here.metadata,
      })
    } else restatedChunks.set(duplicate.id, combine(restatedChunks.get(duplicate.id), again))
    for (const key of duplicate.facts) restateFact(key, memory)
  }

  function addChunk(memory: NewMemory, chunk: NewChunk, at: number, key: string, message: number | null, past?: Past) {
    const session = sessionOf(memory)
    const id = nextId()
    const stated = memory.facts.filter((fact) => fact.chunk === at)
    const vectors = new Set([chunk.vector, ...stated.flatMap((fact) => fact.vector ?? [])])
    const record: Open<ChunkRecord> = {
      id,
      key,
      persona: memory.persona,
      statement: chunk.statement,
      text: chunk.text,
      start: chunk.start,
      source: trustRank(memory.source),
      level: levelOf(memory.confidence),
      ...(past?.chunks[at] ?? { createdAt: now, statedAt, lastAccess: now, accessCount: 0 }),
      session: session?.id ?? null,
      place: session ? session.places++ : 0,
      message: message ?? id,
      speaker: memory.speaker,
      metadata: memory.metadata && JSON.stringify(memory.metadata),
      facts: stated.map((fact) =>
        mergeFact(memory, fact, id, fact.vector ?? chunk.vector, past?.facts[memory.facts.indexOf(fact)]),
      ),
      words: chunk.words.length,
      terms: [...new Set(chunk.words)],
      vectors: [...vectors].map(vectorToText),
      stated: toStated(memory.sessionId, stated, [...vectors]),
    }
    added.set(id, record)
    const place = byStatement(memory.persona, chunk.statement)
    stored.set(place, [...(stored.get(place) ?? []), record])
    const persona = personaOf(memory.persona)
    persona.chunks++
    persona.words += chunk.words.length
    if (memory.speaker) persona.speakers = [...persona.speakers, { name: memory.speaker, chunks: 1 }]
    return record
  }

  const outcomes = told.memories.map((memory, item): Outcome => {
    // A time of its own for every text: it decides which of two statements is the later one.
    if (!told.past) statedAt = Math.max(now, statedAt + 1)
    personaOf(memory.persona)
    sessionOf(memory)
    const outcome: Outcome = { chunks: 0, newFacts: new Set(), known: [], ids: [] }
    let message: number | null = null
    if (memory.chunks.length === 0 && told.past) {
      for (const [at, fact] of memory.facts.entries())
        if (fact.vector) outcome.newFacts.add(mergeFact(memory, fact, 0, fact.vector, told.past[item]?.facts[at]))
    }
    for (const [at, chunk] of memory.chunks.entries()) {
      const said = told.past?.[item]?.chunks[at]?.statedAt ?? now
      const isDuplicate = createDuplicateRule(
        { text: chunk.text, source: memory.source, speaker: memory.speaker },
        said,
      )
      const duplicate = stored.get(byStatement(memory.persona, chunk.statement))?.find(isDuplicate)
      const chunkIds = (record: { id: number; facts: readonly string[] }) => [
        { chunk: record.id },
        ...record.facts.map((fact) => ({ fact })),
      ]
      if (duplicate && unfinishedIds.has(duplicate.id) && !unfinished.has(duplicate.id)) {
        // The first one to say it again completes it, and it counts as stored by him.
        unfinished.set(duplicate.id, duplicate as KnownChunk)
        outcome.chunks++
        for (const key of duplicate.facts) outcome.newFacts.add(key)
        outcome.ids.push(...chunkIds(duplicate))
        message ??= duplicate.id
        continue
      }
      if (duplicate) {
        if (!told.past) restateChunk(duplicate, memory)
        outcome.known.push(duplicate.id)
        outcome.ids.push(...chunkIds(duplicate))
        continue
      }
      const record = addChunk(memory, chunk, at, told.keys[item]![at]!, message, told.past?.[item])
      message ??= record.id
      outcome.chunks++
      for (const key of record.facts) outcome.newFacts.add(key)
      outcome.ids.push(...chunkIds(record))
    }
    return outcome
  })

  const { entities, names } = resolver.changes()
  return {
    outcomes,
    unfinished: [...unfinished.values()],
    change: {
      now,
      embedder,
      lastId,
      lastStatedAt: statedAt,
      personas: [...personas.values()],
      sessions: [...usedSessions].map((name) => sessions.get(name)!),
      chunks: [...added.values()],
      restatedChunks: [...restatedChunks].map(([id, again]) => ({ id, ...again })),
      entities,
      names,
      facts: [...facts.values()],
      restatedFacts: [...restatedFacts].map(([key, again]) => ({ key, ...again })),
    },
  }
}
