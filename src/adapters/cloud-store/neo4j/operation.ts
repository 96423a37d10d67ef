import type { GraphScope } from '../graph-store.ts'
import type { Transaction } from './connection.ts'

/** One of the port's operations, as one transaction from its first query to its last. */
export type Operation<K extends keyof GraphScope> = (
  tx: Transaction,
  ns: string,
  ...given: Parameters<GraphScope[K]>
) => ReturnType<GraphScope[K]>
