export interface RateRequest {
  /** Whose window it is: the hash of a key. */
  readonly key: string
  readonly limit: number
  /** false: only asks what is left. */
  readonly counts: boolean
}

export interface RateDecision {
  readonly allowed: boolean
  readonly remaining: number
  /** Until there is room again, in whole seconds. */
  readonly resetSeconds: number
}

/**
 * Windows of one minute, each key its own. Every implementation promises, and its contract suite checks:
 * - Whoever stays at or below the limit is never refused; what was refused does not count.
 * - It may be approximate: in any 60 s no more than twice the limit is let through, and in the minute after a quiet one no more than the
 *   limit (the previous minute is taken as evenly spread).
 * - It fails open: where it cannot be asked, the request goes on.
 */
export interface RateLimiter {
  take(request: RateRequest): Promise<RateDecision>
  /** Gives a place back that was taken in this minute. */
  giveBack(request: Pick<RateRequest, 'key' | 'limit'>): Promise<void>
}
