import { createEntityGraph } from './entity-graph.ts'
import { createAccesses } from './tables/accesses.ts'
import { createChunks } from './tables/chunks.ts'
import type { CountedSql } from './tables/counted-sql.ts'
import { createEntities } from './tables/entities.ts'
import { createFacts } from './tables/facts.ts'
import { createFadedMemories } from './tables/faded.ts'
import { createHorizon } from './tables/horizon.ts'
import { createIds } from './tables/ids.ts'
import { createJournal } from './tables/journal.ts'
import { createMemories } from './tables/memories.ts'
import { createMemoryFilter } from './tables/memory-filter.ts'
import { createMeta } from './tables/meta.ts'
import { isMigrating } from './tables/migrations.ts'
import { createNextVectors } from './tables/next-vectors.ts'
import { createOutcomes } from './tables/outcomes.ts'
import { createPersonas } from './tables/personas.ts'
import { createRevisions } from './tables/revisions.ts'
import { createRuns } from './tables/run.ts'
import { createVectors } from './tables/vectors.ts'
import { createVectorIndex } from './vector-index.ts'

/** Everything that a vault keeps, and what it has of it in memory. */
export function createVaultTables(sql: CountedSql) {
  // A name of its own for each life of the object: what an earlier one left in the shared cache may be out of date.
  const owner = crypto.randomUUID()
  const meta = createMeta(sql)
  const personas = createPersonas(sql)
  const chunks = createChunks(sql)
  const facts = createFacts(sql)
  const vectors = createVectors(sql)
  const accesses = createAccesses(sql)
  const ids = createIds(sql)
  const graph = createEntityGraph(createEntities(sql), personas, meta)
  const index = createVectorIndex(owner, vectors)
  const faded = createFadedMemories(sql, accesses)
  const horizon = createHorizon(meta, ids, faded, personas)
  const journal = createJournal(sql)
  const outcomes = createOutcomes(sql)
  return {
    /** When something was stated last, so that what follows is newer even where the clock was set back; null until it was asked for. */
    lastStatedAt: null as number | null,
    meta,
    ids,
    personas,
    chunks,
    facts,
    memories: createMemories(sql),
    revisions: createRevisions(sql),
    // Until a vault of before has all its pairs they say nothing of who else has them.
    filter: createMemoryFilter(sql, () => !isMigrating(sql)),
    vectors,
    nextVectors: createNextVectors(sql),
    index,
    graph,
    accesses,
    faded,
    horizon,
    journal,
    runs: createRuns(meta),
    outcomes,
    /** Ends a transaction that worked: what was collected is written. */
    flush(): void {
      graph.flush()
      personas.flush()
      accesses.flush()
      index.flush()
    },
    /** After one that failed: memory is no longer what is stored. */
    forget(): void {
      for (const part of [
        meta,
        personas,
        accesses,
        ids,
        graph,
        index,
        horizon,
        chunks,
        facts,
        vectors,
        journal,
        outcomes,
      ])
        part.forget()
    },
  }
}

export type VaultTables = ReturnType<typeof createVaultTables>
