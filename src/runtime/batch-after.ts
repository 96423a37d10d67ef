import { pause } from './pause.ts'

/** Plans work `everyMs` apart, the first at once. Returns null where somebody has planned it already. */
type Plan = (everyMs: number, work: () => Promise<void>) => Promise<void> | null

/**
 * For work that is done after answers, once for all that came meanwhile. Whoever planned it may be gone before it is done, as the platform ends what takes too
 * long: after a while another may plan it.
 */
export function batchAfter(clock = Date.now): Plan {
  let plannedAt: number | null = null
  let doneAt = Number.NEGATIVE_INFINITY
  return (everyMs, work) => {
    const now = clock()
    if (plannedAt !== null && Math.abs(now - plannedAt) < 2 * everyMs) return null
    plannedAt = now
    // A clock that was set back must not make this wait for longer.
    const waitMs = Math.min(everyMs, Math.max(0, doneAt + everyMs - now))
    return pause(waitMs).then(() => {
      plannedAt = null
      doneAt = clock()
      return work()
    })
  }
}
