import type { Evidence, MemoryRecord, Open, StatedTarget } from '../../../memory/records.ts'
import type { FactRecord } from '../graph-store.ts'
import { parseStated } from '../stated.ts'
import { runEach, type Transaction } from './connection.ts'
import { removePairs, writePairs } from './filter.ts'
import { factsByKeys, loadChunks } from './known.ts'
import { removeVersions } from './revisions.ts'

/** A list of what is stated is a list of texts: the target, and after a space what is known of it. */
export const toText = ({ target, ...known }: StatedTarget): string =>
  Object.keys(known).length === 0 ? target : `${target} ${JSON.stringify(known)}`

/** A memory that is told in parts has a node from the first of them on. */
export function writeRecords(
  tx: Transaction,
  ns: string,
  { memories, evidence }: { readonly memories: readonly MemoryRecord[]; readonly evidence: readonly Evidence[] },
): Promise<unknown>[] {
  const rows = memories.map(({ stated, ...record }) => ({ id: record.id, record, stated: stated.map(toText) }))
  return [
    runEach(
      tx,
      ns,
      rows,
      `MERGE (m:Memory { namespace: $ns, id: row.id })
       ON CREATE SET m += row.record, m.stated = row.stated ON MATCH SET m.stated = m.stated + row.stated`,
    ),
    writePairs(tx, ns, memories),
    runEach(tx, ns, evidence, 'MERGE (:Evidence { namespace: $ns, target: row.target, memory: row.memory })'),
  ]
}

/** Goes with what was removed: its evidence, and the memories that state nothing else; which. `memory` is the one that stated it first. */
export async function removeEvidenceOf(tx: Transaction, ns: string, removed: readonly Evidence[]): Promise<number[]> {
  if (removed.length === 0) return []
  const targets = removed.map(({ target }) => target)
  const others = await tx.run<{ memory: number }>(
    `MATCH (e:Evidence { namespace: $ns }) WHERE e.target IN $given.targets AND e.memory > 0
     WITH e, e.memory AS memory DELETE e RETURN memory`,
    { ns, targets },
  )
  // A text is not kept beyond any of its chunks, nor are its former versions: what is forgotten is gone here too.
  const less = await tx.run<{ id: number; metadata: string | null; isGone: boolean }>(
    `MATCH (m:Memory { namespace: $ns }) WHERE m.id IN $given.ids
     WITH m, [s IN m.stated WHERE split(s, ' ')[0] IN $given.targets] AS gone
     WITH m, gone, any(s IN gone WHERE s STARTS WITH 'c') AS isCut
     SET m.stated = [s IN m.stated WHERE NOT s IN gone], m.text = CASE WHEN isCut THEN null ELSE m.text END
     WITH m, m.id AS id, m.metadata AS metadata, isCut, size(m.stated) = 0 AS isGone WHERE isCut OR isGone
     FOREACH (one IN CASE WHEN isGone THEN [m] ELSE [] END | DELETE one)
     RETURN id, metadata, isGone`,
    { ns, targets, ids: [...new Set([...removed, ...others].map(({ memory }) => memory))] },
  )
  const idsOf = (rows: typeof less) => rows.map(({ id }) => id)
  const gone = less.filter(({ isGone }) => isGone)
  await Promise.all([removePairs(tx, ns, gone), removeVersions(tx, ns, idsOf(less))])
  return idsOf(gone)
}

/** So many ids at a time: everything in a namespace is numbered together. */
const AT_ONCE = 1_000

/**
 * Gives the texts of an earlier version their records, which knew a text by its first chunk; false: there is nothing left to do. Who said
 * a chunk again meanwhile nobody knows.
 */
export async function recordSome(tx: Transaction, ns: string): Promise<boolean> {
  const [state] = await tx.run<{ from: number; lastId: number; recorded: boolean }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1
     RETURN coalesce(n.recordedUpTo, 0) AS from, n.lastId AS lastId, n.recorded IS NOT NULL AS recorded`,
    { ns },
  )
  if (!state || state.recorded) return false
  const to = state.from + AT_ONCE
  const chunks = await loadChunks(
    tx,
    `MATCH (c:Chunk { namespace: $ns }) WHERE c.id > $from AND c.id <= $to AND c.memory IS NULL AND c.doomed IS NULL
     SET c.memory = c.message`,
    { ns, from: state.from, to },
    'ORDER BY chunk.id',
  )
  const stored: Open<FactRecord>[] = await factsByKeys(tx, ns, [...new Set(chunks.flatMap((chunk) => chunk.facts))])
  const facts = new Map(stored.map((fact) => [fact.key, fact]))
  const evidence: Evidence[] = []
  const memories = chunks.map((chunk): MemoryRecord => {
    const { session, facts: told } = parseStated(chunk.stated)
    const stated: StatedTarget[] = [{ target: `c${chunk.id}` }]
    for (const [at, key] of chunk.facts.entries()) {
      const fact = facts.get(key)
      if (!fact) continue
      const named = told[at] && { subject: told[at].subject.name, object: told[at].object.name }
      stated.push({ target: `f${fact.id}`, level: fact.level, ...named })
      fact.memory ||= chunk.memory
      if (fact.memory !== chunk.memory) evidence.push({ target: `f${fact.id}`, memory: chunk.memory })
    }
    const { memory: id, persona, source, level, speaker, metadata, createdAt } = chunk
    const times = { occurredAt: createdAt, offsetMs: null, createdAt }
    const revised = { statedAt: chunk.statedAt, version: 1, changes: null }
    return { id, persona, source, level, session, speaker, metadata, ...times, ...revised, text: null, stated }
  })
  await Promise.all([
    ...writeRecords(tx, ns, { memories, evidence }),
    runEach(
      tx,
      ns,
      stored.map(({ id, memory }) => ({ id, memory })),
      'MATCH ()-[r:FACT { namespace: $ns, id: row.id }]->() SET r.memory = row.memory',
    ),
    tx.run('MATCH (n:Namespace { id: $ns }) SET n.recordedUpTo = $to, n.recorded = $recorded', {
      ns,
      to: to < state.lastId ? to : null,
      recorded: to < state.lastId ? null : true,
    }),
  ])
  return true
}
