/**
 * Requests of one namespace that an isolate works on at a time. One object serves them one after the other: whoever came later than this
 * would wait for seconds, and is better told at once to come back.
 */
export const MOST_IN_FLIGHT = 96

const working = new Map<string, number>()

/** Takes a place for a request of the namespace, or returns null where all are taken. What it returns gives the place back. */
export function takePlace(namespace: string): (() => void) | null {
  const taken = working.get(namespace) ?? 0
  if (taken >= MOST_IN_FLIGHT) return null
  working.set(namespace, taken + 1)
  return () => {
    const left = working.get(namespace)! - 1
    if (left > 0) working.set(namespace, left)
    else working.delete(namespace)
  }
}
