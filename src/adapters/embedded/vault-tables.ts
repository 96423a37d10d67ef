import { createEntityGraph } from './entity-graph.ts'
import { createAccesses } from './tables/accesses.ts'
import { createChunks } from './tables/chunks.ts'
import type { CountedSql } from './tables/counted-sql.ts'
import { createEntities } from './tables/entities.ts'
import { createFacts } from './tables/facts.ts'
import { createFadedMemories } from './tables/faded.ts'
import { createIds } from './tables/ids.ts'
import { createMeta } from './tables/meta.ts'
import { createPersonas } from './tables/personas.ts'
import { createVectors } from './tables/vectors.ts'
import { createVectorIndex } from './vector-index.ts'

/** Everything that a vault keeps, and what it has of it in memory. */
export function createVaultTables(owner: string, sql: CountedSql) {
  const meta = createMeta(sql)
  const personas = createPersonas(sql)
  const vectors = createVectors(sql)
  const accesses = createAccesses(sql)
  const ids = createIds(sql)
  const graph = createEntityGraph(createEntities(sql), personas, meta)
  const index = createVectorIndex(owner, vectors)
  return {
    meta,
    ids,
    personas,
    chunks: createChunks(sql),
    facts: createFacts(sql),
    vectors,
    index,
    graph,
    accesses,
    faded: createFadedMemories(sql),
    /** Ends a transaction that worked: what was collected is written. */
    flush(): void {
      graph.flush()
      personas.flush()
    },
    /** After one that failed: memory is no longer what is stored. */
    forget(): void {
      for (const part of [personas, accesses, ids, graph, index]) part.forget()
    },
  }
}

export type VaultTables = ReturnType<typeof createVaultTables>
