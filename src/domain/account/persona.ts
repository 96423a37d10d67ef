export const SHARED_PERSONA = 'shared'

/** The personas that a key is bound to, which are all that it may see and write; null: it is not bound. */
export type Bound = readonly string[] | null

/** The personas that a retrieve looks into: the one asked for and `shared`, as far as the key may see them; null means all. */
export const personasInSight = (persona: string | null, bound: Bound = null): string[] | null =>
  persona === null
    ? bound && [...bound]
    : [...new Set([persona, SHARED_PERSONA])].filter((name) => name === persona || !bound || bound.includes(name))

/** The persona that is asked for and no other; of a bound key that asks for none, its own. */
export const personasAskedFor = (persona: string | null, bound: Bound = null): readonly string[] | null =>
  persona === null ? bound : [persona]

/** Where something is remembered that names no persona. */
export const personaToWrite = (persona: string | undefined, bound: Bound): string =>
  persona ?? bound?.[0] ?? SHARED_PERSONA

/** What working memory calls a session: a bound key has sessions of its own, so that nothing said elsewhere shows in its topic. */
export const sessionInSight = (sessionId: string | null, bound: Bound): string | null =>
  sessionId === null || bound === null ? sessionId : JSON.stringify([sessionId, [...bound].sort()])
