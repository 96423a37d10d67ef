/**
 * Every weight of the hybrid score, in one place. `npm run tune` reproduces the choice from data; docs/quality.md has the measurement.
 * The signals are adaptive: where there is no session, no name and no role, theirs vanish instead of hurting.
 */
export const weights = {
  /** Nearness of meaning (cosine), scaled to the best of the query's candidates. */
  meaning: 0.8,
  /** Words in common (BM25), scaled likewise. */
  words: 0.2,
  /** Said by the one the question is about. */
  who: 0.4,
  /** The best of its session, once there are about ten sessions to choose among. */
  session: 0.8,
  /** The assistant's reply to a user's message answers for the message too. */
  reply: 0.4,
  /** Words in common with what was said just before and after. */
  window: 0.4,
  /** A chunk whose facts no longer hold. */
  supersededFactor: 0.5,
  /** How much of the session's topic goes into the question. */
  topic: 0.15,
} as const

export const SESSIONS_FOR_FULL_WEIGHT = 10

/** BM25's usual parameters. */
export const BM25 = { k1: 1.2, b: 0.75 } as const

/** Below this nothing is returned unless asked for. */
export const SCORE_FLOOR = 0.2
