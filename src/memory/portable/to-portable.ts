import { ownReasons } from '../../domain/account/own-reasons.ts'
import { entityKey, entityLookupKeys } from '../../domain/entity/entity-name.ts'
import type { MemoryId } from '../../domain/memory-id.ts'
import { vectorToText } from '../../domain/ranking/packed-text.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type {
  Brought,
  PortableChunk,
  PortableFact,
  PortableMemory,
  PortableRow,
  PortableVector,
  PortableVersion,
} from '../../ports/portable.ts'
import type { Alias, MemoryRecord, StatedTarget, StoredChunk, StoredFact } from '../records.ts'
import type { ParkedPiece } from '../revision/parked.ts'
import { stateChanges } from '../state-changes.ts'

/** Rows of an export are made here for every store, field by field: the same account is the same file, whichever store it is in. */

export function toPortableChunk(
  chunk: Omit<StoredChunk, 'unfinished'> & { readonly start: number },
  session: string | null,
  vectors: readonly PortableVector[],
): PortableChunk {
  const { id, persona, statement, text, start, source, level, createdAt, statedAt, lastAccess, accessCount } = chunk
  const { memory, speaker, metadata, facts, statedBy } = chunk
  return {
    ...{ id, persona, statement, text, start, source, level, createdAt, statedAt, lastAccess, accessCount },
    ...{ session, memory, speaker, metadata, facts, vectors, statedBy },
  }
}

/** `vector`: which of its chunk's; null: one of its own. */
export function toPortableFact(fact: StoredFact, vector: number | null): PortableFact {
  const { id, persona, subject, predicate, relation, object, leaf, text, negated, aspect, slot, value, denies } = fact
  const { source, level, createdAt, statedAt, lastAccess, accessCount, chunk, metadata, abstraction, members } = fact
  const { memory, statedBy, latest, date = null } = fact
  return {
    ...{ id, persona, subject, predicate, relation, object, leaf, text, negated, aspect, slot, value, denies },
    ...{ source, level, createdAt, statedAt, lastAccess, accessCount, chunk, vector, metadata, abstraction, members },
    ...{ memory, statedBy, latest, date },
  }
}

/** A sentence of its own is not kept as text: a fact that it stands for does instead, of those that it may stand for. */
export function toPortableVector(
  at: number,
  facts: readonly number[],
  data: () => string | null,
  wordedSo: (fact: number) => string | undefined,
): PortableVector {
  const known = data()
  if (known !== null) return { facts, data: known }
  if (at === 0) return { facts }
  const text = facts.map(wordedSo).find((words) => words !== undefined)
  return text === undefined ? { facts } : { facts, text }
}

/** Of what memories tell, what comes with each: what it brought, or all of it, where it has to stand for itself. */
export function toldRows<Row extends { readonly id: number; readonly memory: number }>(
  { id, stated }: Pick<MemoryRecord, 'id' | 'stated'>,
  rows: readonly Row[],
  toId: (id: number) => MemoryId,
  selfContained: boolean,
): Row[] {
  const told = new Set(stated.map(({ target }) => target))
  return rows.filter((row) => told.has(toId(row.id)) && (selfContained || row.memory === id))
}

/** Facts whose words are of a chunk that does not come along have a vector of their own there. */
export const apart = (facts: readonly PortableFact[], chunks: readonly PortableChunk[]): PortableFact[] => {
  const there = new Set(chunks.map(({ id }) => id))
  return facts.map((fact) => (there.has(fact.chunk) ? fact : { ...fact, vector: null }))
}

export interface Sight {
  /** Whether a former version may be seen, by its persona. */
  readonly sees: (persona: string) => boolean
  readonly asSaid: boolean
}

export function toPortableMemory(
  record: MemoryRecord,
  brought: Pick<PortableMemory, 'chunks' | 'facts' | 'parked'> & {
    readonly versions: readonly FormerVersion[]
    /** Of all its former versions, where the line has not all of them. */
    readonly replaced?: readonly Pick<PortableVersion, 'replacedAt' | 'persona'>[]
  },
  { sees, asSaid }: Sight,
): PortableMemory {
  const { id, persona, source, level, session, speaker, metadata, occurredAt, createdAt, statedAt, text } = record
  const { version, changes, stated, offsetMs } = record
  const isOwn = (former: { readonly persona: string }) => !asSaid || sees(former.persona)
  return {
    type: 'memory',
    ...{ id, persona, source, level, session, speaker, metadata, occurredAt, createdAt, statedAt, text, version },
    ...(offsetMs !== null && { offsetMs }),
    changes: changes && JSON.stringify(ownReasons(stateChanges(record), brought.replaced ?? brought.versions, isOwn)),
    stated: JSON.stringify(stated),
    versions: toVersions(brought.versions, { sees, asSaid }),
    chunks: brought.chunks.map(withoutMetadata),
    facts: brought.facts.map((fact) => withoutMetadata(asSaid ? namedAsSaid(fact, stated) : fact)),
    parked: brought.parked,
  }

  /** It is the memory's mostly, and hundreds of facts would repeat it in one line. */
  function withoutMetadata<Part extends { readonly metadata?: string | null }>(part: Part): Part {
    if (part.metadata !== metadata) return part
    const { metadata: _, ...rest } = part
    return rest as Part
  }
}

/** As a store keeps it: null is UTC's. */
export type FormerVersion = Omit<PortableVersion, 'offsetMs'> & { readonly offsetMs: number | null }

/** Those that may be seen. */
const toVersions = (former: readonly FormerVersion[], { sees, asSaid }: Sight): PortableVersion[] =>
  former
    .filter(({ persona }) => !asSaid || sees(persona))
    .map(({ version, text, metadata, persona, occurredAt, offsetMs, replacedAt }) => ({
      ...{ version, text, metadata, persona, occurredAt },
      ...(offsetMs !== null && { offsetMs }),
      replacedAt,
    }))

/** A line with more of what a memory was before, unless none of that may be seen. */
export function toHistory(
  { id, persona }: Pick<MemoryRecord, 'id' | 'persona'>,
  former: readonly FormerVersion[],
  sight: Sight,
): PortableRow[] {
  const versions = toVersions(former, sight)
  return versions.length === 0 ? [] : [{ type: 'history', memory: id, persona, versions }]
}

/** About those whom the memory itself names: whom else they are taken for others may have said. */
function namedAsSaid(fact: Brought<PortableFact>, stated: readonly StatedTarget[]): Brought<PortableFact> {
  const told = stated.find(({ target }) => target === `f${fact.id}`)
  return {
    ...fact,
    subject: told?.subject === undefined ? fact.subject : entityKey(told.subject),
    object: told?.object === undefined ? fact.object : entityKey(told.object),
  }
}

/** What each vector of such a part is made of, by its place. */
export function pieceTexts(
  { chunk, facts }: Pick<ParkedPiece, 'chunk' | 'facts'>,
  speaker: string | null,
): (at: number) => string {
  const own = chunk.start === 0 ? withoutLabel(chunk.text, speaker) : chunk.text
  return (at) => (at === 0 ? own : (facts.find(({ vector }) => vector === at)?.text ?? own))
}

/** A part of what a memory says while it is out of retrieval. `withData`: its vectors are of the embedder in use. */
export function toPortablePiece(
  piece: number,
  { vectors, ...reading }: ParkedPiece,
  speaker: string | null,
  withData: boolean,
): PortableMemory['parked'][number] {
  const textOf = pieceTexts(reading, speaker)
  return {
    piece,
    reading: JSON.stringify(reading),
    vectors: vectors.map((vector, at) =>
      withData ? { facts: [], data: vectorToText(vector) } : { facts: [], text: textOf(at) },
    ),
  }
}

/** All names that may lead to an entity: parts of its name and of its other names. By its key it is found without. */
export const namesLeadingTo = (entity: { readonly key: string; readonly name: string; readonly aliases: string }) => {
  const names = [entity.name, ...(JSON.parse(entity.aliases) as Alias[]).map(({ name }) => name)]
  return [...new Set(names.flatMap(entityLookupKeys))].filter((name) => name !== entity.key)
}
