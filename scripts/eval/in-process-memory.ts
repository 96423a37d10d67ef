import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { recall } from '../../src/adapters/durable-objects/recall.ts'
import { remember } from '../../src/adapters/durable-objects/remember.ts'
import type { CountedSql } from '../../src/adapters/durable-objects/tables/counted-sql.ts'
import { createSchema } from '../../src/adapters/durable-objects/tables/vault-schema.ts'
import { createVaultTables } from '../../src/adapters/durable-objects/vault-tables.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import type { RecallPlan, Recollection } from '../../src/ports/recollection.ts'

export interface InProcessMemory {
  remember(memories: readonly NewMemory[], now: number): void
  recall(plan: RecallPlan): Recollection
}

/** The vault's own tables and its own recall on Node's SQLite: the same candidates as in the service, without a service. */
export function openInProcessMemory(): InProcessMemory {
  const sql = overNodeSqlite(new DatabaseSync(':memory:'))
  createSchema(sql)
  const tables = createVaultTables(sql)
  return {
    remember(memories, now) {
      sql.exec('BEGIN')
      remember(tables, { now, memories })
      tables.flush()
      sql.exec('COMMIT')
    },
    recall: (plan) => recall(tables, plan),
  }
}

function overNodeSqlite(database: DatabaseSync): CountedSql {
  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const prepare = (query: string) => {
    const known = statements.get(query) ?? database.prepare(query)
    statements.set(query, known)
    return known
  }
  const exec = (query: string, ...bindings: unknown[]) => {
    const rows = prepare(query)
      .all(...bindings.map(toSqlite))
      .map(fromSqlite)
    return {
      toArray: () => rows,
      one: () => rows[0],
      [Symbol.iterator]: () => rows[Symbol.iterator](),
      rowsRead: rows.length,
      rowsWritten: 0,
    }
  }
  return {
    exec: exec as unknown as CountedSql['exec'],
    all: ((query: string, ...bindings: unknown[]) =>
      exec(query, ...bindings).toArray()) as unknown as CountedSql['all'],
    rows: (make, query, ...bindings) =>
      exec(query, ...bindings)
        .toArray()
        .map((row) => make(Object.values(row) as SqlStorageValue[])),
    take: () => ({ read: 0, written: 0 }),
  }
}

const toSqlite = (value: unknown): SQLInputValue =>
  value instanceof ArrayBuffer ? new Uint8Array(value) : ((value ?? null) as SQLInputValue)

/** A Durable Object gives blobs as buffers of their own. */
const fromSqlite = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? Uint8Array.from(value).buffer : value,
    ]),
  )
