import type { Driver, ManagedTransaction } from 'neo4j-driver'

export interface Neo4jConnection {
  readonly uri: string
  readonly username: string
  readonly password: string
  /** The embedder in use. */
  readonly embedder: string
}

export type Row = Record<string, unknown>

/**
 * A transaction as the queries see it: rows as plain objects, lists as `$given.NAME`. A list by its own name would have its length (1, up
 * to 10, to 100 …) in the key of the server's plan cache, and each length would be planned anew, a tenth of a second a query. Queries that are
 * not waited for travel together.
 */
export interface Transaction {
  run<T extends object = Row>(query: string, parameters: Record<string, unknown>): Promise<T[]>
}

/** One query for all of the rows, each as `row`; none where there are none. */
export const runEach = (tx: Transaction, ns: string, rows: readonly unknown[], query: string): Promise<Row[]> =>
  rows.length === 0 ? Promise.resolve([]) : tx.run(`UNWIND $given.rows AS row ${query}`, { ns, rows })

export const toTransaction = (tx: Pick<ManagedTransaction, 'run'>, current: string): Transaction => ({
  async run<T extends object>(query: string, parameters: Record<string, unknown>) {
    const given: Record<string, unknown> = {}
    const plain: Record<string, unknown> = { given, current }
    for (const [name, value] of Object.entries(parameters)) (Array.isArray(value) ? given : plain)[name] = value
    const { records } = await tx.run(query, plain)
    return records.map((record) => record.toObject() as T)
  },
})

/** Loaded where it is used: the driver is large, and the embedded default has no use for it. */
export async function openDriver({ uri, username, password }: Omit<Neo4jConnection, 'embedder'>): Promise<Driver> {
  const { default: neo4j } = await import('neo4j-driver')
  return neo4j.driver(uri, neo4j.auth.basic(username, password), {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: 16,
    // Whoever asked has a limit of his own; these only end what nobody waits for any more.
    connectionTimeout: 5_000,
    connectionAcquisitionTimeout: 20_000,
    telemetryDisabled: true,
    userAgent: 'edge-brain',
  })
}
