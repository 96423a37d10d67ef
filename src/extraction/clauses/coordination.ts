import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { Token } from '../tokens/token.ts'
import { isGivenName } from '../words/given-names.ts'
import { NUMBER_WORDS, UNITS } from '../words/word-lists.ts'
import { NEVER_OBJECTS } from './bindings.ts'
import type { Argument, ClauseSearch } from './clause.ts'

/** Noun phrases joined by commas and a conjunction, from chunk `i` on; and the chunk after them. */
export function coordinatedRight(search: ClauseSearch, i: number): [Argument[], number] {
  const { chunks, tokens, subjects, starts } = search
  const list: Argument[] = []
  let at = i
  let after = i
  for (let guard = 0; guard < 30; guard++) {
    const argument = argumentAt(chunks, tokens, at)
    const whole = list.at(-1)
    if (whole && (continuesOf(whole, argument) || sharesHead(tokens, whole, argument)))
      list[list.length - 1] = { np: whole.np, end: argument.end }
    else list.push(argument)
    after = at + 1
    while (after < chunks.length && chunks[after]!.end <= argument.end) after++
    let next = after
    if (chunks[next]?.type === 'comma') next++
    if (chunks[next]?.type === 'cc') next++
    const other = chunks[next]
    if (next === after || other?.type !== 'np' || starts.has(next) || other.time) break
    // "is called Trish and she vapes": she begins the next clause, whatever her verb was taken for.
    if (opensNext(other, tokens)) break
    if (!closesList(search, after, next)) break
    if (list.length === 1 && chunks[after]?.type === 'comma' && namesCounted(tokens, argument.np, other)) break
    // "takes amlodipine, five milligrams": how much of it, not one thing more.
    const counts = tokens[other.core]!.pos === 'NUM' && tokens[argument.np.core]!.pos !== 'NUM'
    if (counts && chunks[after]?.type === 'comma' && chunks[after + 1]?.type === 'np') break
    const subject = subjects.get(next + 1)
    if (subject && !subject.shared && subject.from === next) break
    at = next
  }
  return [list, after]
}

const opensNext = ({ pronoun, head }: NounPhrase, tokens: readonly Token[]): boolean =>
  pronoun && NEVER_OBJECTS.has(tokens[head]!.lower)

/** "the importance of gratitude and connection": what is bare after an "of" goes on with it. */
const continuesOf = (whole: Argument, { np }: Argument): boolean =>
  whole.end > whole.np.end &&
  (whole.np.determiner !== null || whole.np.possessor !== null) &&
  !np.determiner &&
  !np.possessor

/** "a liquidation and distribution account", "6 theory and 3 driving lessons": the last noun is the head of both. */
function sharesHead(tokens: readonly Token[], { np: first, end }: Argument, { np: last }: Argument): boolean {
  const head = tokens[first.head]!
  // "Butchers & Bicycles" is one name, "Ben & Lea" are two.
  if (tokens[end]?.text === '&' && head.pos === 'PROPN' && tokens[last.head]!.pos === 'PROPN' && !last.determiner)
    return !isGivenName(head.lower) && last.start === end + 1
  // "one hundred and twelve thousand naira", "two and a half tablets"
  if (
    (head.pos === 'NUM' || NUMBER_WORDS.has(head.lower)) &&
    end === first.end &&
    /^(?:NUM|half)$/.test(numeral(tokens[last.core]!))
  )
    return tokens[end]?.lower === 'and'
  if (end > first.end || head.pos !== 'NOUN' || /s$/.test(head.lower) || last.end - last.core < 2) return false
  const counted = tokens[first.core]!
  if (counted.pos === 'NUM')
    return !/^(?:1|one)$/.test(counted.lower) && !UNITS.has(head.lower) && tokens[last.core]!.pos === 'NUM'
  return (
    /^an?$/.test(first.determiner ?? '') && !last.determiner && !last.possessor && tokens[last.core]!.pos === 'NOUN'
  )
}

const numeral = ({ pos, lower }: Token): string => (lower === 'half' ? lower : pos)

/** "two kids, Ana and Leo": names after a number say who they are, they do not go on counting. */
const namesCounted = (tokens: readonly Token[], counted: NounPhrase, name: NounPhrase): boolean =>
  tokens[counted.core]!.pos === 'NUM' && tokens[counted.head]!.pos === 'NOUN' && tokens[name.head]!.pos === 'PROPN'

/** A comma joins noun phrases only where a conjunction follows in the same list; otherwise it opens an apposition. */
function closesList({ chunks, tokens, starts }: ClauseSearch, from: number, next: number): boolean {
  const joins = (i: number) => chunks[i]?.type === 'cc' && tokens[chunks[i]!.start]!.lower !== 'but'
  const goesOn = (i: number) =>
    chunks[i]?.type === 'np' && !starts.has(i) && !opensNext(chunks[i] as NounPhrase, tokens)
  if (joins(from) || joins(from + 1)) return true
  let i = next + 1
  for (let guard = 0; guard < 30; guard++) {
    while (chunks[i]?.type === 'prep' && chunks[i + 1]?.type === 'np') i += 2
    if (chunks[i]?.type === 'cc') return joins(i) && goesOn(i + 1)
    if (chunks[i]?.type !== 'comma') return false
    if (chunks[i + 1]?.type === 'cc') return joins(i + 1) && goesOn(i + 2)
    if (chunks[i + 1]?.type !== 'np') return false
    i += 2
  }
  return false
}

/** -ing phrases from chunk `i` on, as far as they reach, cut at conjunctions: "hiking in the Alps, sailing and opera". */
export function gerundsAt({ chunks, tokens, starts }: ClauseSearch, i: number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = []
  let start = chunks[i]!.start
  let end = chunks[i]!.end
  let at = i + 1
  for (; at < chunks.length && !starts.has(at); at++) {
    const chunk = chunks[at]!
    if (/^(?:np|prep|adj|adv)$/.test(chunk.type) || (chunk.type === 'vg' && chunk.kind === 'to')) {
      end = chunk.end
      continue
    }
    let next = at + 1
    if (chunk.type === 'comma' && chunks[next]?.type === 'cc') next++
    const other = chunks[next]
    if ((chunk.type !== 'cc' && chunk.type !== 'comma') || starts.has(next)) break
    // "i get expanding but factorising is guessing": what has a verb of its own is no part of the list.
    const own = chunks[next + 1]
    if (tokens[chunk.start]!.lower === 'but' || (own?.type === 'vg' && own.kind === 'finite')) break
    const gerund = other?.type === 'vg' && other.kind === 'ing'
    const noun = other?.type === 'np' && !other.pronoun && chunk.type === 'cc'
    if (!gerund && !noun) break
    found.push({ start, end })
    start = other.start
    end = other.end
    at = next
  }
  return [...found, { start, end }]
}

/** To where the clause reaches with what completes it: infinitives, "that" clauses, participles; up to the next clause of its own. */
export function fullEnd({ chunks, subjects }: ClauseSearch, from: number, end: number): number {
  let reach = end
  for (let i = from; i < chunks.length; i++) {
    const chunk = chunks[i]!
    if (chunk.type === 'break') break
    if (chunk.type === 'cc' || chunk.type === 'comma') {
      const next = chunks.slice(i + 1).find((c) => c.type !== 'adv' && c.type !== 'cc')
      if (!next || next.type === 'vg' || next.type === 'rel') break
      const at = chunks.indexOf(next)
      const startsClause = [...subjects.values()].some(({ from, role }) => from === at && role !== 'complement')
      if (startsClause || next.type === 'sc' || chunk.type === 'comma') break
    }
    if (chunk.type === 'sc') break
    reach = chunk.end
  }
  return reach
}

/** "in Austin, Texas", "12 Rue Verte, Lyon": a name after a comma that closes the sentence says where the place is; a given name is called. */
function placeEnd(chunks: readonly Chunk[], tokens: readonly Token[], index: number, end: number): number {
  const np = chunks[index] as NounPhrase
  const place = chunks[end + 2]
  const after = chunks[end + 3]
  if (chunks[end + 1]?.type !== 'comma' || place?.type !== 'np' || (after !== undefined && after.type !== 'break'))
    return end
  const located = chunks[index - 1]?.type === 'prep' || tokens[np.core]!.pos === 'NUM'
  const named =
    tokens[np.head]!.pos === 'PROPN' && tokens[place.head]!.pos === 'PROPN' && !place.determiner && !place.time
  return located && named && !isGivenName(tokens[place.core]!.lower) ? end + 2 : end
}

/** A noun phrase with its "of" phrases. */
export function argumentAt(chunks: readonly Chunk[], tokens: readonly Token[], index: number): Argument {
  const np = chunks[index] as NounPhrase
  let end = index
  while (
    chunks[end + 1]?.type === 'prep' &&
    tokens[chunks[end + 1]!.start]!.lower === 'of' &&
    chunks[end + 2]?.type === 'np'
  )
    end += 2
  return { np, end: chunks[placeEnd(chunks, tokens, index, end)]!.end }
}
