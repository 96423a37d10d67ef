import type { Driver, Transaction } from 'neo4j-driver'
import { pause } from '../../../runtime/pause.ts'

/** `rehearse`: everything is done and nothing kept. */
export type Mode = 'read' | 'write' | 'rehearse'

/** A connection that hangs is given up after this; the server gives a transaction up likewise, so that no lock outlives its owner. */
export const TRANSACTION_MS = 30_000
/** A look as of a time holds the lock of its namespace, though it is a read. A server that plans its queries for the first time takes seconds. */
export const LOOK_BACK_MS = 8_000
const ATTEMPTS = 6
/** After each attempt a longer one: half a second to two and a half in all. */
const PAUSE_MS = { least: 20, spread: 120 }

/**
 * One transaction. What lost a race for a lock is begun again at once; whether a server that does not answer is asked again is for the caller
 * to say, who may have another store to answer from: the driver's own transactions would go on trying for seconds.
 */
export async function transact<T>(
  driver: Driver,
  mode: Mode,
  work: (tx: Transaction) => Promise<T>,
  timeoutMs = TRANSACTION_MS,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const session = driver.session({ defaultAccessMode: mode === 'read' ? 'READ' : 'WRITE' })
    try {
      const tx = session.beginTransaction({ timeout: timeoutMs })
      const result = await work(tx)
      await (mode === 'rehearse' ? tx.rollback() : tx.commit())
      return result
    } catch (error) {
      const { code = '' } = error as { code?: string }
      if (attempt === ATTEMPTS || !code.startsWith('Neo.TransientError.Transaction')) throw error
      await pause(attempt * (PAUSE_MS.least + Math.random() * PAUSE_MS.spread))
    } finally {
      // Rolls back what is open.
      void session.close().catch(() => {})
    }
  }
}
