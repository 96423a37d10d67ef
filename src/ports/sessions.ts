import type { MemoryId } from '../domain/memory-id.ts'

export interface SessionContext {
  /** What the session is about: a unit vector, or null where nothing is known. */
  readonly topic: Float32Array | null
  /** What was just said or found in it, most recent first; only what has not expired. */
  readonly hot: readonly MemoryId[]
  /** The store that did not answer: what it knows is missing here. */
  readonly down?: 'redis'
}

export const NO_SESSION: SessionContext = { topic: null, hot: [] }

/**
 * Working memory: what each session is about right now. Every implementation promises, and its contract suite checks:
 * - A session belongs to one namespace; another namespace's session of the same id is another session.
 * - It holds ids, never texts: what is forgotten is forgotten here too.
 * - It is bounded, and gone by itself some time after its last use.
 * - It fails open: a session that cannot be loaded is an empty one that says so.
 */
export interface Sessions {
  load(namespace: string, sessionId: string, now: number): Promise<SessionContext>
  /** Moves the topic towards what was said, and makes its memories hot. */
  update(
    namespace: string,
    sessionId: string,
    said: { readonly now: number; readonly vectors: readonly Float32Array[]; readonly ids: readonly MemoryId[] },
  ): Promise<void>
  /** Makes memories hot that were just returned. */
  touch(
    namespace: string,
    sessionId: string,
    returned: { readonly now: number; readonly ids: readonly MemoryId[] },
  ): Promise<void>
  /** Forgets what these sessions are about and what is hot in them: somebody changed what was said there. */
  reset(namespace: string, sessionIds: readonly string[]): Promise<void>
  /** Erases every session of the namespace; `sessionIds` are those that its memories name, for stores that cannot list their own. */
  erase(namespace: string, sessionIds: readonly string[]): Promise<void>
}
