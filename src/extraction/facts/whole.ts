import { LETTER, LETTER_OR_DIGIT } from '../../runtime/pattern.ts'
import type { Argument, Clause, PrepositionalPhrase } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { isCopula } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { isNominal } from '../tokens/token-tests.ts'
import { isGivenName } from '../words/given-names.ts'
import { DATE_NAMES, VAGUE_PRONOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import type { Draft, Reading } from './reading.ts'

/** Adverbs without which a clause says the same. */
export const NEEDLESS = wordSet(
  `really actually just also definitely totally literally basically honestly simply even too so absolutely truly certainly obviously finally then quite
  pretty both all now already currently still here there anyway though tho today very always usually officially btw tbh lol pls please apparently
  instead either yet ever kinda super sadly luckily though however later suddenly exactly right well indeed rather completely originally ok okay`,
)
const CONNECTORS = wordSet('break comma cc sc rel that paren')
/** "took him off it": what it is, is unknown, but that he is off it counts. */
const TURNING = wordSet('off out from without against over than instead like')
/** "put a man on it": where to is what these verbs tell. */
const PLACING = wordSet('put place set lay stick throw hang drop pin add bet spend base blame waste trust')
const TELLING = wordSet(
  'note message email mail letter text feeling idea hunch suspicion hope fear rumour rumor word reminder',
)
/** "the flat above is noisy" */
const WHICH_ONE = wordSet('above below upstairs downstairs opposite beneath outside inside abroad in off')
const RELATIVES = wordSet('who whom whose which that where')
const ANYBODY = wordSet(
  'person people guy guys man woman men women bloke lad lass girl boy lady fella chap kind sort type thing things stuff',
)
const SAYS_SOMETHING = wordSet('NOUN PROPN NUM ADJ VERB ADV ADP TO NEG')

/** Where the words of a clause end right of its verb: at a stop or at a word that binds another clause. */
export function endOfClause({ analysis: { chunks, tokens } }: Reading, { end }: Clause): number {
  const next = chunks.find(({ start, type }) => start >= end && CONNECTORS.has(type))
  return next?.start ?? tokens.length
}

/**
 * Does the fact leave out a word of its clause that may turn its meaning: "is 80 % done", "gave us a week more"? Of things that are
 * joined each fact tells one, and words that point at nothing readable ("with them") are left out on purpose.
 */
export function leavesOut(reading: Reading, clause: Clause, { text, predicate }: Draft): boolean {
  const { chunks, tokens } = reading.analysis
  const told = text.toLowerCase()
  const end = endOfClause(reading, clause)
  // "is my aunt's": whose it is, is not what it is.
  const isInPhrase = (at: number) => chunks.some(({ type, start, end }) => type === 'np' && start < at && at < end)
  const isOwner = ({ pos }: Token, at: number) =>
    pos === 'POSS' && !isNominal(tokens[at + 1]) && tokens[at + 1]?.pos !== 'ADJ' && !isInPhrase(at)
  if (tokens.slice(0, end).some((token, at) => at >= clause.verb.end && isOwner(token, at))) return true
  // Who somebody's relatives and animals are does not hang on what else is said of them.
  if (predicate.startsWith('has_')) return false
  const lists = listsOf(clause)
  const unclear = clause.prepositions.filter(
    ({ start, end, afterNoun }, i) =>
      !TURNING.has(tokens[start]!.lower) && !(afterNoun && i > 0) && pointsAway(tokens.slice(start, end)),
  )
  // "all our bread and most of my own problems"
  if (
    clause.prepositions.some(
      ({ preposition, start }) => preposition === 'of' && VAGUE_PRONOUNS.has(tokens[start - 1]!.lower),
    )
  )
    return true
  if (cutsSubject(reading, clause, told)) return true
  if (movesOnly(reading, clause, told)) return true
  if (goesOnAfterPlus(reading, clause) || isMoreOrLess(reading, clause, told)) return true
  if (isCompared(reading, clause, told)) return true
  // "I pay her 600"
  if (
    clause.objects.some(
      ({ np }) => tokens[np.start]!.lower === 'her' && np.core === np.head && tokens[np.head]!.pos === 'NUM',
    )
  )
    return true
  // "was here for three days", "will be there on the 18th"; but "is here in Berlin"
  const [adverb, next, article] = tokens.slice(clause.verb.end, clause.verb.end + 3).map(({ lower }) => lower)
  const isSomewhere = next === 'in' || next === 'from' || (next === 'on' && article === 'a')
  if (isCopula(clause.verb) && /^(?:here|there)$/.test(adverb ?? '') && !isSomewhere) return true
  // "was $16,250 plus GST": neither is the price.
  if (
    clause.objects.slice(0, -1).some(({ np, end }) => tokens[end]?.lower === 'plus' && /\d/.test(tokens[np.head]!.text))
  )
    return true
  // "I have a note that she wants to meet you": what it says, says all.
  if (clause.objects.some(({ np, end }) => TELLING.has(tokens[np.head]!.lower) && tokens[end]?.lower === 'that'))
    return true
  // "chocolates and a rota with mistakes": of which of the two that is, nobody knows.
  const last = clause.objects.at(-1)
  const isOfOne = ({ preposition, start, objects }: PrepositionalPhrase) =>
    preposition === 'with' && start === last!.end && objects.every(({ np }) => isBarePlural(tokens, np))
  if (clause.objects.length > 1 && clause.prepositions.some(isOfOne)) return true
  // "shrimp or any animal with a shell", "with Vernon and a Pole by the name of Zbigniew"
  const isOfLast = ({ preposition, start, objects }: PrepositionalPhrase) =>
    /^(?:with|by)$/.test(preposition) &&
    objects.every(
      ({ np }) => tokens[np.head]!.pos === 'NOUN' && !np.possessor && !/^(?:my|our)$/.test(tokens[np.start]!.lower),
    ) &&
    tokens[objects[0]?.np.head ?? start]!.lower !== 'sea' &&
    [clause.objects, ...clause.prepositions.map(({ objects }) => objects)].some((list) => {
      if (list.length < 2) return false
      const last = list.at(-1)!.np
      const isOne = /^(?:an?|any)$/.test(last.determiner ?? '') || tokens[last.start]!.lower === 'one'
      return list.at(-1)!.end === start && isOne
    })
  if (clause.prepositions.some(isOfLast)) return true
  // "I live at Jane and Finch": a corner.
  const isCorner = ({ preposition, objects }: PrepositionalPhrase) =>
    preposition === 'at' && objects.length > 1 && objects.every(({ np }) => isName(tokens, np))
  if (clause.verb.lemma === 'live' && clause.prepositions.some(isCorner)) return true
  // "212 machines which can't": how many there are that can, is not said.
  if (
    RELATIVES.has(tokens[clause.end]?.lower ?? '') &&
    tokens.slice(clause.end, clause.end + 3).some(({ pos }) => pos === 'NEG')
  )
    return true
  // "I have become a person who checks", "is with the guy who did the roof": which one, is what follows.
  const lastObject = clause.prepositions.at(-1)?.objects.at(-1) ?? last
  if (
    lastObject &&
    lastObject.end === lastObject.np.head + 1 &&
    lastObject.np.core === lastObject.np.head &&
    ANYBODY.has(tokens[lastObject.np.head]!.lower) &&
    RELATIVES.has(tokens[lastObject.end]?.lower ?? '') &&
    !told.endsWith(tokens[lastObject.end]!.lower)
  )
    return true
  // "is between 200 and 300 in summer and nothing in January", "at 3 and with Jon at 4": what is joined is said of different things.
  if (clause.prepositions.some((pp, i) => joinsOthers(pp, i, tokens))) return true
  if (clause.prepositions.some((pp) => isOfAnother(pp, clause, reading))) return true
  if (
    PLACING.has(clause.verb.lemma) &&
    clause.prepositions.some(({ start, end }) => pointsAway(tokens.slice(start, end)))
  )
    return true
  if (goesOnAfterAnd(reading, clause, end, told)) return true
  if (goesOnAfterBracket(reading, end)) return true
  const joined = clause.objects.length > 1 && tokens[clause.end]?.pos === 'TO'
  return tokens.slice(clause.verb.end, joined ? clause.end : end).some((token, i) => {
    const at = clause.verb.end + i
    if (!SAYS_SOMETHING.has(token.pos) || token.lower === 'by' || !LETTER_OR_DIGIT().test(token.text)) return false
    if (token.pos === 'ADP' && VAGUE_PRONOUNS.has(tokens[at + 1]?.lower ?? '')) return TURNING.has(token.lower)
    if (token.lower !== 'more' && VAGUE_PRONOUNS.has(token.lower)) return false
    const tooMuch = token.lower === 'too' && /^(?:ADJ|ADV)$/.test(tokens[at + 1]?.pos ?? '')
    // "starts one week later"
    const muchLater = /^(?:later|earlier)$/.test(token.lower) && tokens[at - 1]?.pos === 'NOUN'
    if (token.pos === 'ADV' && NEEDLESS.has(token.lower) && !tooMuch && !muchLater) return false
    if (within(lists, at) || within(unclear, at)) return false
    return !mentions(told, token.lower.replace(/s$/, ''))
  })
}

/** "Terraform" does not mention "for". */
const mentions = (told: string, word: string): boolean => {
  for (let at = told.indexOf(word); at >= 0; at = told.indexOf(word, at + 1))
    if (at === 0 || !LETTER().test(told[at - 1]!)) return true
  return false
}

/** "has had it more times than she had dinners", "I leave the date as it is" */
function isCompared({ analysis: { tokens } }: Reading, { end }: Clause, told: string): boolean {
  const [word = '', next = '', last = ''] = tokens.slice(end, end + 3).map(({ lower }) => lower)
  if (word === 'than') return !/\bthan\b/.test(told)
  const isWhole = tokens[end + 3] === undefined || tokens[end + 3]!.pos === 'PUNCT'
  return word === 'as' && /^(?:it|they)$/.test(next) && /^(?:is|are|was|were)$/.test(last) && isWhole
}

const joinsOthers = ({ start, objects }: PrepositionalPhrase, i: number, tokens: readonly Token[]): boolean =>
  (i > 0 && tokens[start - 1]?.pos === 'CCONJ') ||
  // "my dad lives in Kumasi and my mum in Croydon"
  objects.some(
    ({ np }, at) =>
      at > 0 &&
      (np.pronoun ||
        // "four hours for Mirela and 2 for Cosmin"
        (tokens[np.head]!.pos === 'NUM' && isName(tokens, objects[0]!.np)) ||
        // "I come on Thursdays and cook"
        np.time !== objects[0]!.np.time ||
        // "lives in Calgary and rings when he needs a recipe": a verb that was taken for a noun.
        (isName(tokens, objects[0]!.np) && isBarePlural(tokens, np)) ||
        VAGUE_PRONOUNS.has(tokens[np.head]!.lower) ||
        (np.possessor !== null && objects[0]!.np.possessor === null)),
  )

const isName = (tokens: readonly Token[], { head }: NounPhrase): boolean => tokens[head]!.pos === 'PROPN'

/** "The Suzuki is for the fields, the van for funerals": of the van the verb is left out. */
function isOfAnother({ preposition, start }: PrepositionalPhrase, clause: Clause, reading: Reading): boolean {
  const { chunks, tokens } = reading.analysis
  const at = chunks.findIndex((chunk) => chunk.start === start)
  const [before, np] = [chunks[at - 2]?.type === 'cc' ? chunks[at - 3] : chunks[at - 2], chunks[at - 1]]
  if (!isCopula(clause.verb) || np?.type !== 'np' || np.time || np.start < clause.verb.end) return false
  return (
    before?.type === 'comma' &&
    !DATE_NAMES.has(tokens[np.head]!.lower) &&
    clause.prepositions.some((other) => other.start < start && other.preposition === preposition)
  )
}

const isBarePlural = (tokens: readonly Token[], { start, end, head }: NounPhrase): boolean =>
  end - start === 1 && tokens[head]!.pos === 'NOUN' && /^[a-z]+s$/.test(tokens[head]!.text)

/** "with them", "for everything" */
export const pointsAway = (tokens: readonly Token[]): boolean =>
  tokens.some(({ pos, lower }) => /^(?:PRON|DET|NOUN)$/.test(pos) && VAGUE_PRONOUNS.has(lower))

/** "Postgres on staging is 15.4", "wifi at Glenburn is slow": of somebody it would only say where they are. */
function cutsPlace(tokens: readonly Token[], { subjects, subjectEnd, verb }: Clause, told: string): boolean {
  const np = subjects[0]?.np
  if (!np || subjects.length > 1 || !isCopula(verb) || np.end >= subjectEnd) return false
  if (!isName(tokens, np) || isGivenName(tokens[np.core]!.lower)) return false
  return /^(?:on|in|at|for)$/.test(tokens[np.end]!.lower) && !mentions(told, tokens[np.end + 1]!.lower)
}

/** "Ankle swelling is common": what stands between subject and verb without a mark belongs to the subject. */
function cutsSubject({ analysis: { tokens } }: Reading, clause: Clause, told: string): boolean {
  const { subjectEnd, verb, sharesSubject } = clause
  if (cutsPlace(tokens, clause, told)) return true
  const between = sharesSubject ? [] : tokens.slice(subjectEnd, verb.start)
  if (between.some(({ pos, text, lower }) => pos === 'PUNCT' || /^[,()[\]–—-]$/.test(text) || RELATIVES.has(lower)))
    return false
  return between.some(
    ({ pos, lower }) => (/^(?:NOUN|PROPN|NUM|ADJ|VERB)$/.test(pos) || WHICH_ONE.has(lower)) && !mentions(told, lower),
  )
}

/** "i keep Texas + Canada", "have put up post & rail" */
function goesOnAfterPlus({ analysis: { chunks, clauses, tokens } }: Reading, { objects }: Clause): boolean {
  const end = objects.at(-1)?.end ?? -1
  if (!/^(?:\+|&|plus)$/.test(tokens[end]?.lower ?? '')) return false
  return (
    !clauses.some(({ verb }) => verb.start === end + 1) &&
    chunks.some(({ type, start }) => type === 'np' && start === end + 1)
  )
}

/** "a B minus", "one whole sermon and a half", "keto, minus nine kilos", "at most 25 a minute" */
function isMoreOrLess({ analysis: { tokens } }: Reading, { objects }: Clause, told: string): boolean {
  const end = objects.at(-1)?.end ?? tokens.length
  const isBounded = ({ np }: Argument) => {
    const [at = '', most = ''] = tokens.slice(Math.max(0, np.start - 2), np.start).map(({ lower }) => lower)
    return most === 'minus' || (at === 'at' && /^(?:most|least)$/.test(most) && !told.includes(`at ${most}`))
  }
  if (objects.some(isBounded)) return true
  const next = tokens.slice(end, end + 3).map(({ lower }) => lower)
  return next[0] === 'minus' || (next.join(' ') === 'and a half' && !isNominal(tokens[end + 3]))
}

/** "meets only at the chess tables, wednesdays", "oat milk, and only in coffee", "only ever acts up after dinner": what is the only one, is said by the place of the word. */
function movesOnly({ analysis: { tokens } }: Reading, { verb, end }: Clause, told: string): boolean {
  const places = tokens.flatMap(({ lower }, i) => (lower === 'only' ? i : []))
  if (/\bonly\b/.test(told))
    return !places.some((at) => {
      const next = tokens[at + 1]
      const goesOn = next !== undefined && LETTER_OR_DIGIT().test(next.text)
      return told.includes(goesOn ? `only ${next.lower}` : `${tokens[at - 1]?.lower} only`)
    })
  const goesOn = /^(?:[,(] ?)?(?:(?:and|but) )?only\b/.test(
    tokens
      .slice(end, end + 3)
      .map(({ lower }) => lower)
      .join(' '),
  )
  // "only ever acts up", "may only come from three on"; but who only drinks oat milk drinks it.
  const isBound = (at: number) =>
    at >= verb.start && at < verb.main && (verb.modal === 'may' || tokens[at + 1]!.lower === 'ever')
  return goesOn || places.some((at) => isBound(at) || (at > verb.main && at <= end))
}

/** "to the allotment Tues and Fri": what "and" joins and no clause begins with belongs to what was said. */
function goesOnAfterAnd(
  { analysis: { chunks, clauses, tokens } }: Reading,
  { verb }: Clause,
  end: number,
  told: string,
): boolean {
  const at = chunks.findIndex(({ type, start }) => type === 'cc' && start === end)
  const next = at < 0 ? undefined : chunks[at + 1]
  if (next?.type !== 'np' || next.pronoun || end <= verb.end) return false
  if (clauses.some(({ subjectStart, verb: other }) => subjectStart === next.start || other.start === next.end))
    return false
  const [second, third] = chunks.slice(at + 2)
  if (second?.type === 'vg' || (second?.type === 'adv' && third?.type === 'vg')) return false
  return !told.includes(tokens[next.head]!.lower)
}

/** "moved from Caterpillars (Ms Tanya) to Butterflies" */
function goesOnAfterBracket({ analysis: { chunks } }: Reading, end: number): boolean {
  const open = chunks.findIndex(({ type, start }) => type === 'paren' && start === end)
  const close = open < 0 ? -1 : chunks.findIndex(({ type }, i) => type === 'paren' && i > open)
  const after = chunks[close + 1]
  // "opens the right (left) way"
  const noun = after?.type === 'np' && !after.pronoun && !after.determiner && chunks[close + 2]?.type !== 'vg'
  return close >= 0 && (after?.type === 'prep' || noun)
}

const within = (spans: readonly { readonly start: number; readonly end: number }[], at: number): boolean =>
  spans.some(({ start, end }) => at >= start && at < end)

function listsOf({ objects, prepositions, gerunds }: Clause): { start: number; end: number }[] {
  const spanOf = ({ np, end }: Argument) => ({ start: np.start, end })
  const lists = [objects.map(spanOf), ...prepositions.map((pp) => pp.objects.map(spanOf)), [...gerunds]]
  return lists.filter((list) => list.length > 1).map((list) => ({ start: list[0]!.start, end: list.at(-1)!.end }))
}
