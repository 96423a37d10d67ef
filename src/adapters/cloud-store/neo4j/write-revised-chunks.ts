import { localTime } from '../../../domain/date/local-time.ts'
import { toChunkId } from '../../../domain/memory-id.ts'
import { vectorToText } from '../../../domain/ranking/packed-text.ts'
import { SOURCES } from '../../../domain/statement/source.ts'
import type { RevisedChunk } from '../../../memory/revision/revised.ts'
import { chunkKey } from '../chunk-key.ts'
import type { ChunkRecord, Known } from '../graph-store.ts'
import type { RenumberedPlan } from '../renumber-chunks.ts'
import { toldIn, toStated } from '../stated.ts'
import { countByPersona } from '../to-records.ts'
import { runEach, type Transaction } from './connection.ts'
import { evidenceOf } from './filter.ts'
import { subtract } from './forget.ts'
import { writeChunks } from './write-chunks.ts'

interface Given {
  readonly plan: RenumberedPlan
  readonly now: number
  /** Chunks as they were. */
  readonly stored: ReadonlyMap<number, ChunkRecord>
  /** Of facts by their numbers. */
  readonly keys: ReadonlyMap<number, string>
  /** Where in their sessions the parts of a memory stood that was out of retrieval. */
  readonly parkedPlaces: ReadonlyMap<number, readonly number[]>
  readonly nextId: () => number
}

type Session = Known['sessions'][number] & { readonly persona: string }

/** Writes the chunks of a plan. Returns those that the vector store has to be given, and those that it has to let go. */
export async function writeRevisedChunks(
  tx: Transaction,
  ns: string,
  given: Given,
): Promise<{ readonly pending: number[]; readonly tombstoned: number[] }> {
  const { plan, stored, keys } = given
  const tombstoned = tombstonedIn(plan)
  const tellers = await tellersBefore(tx, ns, given)
  await subtract(
    tx,
    ns,
    tombstoned.flatMap((id) => stored.get(id) ?? []),
  )
  // A tombstone has nothing but its number.
  await tx.run(
    'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.tombstoned SET c = { namespace: $ns, id: c.id, doomed: $ns }',
    { ns, tombstoned },
  )
  const anew = plan.chunks.filter(({ reading }) => reading)
  const sessions = await openSessions(tx, ns, anew, given)
  const chunks = await toChunks(ns, anew, { ...given, sessions, tellers })
  const personas = [...new Set([...plan.records, ...chunks].map(({ persona }) => persona))]
  await Promise.all(writeChunks(tx, ns, { chunks, personas: countByPersona(personas, chunks), sessions }))

  const restated = plan.chunks.filter(({ reading }) => !reading)
  await runEach(
    tx,
    ns,
    restated.map((chunk) => ({ id: chunk.id, set: { ...chunk.standing, ...accessesOf(chunk, given, tellers) } })),
    'MATCH (c:Chunk { namespace: $ns, id: row.id }) SET c += row.set, c.pending = $ns',
  )
  await runEach(
    tx,
    ns,
    plan.retargeted.map(({ id, before, facts }) => ({
      id,
      facts: retargeted(stored.get(id)?.facts ?? [], before.facts.map((fact) => keys.get(fact)!), facts.map((fact) => keys.get(fact)!)), // biome-ignore format: one line
    })),
    'MATCH (c:Chunk { namespace: $ns, id: row.id }) SET c.facts = row.facts',
  )
  return { pending: [...chunks, ...restated].map(({ id }) => id), tombstoned }
}

const tombstonedIn = ({ removedChunks, moved }: RenumberedPlan): number[] => [
  ...removedChunks.map(({ id }) => id),
  ...moved.keys(),
]

/** Facts keep their places beside the words in which they were stated, also where some were pruned. */
function retargeted(all: readonly string[], before: readonly string[], after: readonly string[]): readonly string[] {
  if (before.length !== after.length) return after
  const live = new Set(before)
  let at = 0
  return all.map((key) => (live.has(key) ? after[at++]! : key))
}

/** How many memories told each chunk, by its number now. */
async function tellersBefore(tx: Transaction, ns: string, { plan }: Given): Promise<Map<number, number>> {
  const before = plan.chunks.flatMap(({ id, before: row }) => (row ? [[toChunkId(row.id), id] as const] : []))
  const evidence = Map.groupBy(
    await evidenceOf(tx, ns, before.map(([target]) => target)), // biome-ignore format: one line
    ({ target }) => target,
  )
  return new Map(before.map(([target, id]) => [id, 1 + (evidence.get(target)?.length ?? 0)]))
}

function accessesOf({ id, before, tellings }: RevisedChunk, { now }: Given, tellersOf: ReadonlyMap<number, number>) {
  const tellers = new Set(tellings.map(({ record }) => record.id)).size
  return {
    lastAccess: before?.lastAccess ?? now,
    accessCount: Math.max(0, (before?.accessCount ?? 0) + tellers - (tellersOf.get(id) ?? tellers)),
  }
}

/** The sessions that chunks are said in. */
async function openSessions(
  tx: Transaction,
  ns: string,
  chunks: readonly RevisedChunk[],
  { nextId }: Given,
): Promise<(Session & { places: number })[]> {
  const wanted = new Map(
    chunks.flatMap(({ tellings: [owner] }) => {
      const { session, persona } = owner!.record
      return session === null ? [] : [[session, persona] as const]
    }),
  )
  if (wanted.size === 0) return []
  const known = await tx.run<Session>(
    `MATCH (s:Session { namespace: $ns }) WHERE s.name IN $given.names
     RETURN s.name AS name, s.id AS id, s.places AS places, s.persona AS persona`,
    { ns, names: [...wanted.keys()] },
  )
  return [...wanted].map(
    ([name, persona]) => known.find((session) => session.name === name) ?? { name, persona, id: nextId(), places: 0 },
  )
}

interface Placing extends Given {
  readonly sessions: readonly (Session & { places: number })[]
  readonly tellers: ReadonlyMap<number, number>
}

/** What is told anew takes the places in its session that the memory had; what it has more of comes last. */
async function toChunks(ns: string, anew: readonly RevisedChunk[], given: Placing): Promise<ChunkRecord[]> {
  const { stored, keys, sessions, parkedPlaces } = given
  const free = new Map<string, number[]>()
  for (const { memory, session, place } of tombstonedIn(given.plan).flatMap((id) => stored.get(id) ?? [])) {
    const key = `${memory} ${session}`
    free.set(
      key,
      [...(free.get(key) ?? []), place].sort((a, b) => a - b),
    )
  }
  const inOrder = [...anew].sort(
    ({ tellings: [a] }, { tellings: [b] }) => a!.record.id - b!.record.id || a!.piece - b!.piece,
  )
  const chunks: ChunkRecord[] = []
  for (const chunk of inOrder) {
    const { id, tellings, reading, standing, facts } = chunk
    const { record } = tellings[0]!
    const { told, vectors } = reading!
    const session = sessions.find(({ name }) => name === record.session) ?? null
    const places = free.get(`${record.id} ${session?.id ?? null}`) ?? [...(parkedPlaces.get(record.id) ?? [])]
    free.set(`${record.id} ${session?.id ?? null}`, places)
    const { persona, speaker } = record
    chunks.push({
      ...{ id, persona, speaker, statement: told.statement, text: told.text, start: told.start },
      ...{ ...standing, ...accessesOf(chunk, given, given.tellers) },
      key: await chunkKey(ns, { persona, speaker, source: SOURCES[record.source]! }, localTime(record), told.text),
      session: session?.id ?? null,
      place: session ? (places.shift() ?? session.places++) : 0,
      facts: facts.map((fact) => keys.get(fact)!),
      words: told.words.length,
      terms: [...new Set(told.words)],
      vectors: vectors.map(vectorToText),
      stated: toStated(
        toldIn(record),
        reading!.facts.map((fact) => ({ ...fact, vector: fact.vector === told.vector ? null : fact.vector })),
        vectors,
      ),
    })
  }
  return chunks
}
