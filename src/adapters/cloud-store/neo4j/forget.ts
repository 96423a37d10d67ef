import { changedOf } from '../../../memory/note-change.ts'
import type { ChunkRecord, FactRecord } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { MERGED } from './fact-fields.ts'
import { note } from './journal.ts'
import type { Operation } from './operation.ts'
import { keepOutcome, outcome } from './outcomes.ts'
import { removeEvidenceOf } from './records.ts'

const FADED_CHUNKS = `UNWIND $given.ranges AS range
  MATCH (c:Chunk { namespace: $ns, level: range.level }) WHERE c.lastAccess < range.before AND c.doomed IS NULL AND ($persona IS NULL OR c.persona = $persona)`
const FADED_FACTS = `UNWIND $given.ranges AS range
  MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.level = range.level AND r.lastAccess < range.before AND r.abstraction IS NULL AND ($persona IS NULL OR r.persona = $persona)`

export const touch: Operation<'touch'> = async (tx, ns, { now, chunks, facts }) => {
  const [state] = await tx.run('MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1 RETURN n.id AS id', { ns })
  if (!state) return
  const accessed = (x: string) =>
    `SET ${x}.lastAccess = CASE WHEN ${x}.lastAccess < $now THEN $now ELSE ${x}.lastAccess END, ${x}.accessCount = ${x}.accessCount + 1`
  await Promise.all([
    tx.run(
      `MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.chunks AND c.doomed IS NULL ${accessed('c')}, c.stale = $ns`,
      { ns, now, chunks },
    ),
    tx.run(`MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.facts ${accessed('r')}`, {
      ns,
      now,
      facts,
    }),
  ])
}

export const countFaded: Operation<'countFaded'> = async (tx, ns, faded) => {
  const counts = await Promise.all(
    [
      `${FADED_CHUNKS} RETURN count(c) AS n`,
      `${FADED_FACTS} RETURN sum(CASE WHEN r.members > 0 THEN r.members ELSE 1 END) AS n`,
    ].map((query) => tx.run<{ n: number }>(query, { ns, ...faded })),
  )
  return counts.reduce((sum, [row]) => sum + (row?.n ?? 0), 0)
}

export const prune: Operation<'prune'> = async (tx, ns, faded, noted = null, progress = null) => {
  const [state] = await tx.run<{ watched: boolean }>(
    'MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1 RETURN n.watched IS NOT NULL AS watched',
    { ns },
  )
  const nothing = { pruned: 0, tombstoned: [], stale: [], watched: false, isLast: true }
  if (!state) return nothing
  const once = progress?.once ?? null
  const happened = once === null ? null : await outcome(tx, ns, once)
  if (happened !== null) return { ...nothing, pruned: (JSON.parse(happened) as number) - (progress?.before ?? 0) }
  const gone = await tx.run<RemovedFact & { members: number }>(
    `${FADED_FACTS} WITH r LIMIT toInteger($limit) WITH r, r.id AS id, r.subject AS subject, r.object AS object, r.members AS members, coalesce(r.memory, 0) AS memory
     DELETE r RETURN id, subject, object, members, memory`,
    { ns, ...faded },
  )
  // An abstraction takes along what was merged into it.
  const abstractions = gone.filter(({ members }) => members > 0)
  const members = await tx.run<RemovedFact>(
    `${MERGED} WHERE r.namespace = $ns AND r.abstraction IN $given.ids
     WITH r, r.id AS id, r.subject AS subject, r.object AS object, coalesce(r.memory, 0) AS memory
     DELETE r RETURN id, subject, object, memory`,
    { ns, ids: abstractions.map(({ id }) => id) },
  )
  const facts = [...gone.filter(({ members }) => members === 0), ...members]
  const chunks = await tx.run<TombstonedChunk>(
    `${FADED_CHUNKS} WITH c LIMIT toInteger($limit) SET c.doomed = $ns REMOVE c.pending, c.stale
     RETURN c.id AS id, c.persona AS persona, c.words AS words, c.terms AS terms, c.speaker AS speaker,
       coalesce(c.memory, c.message) AS memory`,
    { ns, ...faded },
  )
  const keys = [...new Set([...facts, ...abstractions].flatMap(({ subject, object }) => [subject, object]))]
  const [stale, , , memories] = await Promise.all([
    tx.run<{ id: number }>('MATCH (c:Chunk { stale: $ns }) RETURN c.id AS id', { ns }),
    removeUnused(tx, ns, keys),
    subtract(tx, ns, chunks),
    removeEvidenceOf(tx, ns, [
      ...chunks.map(({ id, memory }) => ({ target: `c${id}` as const, memory })),
      ...facts.map(({ id, memory }) => ({ target: `f${id}` as const, memory })),
    ]),
    tx.run('MATCH (n:Namespace { id: $ns }) SET n.facts = n.facts - $facts, n.chunks = n.chunks - $chunks', {
      ns,
      facts: facts.length,
      chunks: chunks.length,
    }),
  ])
  const pruned = facts.length + chunks.length
  if (noted && (pruned > 0 || !noted.onlyIfPruned)) {
    const { by, now, counts } = noted
    await note(tx, ns, { by, now, counts: { ...counts, pruned }, changed: changedOf({ pruned: memories }) })
  }
  const total = (progress?.before ?? 0) + pruned
  const isLast = pruned < faded.limit || total >= (progress?.all ?? Number.POSITIVE_INFINITY)
  if (once !== null && isLast) await keepOutcome(tx, ns, once, JSON.stringify(total))
  return {
    pruned,
    isLast,
    watched: state.watched,
    tombstoned: chunks.map(({ id }) => id),
    stale: stale.map(({ id }) => id),
  }
}

type RemovedFact = Pick<FactRecord, 'id' | 'subject' | 'object' | 'memory'>
type TombstonedChunk = Pick<ChunkRecord, 'id' | 'memory' | 'persona' | 'words' | 'terms' | 'speaker'>

/** An entity that is in no fact any more goes, with the names that led to it alone. */
export const removeUnused = async (tx: Transaction, ns: string, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await tx.run(
    `MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.keys AND NOT (e)-[:FACT]-()
     OPTIONAL MATCH (n:Name)-[:MEANS]->(e)
     WITH collect(DISTINCT e) AS entities, collect(DISTINCT n) AS names
     FOREACH (e IN entities | DETACH DELETE e)
     WITH names UNWIND names AS n WITH n WHERE NOT (n)-[:MEANS]->() DELETE n`,
    { ns, keys },
  )
}

/** What chunks added to the counts of their words, personas and speakers. */
export async function subtract(tx: Transaction, ns: string, chunks: readonly TombstonedChunk[]): Promise<void> {
  if (chunks.length === 0) return
  const personas = new Map<string, { name: string; chunks: number; words: number }>()
  const terms = new Map<string, number>()
  for (const chunk of chunks) {
    const row = personas.get(chunk.persona) ?? { name: chunk.persona, chunks: 0, words: 0 }
    personas.set(chunk.persona, { ...row, chunks: row.chunks + 1, words: row.words + chunk.words })
    for (const word of chunk.terms) terms.set(word, (terms.get(word) ?? 0) + 1)
  }
  const speakers = chunks.flatMap(({ persona, speaker }) => (speaker === null ? [] : { persona, name: speaker }))
  await Promise.all([
    tx.run(
      `UNWIND $given.rows AS row MATCH (s:Speaker { namespace: $ns, persona: row.persona, name: row.name }) SET s.chunks = s.chunks - 1`,
      { ns, rows: speakers },
    ),
    tx.run(
      'MATCH (s:Speaker { namespace: $ns }) WHERE s.persona IS NOT NULL AND s.name IS NOT NULL AND s.chunks <= 0 DELETE s',
      { ns },
    ),
    tx.run(
      `UNWIND $given.rows AS row MATCH (p:Persona { namespace: $ns, name: row.name })
       SET p.chunks = p.chunks - row.chunks, p.words = p.words - row.words`,
      { ns, rows: [...personas.values()] },
    ),
    tx.run(
      `UNWIND $given.rows AS row MATCH (t:Term { namespace: $ns, word: row.word }) SET t.chunks = t.chunks - row.chunks
       WITH t WHERE t.chunks <= 0 DELETE t`,
      { ns, rows: [...terms].map(([word, n]) => ({ word, chunks: n })) },
    ),
  ])
}

export const purge: Operation<'purge'> = async (tx, ns, ids) => {
  await tx.run(
    `MATCH (c:Chunk { namespace: $ns }) USING INDEX SEEK c:Chunk(namespace, id)
     WHERE c.id IN $given.ids AND c.doomed IS NOT NULL DETACH DELETE c`,
    { ns, ids },
  )
}
