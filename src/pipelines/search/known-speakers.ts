/** So many callers' speakers are kept; one that was dropped costs its next question some encoding, nothing else. */
const MOST_KEPT = 2_000

const kept = new Map<string, readonly string[]>()

const keyOf = ({ namespace, persona }: { readonly namespace: string; readonly persona: string | null }) =>
  JSON.stringify([namespace, persona])

/**
 * Who speaks in what a caller may see, as this isolate was told last. A question that names a speaker is put in the first person, and each
 * way of putting it costs an encoding: who is known spares all but one. The store knows better, and says so where this is out of date.
 */
export const knownSpeakers = {
  of: (request: { readonly namespace: string; readonly persona: string | null }): readonly string[] | null =>
    kept.get(keyOf(request)) ?? null,
  keep(request: { readonly namespace: string; readonly persona: string | null }, speakers: readonly string[]): void {
    const key = keyOf(request)
    // The one that was used last goes last.
    kept.delete(key)
    kept.set(key, speakers)
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
  },
}
