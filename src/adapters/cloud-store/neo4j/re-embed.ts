import type { Transaction } from './connection.ts'
import { CHUNK_VECTORS, FACT_VECTOR } from './current-vector.ts'
import { loadChunks } from './known.ts'
import type { Operation } from './operation.ts'

/** `nextFor` names the embedder of `nextVector`: what is written meanwhile has none, and is found so. */
const CHUNKS = `MATCH (c:Chunk { namespace: $ns }) WHERE c.id > 0 AND c.doomed IS NULL AND coalesce(c.nextFor, '') <> $embedder`
const FACTS = `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND coalesce(r.nextFor, '') <> $embedder`

export const toEmbed: Operation<'toEmbed'> = async (tx, ns, embedder, limit) => {
  const [[state], chunks, [chunksLeft], [factsLeft]] = await Promise.all([
    tx.run<{ embedder: string | null }>('MATCH (n:Namespace { id: $ns }) RETURN n.embedder AS embedder', { ns }),
    loadChunks(tx, `${CHUNKS} WITH c ORDER BY c.id LIMIT toInteger($limit)`, { ns, embedder, limit }),
    tx.run<{ n: number }>(`${CHUNKS} RETURN count(c) AS n`, { ns, embedder }),
    tx.run<{ n: number }>(`${FACTS} RETURN count(r) AS n`, { ns, embedder }),
  ])
  if (!state?.embedder || state.embedder === embedder) return { chunks: [], facts: [], left: 0 }
  // Facts get theirs with the chunks that state them; what is left then stands by itself.
  const facts =
    chunks.length > 0
      ? []
      : await tx.run<{ id: number; text: string }>(
          `${FACTS} RETURN r.id AS id, r.text AS text ORDER BY id LIMIT toInteger($limit)`,
          { ns, embedder, limit },
        )
  return { chunks, facts, left: chunksLeft!.n + factsLeft!.n }
}

export const putEmbedded: Operation<'putEmbedded'> = async (tx, ns, embedder, { chunks, facts }) => {
  const putFacts = (by: 'key' | 'id') =>
    tx.run(
      `UNWIND $given.rows AS row MATCH ()-[r:FACT { namespace: $ns, ${by}: row.${by} }]->()
       SET r.vector = ${FACT_VECTOR}, r.nextFor = $embedder, r.nextVector = row.vector`,
      { ns, embedder, rows: facts.filter((fact) => fact[by] !== undefined) },
    )
  await Promise.all([
    tx.run(
      `UNWIND $given.rows AS row MATCH (c:Chunk { namespace: $ns, id: row.id }) SET c.vectors = ${CHUNK_VECTORS}, c.nextFor = $embedder, c.nextVectors = row.vectors`,
      { ns, embedder, rows: chunks },
    ),
    putFacts('key'),
    putFacts('id'),
  ])
}

/** Takes as long for a large namespace as for a small one, but for the look whether anything lacks a vector. */
export async function changeOver(tx: Transaction, ns: string, embedder: string): Promise<boolean> {
  const [state] = await tx.run<{ embedder: string | null }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1 RETURN n.embedder AS embedder`,
    { ns },
  )
  if (!state) return false
  if (state.embedder === embedder) return true
  const [[chunks], [facts]] = await Promise.all([
    tx.run<{ n: number }>(`${CHUNKS} WITH c LIMIT 1 RETURN count(c) AS n`, { ns, embedder }),
    tx.run<{ n: number }>(`${FACTS} WITH r LIMIT 1 RETURN count(r) AS n`, { ns, embedder }),
  ])
  if (chunks!.n + facts!.n > 0) return false
  await tx.run('MATCH (n:Namespace { id: $ns }) SET n.embedder = $embedder, n.tidyFrom = 0 REMOVE n.indexedUpTo', {
    ns,
    embedder,
  })
  return true
}

/** So many ids at a time: facts, chunks and sessions are numbered together. */
const TIDY_AT_ONCE = 1_000

/** After a change-over, puts new vectors into the place of the old; false: there is nothing left to do. */
export async function tidySome(tx: Transaction, ns: string): Promise<boolean> {
  const [state] = await tx.run<{ from: number | null; lastId: number }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1 RETURN n.tidyFrom AS from, n.lastId AS lastId`,
    { ns },
  )
  if (!state || state.from === null) return false
  const from = state.from
  const to = from + TIDY_AT_ONCE
  await Promise.all([
    tx.run(
      `MATCH (c:Chunk { namespace: $ns }) WHERE c.id > $from AND c.id <= $to AND c.nextFor = $current
       SET c.vectors = c.nextVectors REMOVE c.nextVectors, c.nextFor`,
      { ns, from, to },
    ),
    tx.run(
      `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id > $from AND r.id <= $to AND r.nextFor = $current
       SET r.vector = r.nextVector REMOVE r.nextVector, r.nextFor, r.indexed`,
      { ns, from, to },
    ),
    tx.run('MATCH (n:Namespace { id: $ns }) SET n.tidyFrom = $tidyFrom', {
      ns,
      tidyFrom: to < state.lastId ? to : null,
    }),
  ])
  return true
}

export const chunks: Operation<'chunks'> = (tx, ns, ids) =>
  loadChunks(tx, 'MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $given.ids AND c.doomed IS NULL', { ns, ids })
