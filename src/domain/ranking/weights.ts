/**
 * Every weight of the hybrid score, in one place. `npm run tune` reproduces the choice from data; docs/quality.md has the measurement.
 * The signals are adaptive: where there is no session, no name and no role, theirs vanish instead of hurting.
 */
export interface Weights {
  /** Nearness of meaning, scaled to the best of the query's candidates. */
  readonly meaning: number
  /** What of that is late interaction, where the tokens are known, instead of the cosine. */
  readonly late: number
  /** Words in common (BM25), as a share of the best possible. */
  readonly words: number
  /** What a word of the same family counts beside the word itself ("photograph", "photography"). */
  readonly soft: number
  /** Said by the one the question is about. */
  readonly who: number
  /** The best of its session, in full once there are about ten sessions to choose among. */
  readonly session: number
  /** What of its own rank a memory gains that was told in no session: beside conversations nothing else speaks for it. */
  readonly alone: number
  /** The assistant's reply to a user's message answers for the message too. */
  readonly reply: number
  /** Words in common with what was said just before and after. */
  readonly window: number
  /** What of the rank of a question goes to the message just after it, which may answer it. */
  readonly before: number
  /** A fact reached from another carries on this much of its rank. */
  readonly proximity: number
  /** What a memory loses that has faded altogether. */
  readonly faded: number
  /** What a memory loses whose source is not trusted at all. */
  readonly distrust: number
  /** What of the rank of a message goes to one that follows it and speaks of a change. */
  readonly corrects: number
  /** A text that mentions somebody whom one of the best mentions, where facts are followed. */
  readonly leads: number
  /** A text that mentions all whom the question names, and is the only one. */
  readonly named: number
  /** A text that states the fact which the question asks for. */
  readonly answers: number
  /** What a memory loses that a newer one overturned for sure. */
  readonly outdated: number
  /** What of the way to an older memory one rises that overturned it for sure. */
  readonly overturns: number
  /** What is left of the rank of a chunk whose facts no longer hold. */
  readonly superseded: number
  /** What a logit of the reranker is worth beyond the lowest that it gave. */
  readonly reranked: number
}

export const weights: Weights = {
  meaning: 0.9,
  late: 0.45,
  words: 0.05,
  soft: 0.5,
  who: 0.4,
  session: 0.2,
  alone: 0.15,
  reply: 0.06,
  window: 0.3,
  before: 0.15,
  proximity: 0.9,
  faded: 0.1,
  distrust: 0.1,
  corrects: 0.7,
  named: 0.25,
  leads: 0.15,
  answers: 0.15,
  outdated: 0.5,
  overturns: 0.9,
  superseded: 0.5,
  reranked: 0.14,
}

/** How much of the session's topic goes into the question. */
export const TOPIC_SHARE = 0.15

export const SESSIONS_FOR_FULL_WEIGHT = 10

/** BM25's usual parameters. */
export const BM25 = { k1: 1.2, b: 0.75 } as const

/** Below this nothing is returned unless asked for. */
export const SCORE_FLOOR = 0.2
