import { DAY_MS, MINUTE_MS } from '../../runtime/duration.ts'
import { normalise } from './vector.ts'

/** A session is forgotten this long after its last use. */
export const SESSION_IDLE_MS = DAY_MS
/** A memory stays hot this long after it was said or returned. */
export const HOT_MS = 30 * MINUTE_MS
export const MAX_HOT = 32
/** What is left of the topic when something new is said: the last five or so messages make it. */
const TOPIC_DECAY = 0.7

/** Moves a session's topic towards what was said. */
export function blendTopic(topic: Float32Array | null, vector: Float32Array): Float32Array {
  if (!topic || topic.length !== vector.length) return normalise(vector)
  return normalise(topic.map((value, i) => value * TOPIC_DECAY + vector[i]! * (1 - TOPIC_DECAY)))
}
