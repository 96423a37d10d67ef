import { atOnce } from '../../runtime/in-turns.ts'
import { lexicalSimilarity, type Similarity } from './cohesion.ts'
import { type Segment, segment } from './segment.ts'

/** `text.slice(start, end)` of the text it comes from; all chunks joined are that text. */
export interface Chunk {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A text up to here is one memory, however many sentences it has: a message, not a document. */
export const MAX_MESSAGE_LENGTH = 600
/** Below it a chunk says too little to be found by meaning; above it one vector no longer stands for all that it says. */
export const MIN_CHUNK_LENGTH = 200
export const TARGET_CHUNK_LENGTH = 700
export const MAX_CHUNK_LENGTH = 1_200

/** What the steps take, in microseconds: a character to find segments, a boundary between two, a comparison of two divisions. */
const COST = { character: 0.3, boundary: 40, comparison: 0.02 }

/** Splits a text on sentences, then where the topic turns, within the size range. A unit longer than the range is a chunk of its own. */
export const chunkText = (text: string): Chunk[] => atOnce(chunkInSteps(text))

/** The same, yielding before each step what it is going to take. */
export function* chunkInSteps(text: string): Generator<number, Chunk[]> {
  yield text.length * COST.character
  return yield* joinInSteps(text, segment(text))
}

/**
 * Joins segments into chunks so that the chunks are of a good size and end where the text itself turns: before a heading, at a paragraph,
 * where similarity dips. The best division is found, not the first that fits, since a greedy one leaves crumbs at the end.
 */
export const chunk = (text: string, segments: readonly Segment[], similarity?: Similarity): Chunk[] =>
  atOnce(joinInSteps(text, segments, similarity))

function* joinInSteps(text: string, segments: readonly Segment[], similarity?: Similarity): Generator<number, Chunk[]> {
  if (text === '') return []
  if (text.length <= MAX_MESSAGE_LENGTH || segments.length < 2) return [{ start: 0, end: text.length, text }]
  const turns = yield* topicTurns(segments.length, similarity ?? lexicalSimilarity(text, segments))
  const cuts = yield* bestCuts(text, segments, turns)
  return cuts.map((from, n) => {
    const start = segments[from]!.start
    const end = segments[cuts[n + 1] ?? segments.length]?.start ?? text.length
    return { start, end, text: text.slice(start, end) }
  })
}

/** How much the topic turns at each boundary, 0 to 1: the depth of the dip in similarity, against the usual depth in this text. */
function* topicTurns(count: number, similarity: Similarity): Generator<number, Float64Array> {
  const similarities = new Float64Array(count)
  for (let i = 1; i < count; i++) {
    yield COST.boundary
    similarities[i] = similarity(i)
  }
  const depths = new Float64Array(count)
  let sum = 0
  let squares = 0
  for (let i = 1; i < count; i++) {
    const depth = climb(similarities, i, -1) + climb(similarities, i, 1) - 2 * similarities[i]!
    depths[i] = depth
    sum += depth
    squares += depth * depth
  }
  const mean = sum / (count - 1)
  const deviation = Math.sqrt(Math.max(0, squares / (count - 1) - mean * mean))
  return depths.map((depth) => (deviation === 0 ? 0 : Math.min(1, Math.max(0, (depth - mean) / deviation / 2))))
}

/** The peak beside a dip, at most a few boundaries away: a peak further off belongs to another topic. */
function climb(similarities: Float64Array, from: number, step: 1 | -1): number {
  let peak = similarities[from]!
  for (
    let i = from + step, n = 0;
    n < 6 && i > 0 && i < similarities.length && similarities[i]! >= peak;
    i += step, n++
  ) {
    peak = similarities[i]!
  }
  return peak
}

/** The indices of the segments that open a chunk, by dynamic programming over all divisions within the size range. */
function* bestCuts(text: string, segments: readonly Segment[], turns: Float64Array): Generator<number, number[]> {
  const count = segments.length
  const best = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY)
  const previous = new Int32Array(count + 1)
  const cutCosts = segments.map((_, i) => (i === 0 ? 0 : cutCost(text, segments, turns, i)))
  best[0] = 0
  for (let end = 1; end <= count; end++) {
    const stop = segments[end]?.start ?? text.length
    let start = end - 1
    for (; start >= 0; start--) {
      const length = stop - segments[start]!.start
      if (length > MAX_CHUNK_LENGTH && start < end - 1) break
      const cost = best[start]! + cutCosts[start]! + sizeCost(length)
      if (cost < best[end]!) {
        best[end] = cost
        previous[end] = start
      }
    }
    yield (end - start) * COST.comparison
  }
  const cuts: number[] = []
  for (let at = count; at > 0; at = previous[at]!) cuts.push(previous[at]!)
  return cuts.reverse()
}

/** Short chunks cost less than long ones, so that a clear turn (which gains 0.2 and more) divides even a text of target length. */
function sizeCost(length: number): number {
  const off = (length - TARGET_CHUNK_LENGTH) / TARGET_CHUNK_LENGTH
  if (length < MIN_CHUNK_LENGTH) return 2 + off * off
  return off < 0 ? 0.35 * off * off : off * off
}

const GAIN = { none: 0, line: 0.2, paragraph: 0.7, heading: 1.6 }

/** What it costs to begin a chunk with segment `i`. */
function cutCost(text: string, segments: readonly Segment[], turns: Float64Array, i: number): number {
  const [before, here] = [segments[i - 1]!, segments[i]!]
  let cost = 1 - GAIN[here.boundary] - 1.2 * turns[i]!
  // A heading belongs to what it heads, a colon announces what follows, rows and items hold together.
  if (before.kind === 'heading') cost += 6
  else if (/:\s*$/.test(text.slice(before.end - 8, before.end))) cost += 1
  if (here.kind === before.kind && (here.kind === 'table-row' || here.kind === 'list-item')) cost += 0.5
  return cost
}
