import { words } from '../../domain/word-lists.ts'
import { pattern } from '../../runtime/pattern.ts'
import type { Segment } from './segment.ts'

const LONGER_WORDS = pattern(String.raw`[\p{L}\p{N}]{2,}`, 'gu')

/** How alike what stands before and after boundary `i` is (the boundary before segment `i`), on any scale: only differences count. */
export type Similarity = (i: number) => number

/** Content words compared on each side of a boundary; about three sentences. */
const WINDOW_WORDS = 40

/**
 * Similarity from the words alone, in the spirit of TextTiling: how far the content words before a boundary return after it. Costs no
 * encoder call. A sentence that points back ("It …", "This …") holds on to what is before, "by the way" lets it go.
 */
export function lexicalSimilarity(text: string, segments: readonly Segment[]): Similarity {
  const found: (readonly string[] | undefined)[] = new Array(segments.length)
  /** Looked for when they are first compared, so that a long text is read piece by piece. */
  function wordsAt(i: number): readonly string[] | undefined {
    const unit = segments[i]
    if (unit) found[i] ??= contentWords(text.slice(unit.start, Math.min(unit.end, unit.start + 2_000)))
    return found[i]
  }
  return (i) => {
    const before = gather(wordsAt, i - 1, -1)
    const after = gather(wordsAt, i, 1)
    let dot = 0
    for (const [word, count] of after) dot += count * (before.get(word) ?? 0)
    const cosine = dot === 0 ? 0 : dot / Math.sqrt(squares(before) * squares(after))
    const opening = text.slice(segments[i]!.start, segments[i]!.start + 40)
    return cosine + (POINTS_BACK.test(opening) ? 0.15 : 0) - (TURNS.test(opening) ? 0.5 : 0)
  }
}

const POINTS_BACK =
  /^\s*(?:it|its|this|these|those|that|he|she|they|his|her|their|them|such|then|there|but|and|also|or|so)\b/i
const TURNS =
  /^\s*(?:by the way|btw|anyway|anyhow|meanwhile|on another note|on a different note|on the other hand|separately|as for|turning to|moving on|in other news|unrelated|another thing|changing the subject|finally|lastly|next,)/i

function gather(
  wordsAt: (i: number) => readonly string[] | undefined,
  from: number,
  step: 1 | -1,
): Map<string, number> {
  const counts = new Map<string, number>()
  let size = 0
  for (let i = from; size < WINDOW_WORDS; i += step) {
    const words = wordsAt(i)
    if (!words) break
    for (const word of words.slice(0, WINDOW_WORDS)) counts.set(word, (counts.get(word) ?? 0) + 1)
    // An empty segment counts too, or a text of them would be gathered from end to end.
    size += words.length + 1
  }
  return counts
}

const squares = (counts: ReadonlyMap<string, number>): number => {
  let sum = 0
  for (const count of counts.values()) sum += count * count
  return sum
}

const STOP = words(
  'the a an and or but if of to in on at for from with by about as into than that this these those it its is are was were be been being have has had do does did will would can could should may might must not no i you he she we they me him her us them my your his our their there here what which who when where why how all any some more most very just also so then too only own same up out over again',
)

/** Words cut to a crude stem: enough to let "boats" meet "boat". */
function contentWords(text: string): string[] {
  const found: string[] = []
  for (const match of text.toLowerCase().matchAll(LONGER_WORDS())) {
    const word = match[0]
    if (!STOP.has(word)) found.push(word.length > 4 ? word.replace(/(?:ing|ed|es|s|ly)$/, '') : word)
  }
  return found
}
