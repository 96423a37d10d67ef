import type { SearchRequest } from './request.ts'

/** So many callers' speakers are kept; one that was dropped costs its next question some encoding, nothing else. */
const MOST_KEPT = 2_000

const kept = new Map<string, readonly string[]>()

type Caller = Pick<SearchRequest, 'namespace' | 'persona' | 'bound'>

const keyOf = ({ namespace, persona, bound = null }: Caller) => JSON.stringify([namespace, persona, bound])

/**
 * Who speaks in what a caller may see, as this isolate was told last. A question that names a speaker is put in the first person, and each
 * way of putting it costs an encoding: who is known spares all but one. The store knows better, and says so where this is out of date.
 */
export const knownSpeakers = {
  of: (request: Caller): readonly string[] | null => kept.get(keyOf(request)) ?? null,
  keep(request: Caller, speakers: readonly string[]): void {
    const key = keyOf(request)
    // The one that was used last goes last.
    kept.delete(key)
    kept.set(key, speakers)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  },
}
