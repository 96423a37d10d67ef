import type { ChunkRecord, GraphScope } from '../../ports/graph-store.ts'
import { CHUNK } from './change.ts'
import type { Transaction } from './connection.ts'

/** `nextFor` names the embedder of `nextVector`: what is written meanwhile has none, and is found so. */
const CHUNKS = `MATCH (c:Chunk { namespace: $ns }) WHERE c.doomed IS NULL AND coalesce(c.nextFor, '') <> $embedder`
const FACTS = `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND coalesce(r.nextFor, '') <> $embedder`

export async function toEmbed(
  tx: Transaction,
  ns: string,
  embedder: string,
  limit: number,
): ReturnType<GraphScope['toEmbed']> {
  const [[state], chunks, [chunksLeft], [factsLeft]] = await Promise.all([
    tx.run<{ embedder: string | null }>('MATCH (n:Namespace { id: $ns }) RETURN n.embedder AS embedder', { ns }),
    tx.run<{ chunk: ChunkRecord }>(`${CHUNKS} WITH c ORDER BY c.id LIMIT toInteger($limit) RETURN ${CHUNK} AS chunk`, {
      ns,
      embedder,
      limit,
    }),
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
  return { chunks: chunks.map(({ chunk }) => chunk), facts, left: chunksLeft!.n + factsLeft!.n }
}

export async function putEmbedded(
  tx: Transaction,
  ns: string,
  embedder: string,
  { chunks, facts }: Parameters<GraphScope['putEmbedded']>[1],
): Promise<void> {
  const next = 'r.nextFor = $embedder, r.nextVector = row.vector'
  await Promise.all([
    tx.run(
      `UNWIND $rows AS row MATCH (c:Chunk { namespace: $ns, id: row.id }) SET c.nextFor = $embedder, c.nextVectors = row.vectors`,
      { ns, embedder, rows: chunks },
    ),
    tx.run(`UNWIND $rows AS row MATCH ()-[r:FACT { namespace: $ns, key: row.key }]->() SET ${next}`, {
      ns,
      embedder,
      rows: facts.filter(({ key }) => key !== undefined),
    }),
    tx.run(`UNWIND $rows AS row MATCH ()-[r:FACT { namespace: $ns, id: row.id }]->() SET ${next}`, {
      ns,
      embedder,
      rows: facts.filter(({ id }) => id !== undefined),
    }),
  ])
}

export async function changeOver(tx: Transaction, ns: string, embedder: string): Promise<boolean> {
  const [state] = await tx.run<{ embedder: string | null }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1 RETURN n.embedder AS embedder`,
    { ns },
  )
  if (!state) return false
  if (state.embedder === embedder) return true
  const [[chunks], [facts]] = await Promise.all([
    tx.run<{ n: number }>(`${CHUNKS} RETURN count(c) AS n`, { ns, embedder }),
    tx.run<{ n: number }>(`${FACTS} RETURN count(r) AS n`, { ns, embedder }),
  ])
  if (chunks!.n + facts!.n > 0) return false
  await Promise.all([
    tx.run('MATCH (c:Chunk { namespace: $ns }) SET c.vectors = c.nextVectors REMOVE c.nextVectors, c.nextFor', { ns }),
    tx.run('MATCH ()-[r:FACT]->() WHERE r.namespace = $ns SET r.vector = r.nextVector REMOVE r.nextVector, r.nextFor', {
      ns,
    }),
    tx.run('MATCH (n:Namespace { id: $ns }) SET n.embedder = $embedder', { ns, embedder }),
  ])
  return true
}

export const chunksByIds = async (tx: Transaction, ns: string, ids: readonly number[]): Promise<ChunkRecord[]> => {
  const rows = await tx.run<{ chunk: ChunkRecord }>(
    `MATCH (c:Chunk { namespace: $ns }) WHERE c.id IN $ids AND c.doomed IS NULL RETURN ${CHUNK} AS chunk`,
    { ns, ids },
  )
  return rows.map(({ chunk }) => chunk)
}
