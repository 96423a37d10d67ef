/**
 * Requests of one namespace that an isolate works on at a time. One object serves them one after the other: whoever came later than this
 * would wait for seconds, and is better told at once to come back.
 */
export const MOST_IN_FLIGHT = 96

/** No request takes that long. One that its client left ends without a word, and would keep its place for ever. */
const LONGEST_MS = 300_000

/** When each of the requests under way came. */
const working = new Map<string, number[]>()

/** Takes a place for a request of the namespace, or returns null where all are taken. What it returns gives the place back. */
export function takePlace(namespace: string, now: number = Date.now()): (() => void) | null {
  let places = working.get(namespace) ?? []
  if (places.length >= MOST_IN_FLIGHT) places = places.filter((since) => now - since < LONGEST_MS)
  if (places.length >= MOST_IN_FLIGHT) return null
  places.push(now)
  working.set(namespace, places)
  return () => {
    const left = working.get(namespace) ?? []
    const own = left.indexOf(now)
    if (own >= 0) left.splice(own, 1)
    if (left.length === 0) working.delete(namespace)
  }
}
