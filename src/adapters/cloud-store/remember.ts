import { localTime } from '../../domain/date/local-time.ts'
import { entityLookupKeys } from '../../domain/entity/entity-name.ts'
import { BrainError } from '../../domain/errors.ts'
import { importPairs, withoutImported } from '../../memory/already-imported.ts'
import type { Draft, Past, Planned } from '../../memory/change.ts'
import { levelBit } from '../../memory/horizon.ts'
import { createdBy, ingestCounts } from '../../memory/ingest-counts.ts'
import { changedOf } from '../../memory/note-change.ts'
import { draftChange, wantedBy } from '../../memory/plan-change.ts'
import { storedTexts } from '../../memory/stored-texts.ts'
import type { Authored } from '../../ports/journal.ts'
import type { Tallied } from '../../ports/memory-store.ts'
import type { NewChunk, NewMemory, Remembered } from '../../ports/new-memory.ts'
import { chunkKey } from './chunk-key.ts'
import { toPoint } from './chunk-point.ts'
import type { Change, FactRecord, Known, KnownChunk } from './graph-store.ts'
import { OtherEmbedder } from './other-embedder.ts'
import type { Scopes } from './scopes.ts'
import { settleChunks } from './settle-chunks.ts'
import { saidAtIn } from './stated.ts'
import { toRecords } from './to-records.ts'

interface Parts extends Scopes {
  readonly namespace: string
  /** Takes work that nobody has to wait for. */
  readonly defer: (work: () => Promise<unknown>) => void
  /** A level of confidence is in the namespace for the first time, as far as the schedule knows. */
  readonly news: () => void
  /** Something was noted that somebody wants to hear of. */
  readonly wake: () => void
  /** Names that entities were given. */
  readonly learn: (given: Change['names']) => void
  /** Rebuilds the graph from the vector store, where that knows the namespace and the graph does not. */
  readonly restore: () => Promise<void>
  /** Completes what is half stored. */
  readonly sweep: () => Promise<void>
}

/** While the graph is being restored: ids begin above those of the points, and the embedder is recorded when all is done. */
export interface Restoring {
  readonly idsAbove: number
  readonly last: boolean
}

interface Request extends Authored, Tallied {
  readonly now: number
  readonly embedder: string
  readonly memories: readonly NewMemory[]
  readonly past?: readonly Past[]
  readonly once?: string | null
}

interface Written {
  readonly planned: Planned
  readonly change: Change
  /** The levels that the schedule has heard of. */
  readonly told: number
  readonly completed: readonly KnownChunk[]
  readonly watched: boolean
}

/**
 * Semantic first, then episodic: the graph's transaction decides and writes everything, the chunks marked as pending; then the vector store
 * gets them; then the mark goes. Whatever fails half-way, the same call again finds the marked chunks and completes them.
 */
export async function remember(
  parts: Parts,
  request: Request,
  restoring: Restoring | null = null,
): Promise<Remembered[]> {
  const { vectors, graph, defer } = parts
  let written = await write(parts, request, restoring)
  if (!written) {
    await parts.restore()
    written = await write(parts, request, restoring)
  }
  if (written && 'happened' in written) {
    // Whoever did it may have died before the vector store heard of it.
    await parts.sweep()
    return written.happened
  }
  if (!written) throw new BrainError('store-unavailable', 'neo4j: it lost this namespace and is being restored')
  const { change, completed, planned, told, watched } = written
  if (watched && change.noted) parts.wake()
  const changed = [...change.chunks, ...change.restatedChunks, ...change.facts, ...change.restatedFacts]
  if (changed.some(({ level }) => (told & levelBit(level)) === 0)) parts.news()
  if (change.names.length > 0) parts.learn(change.names)
  const chunks = [...change.chunks, ...completed]
  if (chunks.length > 0) {
    await vectors.put(chunks.map(toPoint))
    defer(() =>
      settleChunks(
        { vectors, graph },
        chunks.map(({ id }) => id),
      ),
    )
  }
  return planned.remembered
}

/** null: the graph has lost the namespace. `happened`: what came of it before. */
async function write(
  parts: Parts,
  request: Request,
  restoring: Restoring | null,
): Promise<Written | { readonly happened: Remembered[] } | null> {
  const { memories, past, once = null } = request
  const keys = await chunkKeys(parts.namespace, request)
  const { statements, mentions } = wantedBy(memories)
  const wanted = {
    statements,
    names: [...new Set(mentions.flatMap(entityLookupKeys))],
    sessions: [...new Set(memories.flatMap(({ sessionId }) => sessionId ?? []))],
    once,
    imports: importPairs(memories),
  }
  let refusal: BrainError | null = null
  let known: Known | null = null
  let draft: Draft | null = null
  let lastId = 0
  let answers = (remembered: readonly Remembered[]): Remembered[] => [...remembered]
  let written: Written | { readonly happened: Remembered[] } | null = null
  await parts.graph.change(
    wanted,
    async (stored) => {
      written = null
      refusal = refusalOf(stored, request)
      if (refusal) return null
      if (stored.outcome !== null) {
        written = { happened: JSON.parse(stored.outcome) as Remembered[] }
        return null
      }
      known = stored
      if (restoring === null && stored.embedder === null && (await parts.vectors.count()) > 0) return null
      const pending = stored.chunks.filter((chunk) => chunk.pending).map(({ id }) => id)
      const there = new Set(pending.length > 0 ? await parts.vectors.existing(pending) : [])
      const factIds = new Map(stored.facts.map((fact) => [fact.key, fact.id]))
      const chunks = stored.chunks.map((chunk) => ({
        ...chunk,
        facts: chunk.facts.flatMap((key) => factIds.get(key) ?? []),
        saidAt: saidAtIn(chunk.stated),
        unfinished: chunk.pending && !there.has(chunk.id),
      }))
      lastId = Math.max(stored.lastId, restoring?.idsAbove ?? 0)
      const { lastStatedAt } = stored
      const without = withoutImported(stored.imported, memories)
      answers = without.answers
      const told = { now: request.now, lastStatedAt, memories: without.fresh, past, keepsRecords: restoring !== null }
      draft = draftChange(told, { ...stored, chunks }, () => ++lastId)
      return draft.places
    },
    async (standing: readonly FactRecord[]) => {
      const completed = draft!.complete(standing)
      const planned = { ...completed, remembered: answers(completed.remembered) }
      const embedder = restoring && !restoring.last ? null : request.embedder
      const change = toRecords(planned.change, {
        sessions: known!.sessions,
        facts: [...known!.facts, ...standing],
        keyOf: (chunk) => keys.get(chunk)!,
        nextId: () => ++lastId,
      })
      const unsettled = planned.completed.map(({ id }) => known!.chunks.find((chunk) => chunk.id === id)!)
      const { told, watched } = known!
      const outcome = once === null ? null : { once, result: JSON.stringify(planned.remembered) }
      written = {
        planned,
        change: {
          ...change,
          embedder,
          lastId,
          outcome,
          tally: tallyOf(request, planned),
          noted: notedOf(request, planned),
        },
        told,
        completed: unsettled,
        watched,
      }
      return written.change
    },
  )
  if (refusal) throw refusal
  return written
}

function tallyOf({ tally }: Request, { remembered }: Planned): Change['tally'] {
  const count = storedTexts(remembered)
  return tally && count > 0 ? { name: tally, count } : null
}

function notedOf({ by, now }: Request, { remembered, superseded }: Planned): Change['noted'] {
  const changed = changedOf({ created: createdBy(remembered), superseded })
  return by ? { by, now, counts: ingestCounts(remembered), changed } : null
}

function refusalOf(known: Known, { embedder }: Request): BrainError | null {
  if (known.erased) return new BrainError('invalid-key', 'The API key is invalid or inactive.')
  if (known.embedder !== null && known.embedder !== embedder) return new OtherEmbedder(known.embedder, embedder)
  return null
}

async function chunkKeys(namespace: string, { memories, past, now }: Request): Promise<Map<NewChunk, string>> {
  const keys = memories.flatMap((memory, item) =>
    memory.chunks.map(async (chunk, at): Promise<[NewChunk, string]> => {
      const occurredAt = memory.occurredAt ?? past?.[item]?.chunks[at]?.createdAt ?? now
      return [chunk, await chunkKey(namespace, memory, localTime({ ...memory, occurredAt }), chunk.text)]
    }),
  )
  return new Map(await Promise.all(keys))
}
