import type { EntityKind, Mention } from '../../domain/statement/fact.ts'
import { IRREGULAR_BOTH } from '../../domain/statement/past-forms.ts'
import { relationByNoun } from '../../domain/statement/relations.ts'
import { CAPITAL_FIRST, LETTER_OR_DIGIT } from '../../runtime/pattern.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { isCopula } from '../phrases/verb-group.ts'
import { GENDERS, type Gender } from '../text/references.ts'
import { FEMALE_NAMES, isGivenName, MALE_NAMES } from '../words/given-names.ts'
import { verbForm } from '../words/verb-forms.ts'
import {
  DATE_NAMES,
  EMPTY_NOUNS,
  FEMININE,
  MASCULINE,
  ORGANISATION_WORDS,
  PLACE_WORDS,
  TITLES,
} from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import type { Reading } from './reading.ts'
import { thirdPerson } from './relation-words.ts'

export const USER: Mention = { name: 'user', kind: 'user' }

const ASSISTANT: Mention = { name: 'assistant', kind: 'assistant' }

const asMention = (name: string): Mention =>
  name === 'user' ? USER : name === 'assistant' ? ASSISTANT : { name, kind: 'person' }

/** Whom a personal or possessive pronoun means here, or null where it is not safe to say. */
export function pronounMention({ speech, references }: Reading, word: string, before?: string): Mention | null {
  if (/^(?:i|me|my|myself|we|us|our|ourselves)$/.test(word))
    return speech.first === null ? null : asMention(speech.first)
  if (/^(?:you|your|yours|yourself)$/.test(word)) return speech.second === null ? null : asMention(speech.second)
  return references.resolve(word, before)
}

function settled(reading: Reading, at: number): Mention | null {
  const known = reading.pronouns.get(at)
  if (known !== undefined) return known
  // Whoever the sentence has named so far could be meant as well.
  for (const chunk of reading.analysis.chunks)
    if (chunk.type === 'np' && chunk.end <= at) {
      const named = reading.analysis.tokens[chunk.head]!.pos === 'PROPN' ? chunk : chunk.possessor
      if (named) noteNamed(reading, named)
    }
  const { lower, start } = reading.analysis.tokens[at]!
  // "her" is her, or hers.
  const isHers = lower === 'her' && reading.analysis.chunks.some((chunk) => chunk.type === 'np' && owns(chunk, at))
  const isOwner = isHers || lower === 'his'
  const found =
    (isOwner ? ownerBefore(reading, at) : null) ??
    pronounMention(reading, isHers ? 'hers' : lower, reading.analysis.sentence.slice(0, start))
  const doubtful =
    found && (isNamedAfter(reading, found, at) || (!isNamedBefore(reading, found, at) && mayMeanUnnamed(reading, at)))
  const mention = doubtful ? null : found
  reading.pronouns.set(at, mention)
  return mention
}

/** "Bodie's birth certificate, his shot record": of the one whose thing was named right before. */
function ownerBefore(reading: Reading, at: number): Mention | null {
  const { chunks, tokens } = reading.analysis
  const i = chunks.findIndex((chunk) => chunk.type === 'np' && owns(chunk, at))
  const other = /^(?:comma|cc)$/.test(chunks[i - 1]?.type ?? '') ? chunks[i - 2] : undefined
  if (other?.type !== 'np' || !other.possessor || tokens[other.possessor.head]!.pos !== 'PROPN') return null
  const gender = genderOf(reading, other.possessor)
  return gender === '?' || gender === GENDERS.get(tokens[at]!.lower) ? mentionOf(reading, other.possessor) : null
}

const owns = ({ possessor }: NounPhrase, at: number): boolean =>
  possessor !== null && (possessor.head === at || owns(possessor, at))

const SOMEBODY = wordSet(
  `man woman guy bloke chap lad fellow girl boy lady ref referee nurse doctor vet owner driver teacher dentist therapist physio policeman postman
  plumber electrician builder carpenter mechanic receptionist pharmacist neighbour neighbor customer client patient student tourist colleague stranger
  landlord landlady apprentice trainee surgeon midwife clerk guard priest coach cleaner cook waiter waitress manager boss visitor guest baby`,
)

/** "She hates scales but likes Miss Gill": she is not Miss Gill. */
const isNamedAfter = (reading: Reading, { name, kind }: Mention, at: number): boolean => {
  const { tokens } = reading.analysis
  if (kind === 'user' || kind === 'assistant' || isNamedBefore(reading, { name, kind }, at)) return false
  const last = name.split(/'s | /).at(-1)!
  return (
    CAPITAL_FIRST().test(last) &&
    tokens
      .slice(at + 1)
      .some(({ text, pos }, i) => text === last && pos === 'PROPN' && tokens[at + i + 2]?.pos !== 'POSS')
  )
}

const isNamedBefore = ({ analysis: { tokens } }: Reading, { name }: Mention, at: number): boolean =>
  tokens.slice(0, at).some(({ text }) => text === name.split(/'s | /)[0])

/** "The dentist helped with the fridge, he is called Filip": he, and nobody whom a sentence before named. */
function mayMeanUnnamed(reading: Reading, at: number): boolean {
  const { chunks, clauses, tokens } = reading.analysis
  const meant = GENDERS.get(tokens[at]!.lower) ?? 'n'
  if (meant === 'n') return false
  return chunks.some((chunk) => {
    if (chunk.type !== 'np' || chunk.end > at || chunk.possessor || chunk.nameFrom !== null) return false
    if (!/^(?:an?|the|some|one)$/.test(chunk.determiner ?? '') || !SOMEBODY.has(tokens[chunk.head]!.lower)) return false
    // "Elena is an anaesthetist, she …"
    if (clauses.some(({ objects, verb }) => isCopula(verb) && objects.some(({ np }) => np === chunk))) return false
    const gender = genderOf(reading, chunk)
    return gender === '?' || gender === meant
  })
}

/** What a phrase names is something that a later "it" or "she" could mean. */
export function noteNamed(reading: Reading, np: NounPhrase): void {
  // "per Mr. Prabhu: he is joining …": somebody whom he tells of.
  if (np.pronoun || np.time || reading.analysis.tokens[np.start - 1]?.lower === 'per') return
  if (np.possessor) noteNamed(reading, np.possessor)
  // "at my sister's": she is named.
  if (reading.analysis.tokens[np.end - 1]!.pos === 'POSS') {
    noteNamed(reading, { ...np, end: np.end - 1 })
    return
  }
  const mention = mentionOf(reading, np)
  if (!mention) return
  const placed = mention.kind === 'thing' && isPlaced(reading, np)
  reading.references.note(placed ? { ...mention, kind: 'place' } : mention, {
    gender: genderOf(reading, np),
    plural: isPlural(reading, np),
    named: reading.analysis.tokens[np.head]!.pos === 'PROPN',
    company: np.start === np.core && reading.analysis.tokens[np.start - 1]?.lower === 'with',
    subject: reading.analysis.clauses.some(({ subjects }) => subjects.some((subject) => subject.np === np)),
  })
}

/** "a guy from Aberdeen": where, more likely than who. */
export const isPlaced = ({ analysis: { tokens } }: Reading, np: NounPhrase): boolean =>
  /^(?:in|at|near|from|to|fae|via|around)$/.test(tokens[np.start - 1]?.lower ?? '')

/** "Tom's", "James's", "user's parents'" */
export function possessive(owner: string): string {
  const last = owner.split(' ').at(-1)!
  return /^[a-z]+[^s]s$/.test(last) && !isGivenName(last) ? `${owner}'` : `${owner}'s`
}

/** The entity that a noun phrase (with its "of" phrases, up to token `end`) stands for, or null if it names nothing worth remembering. */
export function mentionOf(reading: Reading, np: NounPhrase, end: number = np.end): Mention | null {
  const { tokens } = reading.analysis
  if (np.pronoun) return settled(reading, np.head)
  // "shona's mum fell": whose mother, could not be read.
  if (np.possessor === null && tokens[np.start - 1]?.pos === 'POSS') return null
  if (np.nameFrom !== null && !np.time)
    return {
      name: words(reading, np.nameFrom, np.end),
      kind: relationByNoun(roleNoun(reading, np)) ? 'person' : kindOf(reading, np),
    }
  if (isTheUser(reading, np)) return USER
  let from = np.core
  while (from < np.head && tokens[from]!.pos === 'ADV') from++
  // "one of my colleagues": whose they are must be readable in a name too.
  const core = end > np.end ? describe(reading, from, end) : words(reading, from, end)
  if (!core || !LETTER_OR_DIGIT().test(core)) return null
  if (isEmpty(reading, np) && end === np.end) return null
  const kind = kindOf(reading, np)
  if (!np.possessor) return { name: core, kind }
  const owner = mentionOf(reading, np.possessor)
  // "this year's theme": of another year it may be another.
  if (!owner || (np.possessor.time && np.possessor.determiner !== null)) return null
  const name = `${possessive(owner.name)} ${core}`
  const given = reading.references.nameOf(name)
  return given ? { name: given, kind: 'person' } : { name, kind }
}

/** "a good time", "the thing": nothing one could ask for later; "the vault word" is something. */
export const isEmpty = ({ analysis: { tokens } }: Reading, np: NounPhrase): boolean =>
  EMPTY_NOUNS.has(tokens[np.head]!.lower) &&
  !tokens.slice(np.core, np.head).some((token) => token.pos === 'NOUN' || token.pos === 'PROPN')

/** "the user" is the one whose memory this is, in anybody's words. */
const isTheUser = ({ analysis: { tokens } }: Reading, np: NounPhrase): boolean =>
  tokens[np.head]!.lower === 'user' &&
  np.head === np.core &&
  (np.determiner === 'the' || (np.determiner === null && np.core === 0)) &&
  !np.possessor

/** What hangs on a phrase by "of": "a fan of Studio Ghibli" → Studio Ghibli. */
export function ofPhrase({ analysis: { chunks } }: Reading, np: NounPhrase, end: number): NounPhrase | null {
  const inner = chunks.find((chunk) => chunk.type === 'np' && chunk.start > np.end && chunk.end <= end)
  return inner?.type === 'np' ? inner : null
}

/** The common noun before a name or at the head, in the singular: "little sister Emma" → "little sister" if the vocabulary has it, else "sister". */
export function roleNoun({ analysis: { tokens }, lexicon }: Reading, np: NounPhrase): string {
  const to = np.nameFrom ?? np.end
  const last = tokens[to - 1]!
  const singular = last.pos === 'PROPN' && last.text !== last.lower ? last.lower : lexicon.lemma(last.lower, 'NOUN')
  for (let from = np.core; from < to; from++) {
    const noun = [...tokens.slice(from, to - 1).map((token) => token.lower), singular].join(' ')
    if (relationByNoun(noun)) return noun
  }
  return singular
}

/** The words of a stretch with contractions and spaces made plain. */
export function words({ analysis: { sentence, tokens } }: Reading, from: number, to: number): string {
  const first = tokens[from]
  const last = tokens[to - 1]
  if (!first || !last || to <= from) return ''
  return sentence
    .slice(first.start, last.end)
    .replaceAll(/["“”`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The words of a stretch, with "my", "me", "you" replaced by whom they mean, so that they can be read outside of the conversation. */
export function describe(reading: Reading, from: number, to: number): string {
  const { sentence, tokens } = reading.analysis
  let text = ''
  for (let i = from; i < to; i++) {
    const token = tokens[i]!
    const previous = tokens[i - 1]
    const gap = i > from && previous && previous.end < token.start ? ' ' : ''
    // "the shop I work in" is the shop user works in.
    const agrees = i > from && token.pos === 'VERB' && /^(?:i|we)$/.test(previous?.lower ?? '')
    const agreeing = agrees && verbForm(token, reading.lexicon) === 'base' && !IRREGULAR_BOTH.has(token.lower)
    const said = agreeing ? thirdPerson(token.lower) : sentence.slice(token.start, token.end)
    text += gap + replaced(reading, token.lower, said, token.pos === 'PRON')
  }
  return text
    .replaceAll(/["“”`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function replaced(reading: Reading, lower: string, text: string, pronoun: boolean): string {
  if (!pronoun) return text
  const isPossessive = /^(?:my|our|your)$/.test(lower)
  if (!isPossessive && !/^(?:i|me|we|us|you|myself|ourselves|yourself|mine)$/.test(lower)) return text
  const whom = pronounMention(reading, lower)
  if (!whom) return text
  return isPossessive || lower === 'mine' ? possessive(whom.name) : whom.name
}

export function kindOf({ analysis: { tokens } }: Reading, np: NounPhrase): EntityKind {
  const head = tokens[np.head]!
  if (np.time || head.pos === 'NUM' || /^(?:NUM|SYM)$/.test(tokens[np.core]?.pos ?? '')) return 'value'
  const inside = tokens.slice(np.core, np.end).map((token) => token.lower.replace(/\.$/, ''))
  const has = (list: ReadonlySet<string>) => inside.some((word) => list.has(word))
  if (head.pos !== 'NOUN' && has(DATE_NAMES)) return 'value'
  if (head.pos === 'PROPN') {
    if (inside.length > 1 && has(TITLES)) return 'person'
    if (has(ORGANISATION_WORDS)) return 'organisation'
    if (has(PLACE_WORDS)) return 'place'
    if (isGivenName(inside[0] ?? '')) return 'person'
  }
  if (head.pos === 'ADJ') return 'value'
  return relationByNoun(head.lower)?.object === 'person' ? 'person' : 'thing'
}

export const genderOf = ({ analysis: { tokens } }: Reading, np: NounPhrase): Gender =>
  genderOfWords(tokens.slice(np.core, np.end).map(({ text }) => text))

export function genderOfWords(words: readonly string[]): Gender {
  for (const text of words) {
    const word = text.toLowerCase().replace(/\.$/, '')
    if (MASCULINE.has(word)) return 'm'
    if (FEMININE.has(word)) return 'f'
    if (text.toLowerCase() !== text && FEMALE_NAMES.has(word) !== MALE_NAMES.has(word))
      return FEMALE_NAMES.has(word) ? 'f' : 'm'
  }
  return '?'
}

export const isPlural = ({ analysis: { tokens }, lexicon }: Reading, np: NounPhrase): boolean => {
  const head = tokens[np.head]!
  // "the Amals": a family, or things of that make.
  if (head.pos === 'PROPN') return np.determiner === 'the' && /[^s']s$/.test(head.lower)
  return head.pos === 'NOUN' && lexicon.lemma(head.lower, 'NOUN') !== head.lower && !/ss$/.test(head.lower)
}
