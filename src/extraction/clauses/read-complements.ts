import type { Chunk, Link } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import { wordSet } from '../words/word-set.ts'
import { NEVER_OBJECTS } from './bindings.ts'
import type { Argument, ClauseSearch, Complements, PrepositionalPhrase } from './clause.ts'
import { coordinatedRight, fullEnd, gerundsAt } from './coordination.ts'

const AWAY = wordSet('away off out back home here there abroad')
const DURATIVE = wordSet('last take spend need work turn')

/** What has been read of a clause, right of its verb. */
interface Right extends ClauseSearch {
  readonly verb: VerbGroup
  readonly groups: Argument[][]
  readonly prepositions: PrepositionalPhrase[]
  readonly adjectives: Link[]
  readonly times: NounPhrase[]
  readonly adverbs: Link[]
  /** The next chunk, and the token after the last that belongs to the clause. */
  i: number
  end: number
  afterNoun: boolean
}

/** How the clause goes on with a chunk of each type; false where it is over. What has no reader ends it. */
const READERS: { readonly [Type in Chunk['type']]?: (right: Right) => boolean } = {
  np: readNounPhrase,
  prep: readPreposition,
  adj: (right) => {
    right.adjectives.push(right.chunks[right.i] as Link)
    return passOver(right)
  },
  adv: (right) => {
    right.adverbs.push(right.chunks[right.i] as Link)
    return passOver(right)
  },
  cc: ({ chunks, i }) => {
    const next = chunks[i + 1]?.type
    return next === 'adj' || next === 'prep' || (next === 'adv' && chunks[i + 2]?.type === 'adj')
  },
  comma: ({ chunks, i, adjectives }) => {
    const next = chunks[i + 1]?.type === 'cc' ? chunks[i + 2] : chunks[i + 1]
    return (
      next?.type === 'prep' || (next?.type === 'adj' && adjectives.length > 0) || (next?.type === 'np' && next.time)
    )
  },
  quote: () => true,
}

export function readComplements(search: ClauseSearch, verbAt: number): Complements {
  const { chunks, starts } = search
  const verb = chunks[verbAt] as VerbGroup
  const right: Right = {
    ...search,
    verb,
    groups: [],
    prepositions: [],
    adjectives: [],
    times: [],
    adverbs: [],
    i: verbAt + 1,
    end: verb.end,
    afterNoun: false,
  }
  while (right.i < chunks.length && !starts.has(right.i)) {
    const before = right.i
    if (!READERS[chunks[before]!.type]?.(right)) break
    if (right.i > before) continue
    right.afterNoun = false
    right.i++
  }
  const { groups, prepositions, adjectives, times, adverbs, i, end } = right
  // "lasts nine hours", "takes two days": the time is what the verb is about.
  if (groups.length === 0 && times[0]?.start === verb.end && DURATIVE.has(verb.lemma)) {
    groups.push([{ np: times[0], end: times[0].end }])
    times.shift()
  }
  const [first = [], second] = groups
  const next = chunks[i]
  return {
    raised: next?.type === 'vg' && next.kind === 'to' && groups.length > 0,
    ...gerundsOf(right),
    objects: second ?? first,
    second: second ? first : [],
    adjectives,
    prepositions,
    times,
    adverbs,
    end,
    fullEnd: fullEnd(search, i, end),
  }
}

function passOver(right: Right): true {
  right.end = right.chunks[right.i]!.end
  return true
}

function readNounPhrase(right: Right): boolean {
  const { chunks, tokens, groups, prepositions, adjectives, verb } = right
  const np = chunks[right.i] as NounPhrase
  if (np.pronoun && NEVER_OBJECTS.has(tokens[np.head]!.lower)) return false
  // "is away Monday to Friday"
  const isAway = right.adverbs.some(({ start }) => AWAY.has(tokens[start]!.lower))
  const said = groups.length > 0 || prepositions.length > 0 || adjectives.length > 0 || isAway
  if (np.time && (said || verb.lemma !== 'be')) {
    readTimes(right, np)
    return true
  }
  groups.push(readList(right, right.i))
  return true
}

/** "Mondays, Wednesdays and Fridays" are one time. */
function readTimes(right: Right, first: NounPhrase): void {
  const { chunks, starts } = right
  let last = right.i
  const next = () => {
    const at = chunks[last + 1]?.type === 'comma' && chunks[last + 2]?.type === 'cc' ? last + 3 : last + 2
    const joins = /^(?:comma|cc)$/.test(chunks[last + 1]?.type ?? '')
    const chunk = chunks[at]
    return joins && !starts.has(at) && chunk?.type === 'np' && chunk.time ? at : null
  }
  for (let at = next(); at !== null; at = next()) last = at
  right.end = chunks[last]!.end
  right.i = last + 1
  right.times.push({ ...first, end: right.end })
}

function readPreposition(right: Right): boolean {
  const { chunks, tokens, starts, i, afterNoun } = right
  const { start, end } = chunks[i]!
  const object = chunks[i + 1]
  if (object?.type === 'vg' && object.kind === 'ing') return false
  if (object?.type !== 'np' || starts.has(i + 1)) return passOver(right)
  const words = tokens.slice(start, end).map(({ lower }) => lower)
  const list = readList(right, i + 1)
  if (words[0] === 'between') readSecondEnd(right)
  // "between 9 and 12", "except snare and cymbals" is one thing.
  const objects = /^(?:between|except|without|besides)$/.test(words[0]!) ? [{ np: list[0]!.np, end: right.end }] : list
  right.prepositions.push({ preposition: words.join(' '), start, end: right.end, objects, afterNoun })
  return true
}

/** "between 27 March and 5 April": times are no list, but these two belong together. */
function readSecondEnd(right: Right): void {
  const { chunks, i } = right
  const other = chunks[i + 1]
  if (chunks[i]?.type !== 'cc' || other?.type !== 'np' || !other.time) return
  right.end = other.end
  right.i = i + 2
}

/** The coordinated noun phrases from chunk `from` on. */
function readList(right: Right, from: number): Argument[] {
  const [list, next] = coordinatedRight(right, from)
  right.end = list.at(-1)!.end
  right.i = next
  right.afterNoun = true
  return list
}

function gerundsOf(right: Right): Pick<Complements, 'gerunds' | 'gerundPreposition'> {
  const { chunks, tokens, verb, groups, prepositions, adjectives, i } = right
  const isGerund = (chunk: Chunk | undefined) => chunk?.type === 'vg' && chunk.kind === 'ing'
  const governed = chunks[i]?.type === 'prep'
  const at = governed ? i + 1 : i
  if (isGerund(chunks[at]) && (governed || (groups.length === 0 && adjectives.length === 0)))
    return {
      gerunds: gerundsAt(right, at),
      gerundPreposition: governed ? tokens[chunks[i]!.start]!.lower : null,
    }
  // "enjoys opera and hiking in the Alps": a gerund may go on where a noun began.
  const continued =
    !verb.progressive &&
    chunks[i]?.type === 'cc' &&
    isGerund(chunks[i + 1]) &&
    groups.length === 1 &&
    prepositions.length === 0
  return { gerunds: continued ? gerundsAt(right, i + 1) : [], gerundPreposition: null }
}
