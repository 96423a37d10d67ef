export interface Failure {
  readonly failed: 'unreachable' | 'unauthorised' | 'refused'
  readonly why: string
  /** The server ended it because it took too long. */
  readonly late?: true
}

/** What an error of the driver comes to. `broken`: its connections hang or are gone; and a server that lost its disk lost its indexes. */
export function failureOf(error: unknown): { failure: Failure; broken: boolean } {
  const { code = '', message = '', name = '' } = error as { code?: string; message?: string; name?: string }
  const because = (failed: Failure['failed'], why: string, broken = false) => ({ failure: { failed, why }, broken })
  if (name === 'BrainError') return because('refused', message)
  if (code.startsWith('Neo.ClientError.Security'))
    return because('unauthorised', 'Neo4j refuses the credentials: NEO4J_USERNAME or NEO4J_PASSWORD is wrong.')
  // The second one where it was still waiting for a lock.
  if (/^Neo\.ClientError\.Transaction\.(TransactionTimedOut|LockClientStopped)/.test(code))
    return { failure: { failed: 'unreachable', why: `it is too busy (${code})`, late: true }, broken: false }
  // It answers, and others get theirs: a deadlock, a time limit, its memory, another leader, or all connections taken.
  if (/^Neo\.(TransientError|ClientError\.(Transaction|Cluster))/.test(code) || /acquisition timed out/i.test(message))
    return because('unreachable', `it is too busy${code.startsWith('Neo.') ? ` (${code})` : ''}`)
  if (code.startsWith('Neo.ClientError')) return because('refused', `Neo4j refused a query (${code}).`)
  return because('unreachable', 'it cannot be reached', true)
}
