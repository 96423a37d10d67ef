import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { sessionNames } from '../session-names.ts'

/**
 * Sessions that heard what was changed forget what they are about. What is changed stays so where working memory cannot be reached; the store
 * has kept their names with the change, and whoever asks next has them reset.
 */
export async function resetSessions(
  ports: Ports,
  trace: Trace,
  namespace: string,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length === 0) return
  const areReset = await trace.step('session', () => resetLeftSessions(ports, namespace, sessions))
  if (!areReset) trace.notes.set('sessions', 'not reset')
}

/** Whether they are reset; if not, they are still named to whoever asks next. */
export async function resetLeftSessions(
  ports: Ports,
  namespace: string,
  sessions: readonly string[],
): Promise<boolean> {
  try {
    await ports.sessions.reset(namespace, await sessionNames(ports, namespace, sessions))
    await ports.revisions.noteReset(namespace, sessions)
    return true
  } catch {
    return false
  }
}
