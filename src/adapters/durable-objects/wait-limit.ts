/** A request that waited longer than this for its turn is refused: whoever waits that long has mostly gone, and the queue must not grow. */
export const MAX_WAIT_MS = 5_000

/** Instead of the time at which a request was sent: it was refused as late, and its caller knows that it had not waited. */
export const ON_TIME = Number.POSITIVE_INFINITY

/**
 * Tells which requests waited too long for their turn at an object, by when they were sent. The two clocks may differ: an object's own never goes
 * back while it is loaded, so that it stays ahead of its callers' when the machine's is set back. A caller that was refused although it did
 * not wait asks again, on time, and the difference is learned; as soon as one arrives with a smaller one, that is the clocks'.
 */
export function createWaitLimit(clock: () => number = Date.now): (sentAt: number) => boolean {
  let aheadMs = 0
  let refusedMs = 0
  return (sentAt) => {
    if (sentAt === ON_TIME) {
      aheadMs = refusedMs
      return false
    }
    const differenceMs = clock() - sentAt
    aheadMs = Math.max(0, Math.min(aheadMs, differenceMs))
    if (differenceMs - aheadMs <= MAX_WAIT_MS) return false
    refusedMs = differenceMs
    return true
  }
}
