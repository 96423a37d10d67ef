import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { sessionNames } from '../session-names.ts'

/**
 * Sessions that heard what was changed forget what they are about. What is changed stays so where working memory cannot be reached; the store
 * keeps their names then, and whoever asks next has them reset.
 */
export async function resetSessions(
  ports: Ports,
  trace: Trace,
  namespace: string,
  sessions: readonly string[],
): Promise<void> {
  if (sessions.length === 0) return
  try {
    await trace.step('session', () => reset(ports, namespace, sessions))
  } catch {
    trace.notes.set('sessions', 'not reset')
    // What was asked for is done and committed: that a name could not be kept is no reason to answer that it failed.
    await ports.revisions.noteUnreset(namespace, { add: sessions, remove: [] }).catch(() => {})
  }
}

/** Another try for those that are left; what fails again is left to the next. */
export async function resetLeftSessions(ports: Ports, namespace: string, sessions: readonly string[]): Promise<void> {
  try {
    await reset(ports, namespace, sessions)
    await ports.revisions.noteUnreset(namespace, { add: [], remove: sessions })
  } catch {
    // They are still named to whoever asks next.
  }
}

const reset = async (ports: Ports, namespace: string, sessions: readonly string[]): Promise<void> =>
  ports.sessions.reset(namespace, await sessionNames(ports, namespace, sessions))
