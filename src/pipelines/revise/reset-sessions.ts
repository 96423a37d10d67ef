import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { sessionNames } from '../session-names.ts'

/** Sessions that heard what was changed forget what they are about. What is changed stays so where working memory cannot be reached. */
export async function resetSessions(
  ports: Ports,
  trace: Trace,
  namespace: string,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length === 0) return
  try {
    await trace.step('session', async () =>
      ports.sessions.reset(namespace, await sessionNames(ports, namespace, sessions)),
    )
  } catch {
    // They go by themselves a day after their last use.
    trace.notes.set('sessions', 'not reset')
  }
}
