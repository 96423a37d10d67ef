import type { Driver, ManagedTransaction } from 'neo4j-driver'

export interface Neo4jConnection {
  readonly uri: string
  readonly username: string
  readonly password: string
}

export type Row = Record<string, unknown>

/** A transaction as the queries see it: rows as plain objects. Queries that are not waited for travel together. */
export interface Transaction {
  run<T extends object = Row>(query: string, parameters: Record<string, unknown>): Promise<T[]>
}

export const toTransaction = (tx: ManagedTransaction): Transaction => ({
  async run<T extends object>(query: string, parameters: Record<string, unknown>) {
    const { records } = await tx.run(query, parameters)
    return records.map((record) => record.toObject() as T)
  },
})

/** A connection that hangs is given up after this; the server gives a transaction up likewise, so that no lock outlives its owner. */
export const TRANSACTION_MS = 30_000

/** Loaded where it is used: the driver is large, and the embedded default has no use for it. */
export async function openDriver({ uri, username, password }: Neo4jConnection): Promise<Driver> {
  const { default: neo4j } = await import('neo4j-driver')
  return neo4j.driver(uri, neo4j.auth.basic(username, password), {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: 16,
    connectionTimeout: 3_000,
    connectionAcquisitionTimeout: 4_000,
    maxTransactionRetryTime: 2_000,
    telemetryDisabled: true,
    userAgent: 'edge-brain',
  })
}
