/**
 * Requests of one namespace that an isolate works on at a time. One object serves them one after the other: whoever came later than this
 * would wait for seconds, and is better told at once to come back.
 */
export const MOST_IN_FLIGHT = 96

/** A request under way says so this often. One that its client left ends without a word, and so says no more … */
const SIGN_MS = 2_000
/** … and after this its place is free: a client that gives up early and tries again must not lock itself out. */
const GONE_MS = 10_000

interface Place {
  seenAt: number
}

/** The requests under way. */
const working = new Map<string, Set<Place>>()

/** Takes a place for a request of the namespace, or returns null where all are taken. What it returns gives the place back. */
export function takePlace(namespace: string, clock: () => number = Date.now): (() => void) | null {
  const places = working.get(namespace) ?? new Set()
  if (places.size >= MOST_IN_FLIGHT) forgetGone(places, clock())
  if (places.size >= MOST_IN_FLIGHT) return null
  const place = { seenAt: clock() }
  places.add(place)
  working.set(namespace, places)
  // The runtime stops a timer with the request that set it.
  const signs = setInterval(() => {
    place.seenAt = clock()
  }, SIGN_MS)
  return () => {
    clearInterval(signs)
    places.delete(place)
    if (places.size === 0 && working.get(namespace) === places) working.delete(namespace)
  }
}

/** A clock that was set must not keep a place either. */
function forgetGone(places: Set<Place>, now: number): void {
  for (const place of places) if (Math.abs(now - place.seenAt) > GONE_MS) places.delete(place)
}
