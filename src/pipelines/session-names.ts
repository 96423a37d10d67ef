import { sessionInSight } from '../domain/account/persona.ts'
import type { Ports } from '../ports/ports.ts'

/** What working memory calls the sessions that memories name: bound keys have sessions of their own. */
export async function sessionNames(
  ports: Pick<Ports, 'accounts' | 'clock'>,
  account: string,
  sessions: readonly string[],
): Promise<string[]> {
  if (sessions.length === 0) return []
  const keys = (await ports.accounts.listKeys(account, ports.clock())) ?? []
  const bound = [null, ...keys.map(({ personas }) => personas)]
  return [...new Set(sessions.flatMap((name) => bound.map((personas) => sessionInSight(name, personas)!)))]
}
