import type { Mention } from '../../domain/statement/fact.ts'
import type { Argument, Clause } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { ASPECTUALS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { describe, genderOf, isPlaced, isPlural, kindOf, mentionOf } from './mentions.ts'
import type { Reading } from './reading.ts'
import { verbWords } from './relation-words.ts'

/** One subject of a clause, with the verb agreeing to it. */
export interface Subject {
  readonly argument: Argument
  /** Null where the phrase names nothing definite; the words can still be an attribute's ("my birthday"). */
  readonly mention: Mention | null
  readonly text: string
  readonly verbWords: string
  /** A person, the user or the assistant, as far as the text tells. */
  readonly personal: boolean
  /** A bare common noun: "Marketing is key" is an opinion about everything. */
  readonly generic: boolean
  /** Found through "it", which may mean more than the thing before. */
  readonly tentative: boolean
  /** Found through a pronoun. */
  readonly resolved: boolean
}

const INDEFINITE = wordSet('a an some any no every each another this that these those such either neither')
const ANYBODY = wordSet('people folks guys men women person man woman others kids children friends someone')
const PERSONAL_VERBS = wordSet(
  `live love hate enjoy marry study work speak think know learn teach drink eat play adopt graduate retire travel visit wear sing paint
  cook read write believe feel dream hope lend borrow drive smoke swim date`,
)
/** Companies do these as well. */
const ALMOST_PERSONAL = wordSet('want say tell buy like move prefer')

export const subjectsOf = (reading: Reading, clause: Clause): Subject[] =>
  clause.subjects.map((argument) => subjectOf(reading, clause, argument))

function subjectOf(reading: Reading, clause: Clause, argument: Argument): Subject {
  const { np } = argument
  const head = reading.analysis.tokens[np.head]!
  const coordinated = clause.subjects.length > 1
  // "the train from Split to Zagreb": what stands between a common noun and its verb says which one it is.
  const alone = coordinated || np.pronoun || head.pos === 'PROPN' || clause.role === 'relative'
  const end = alone ? argument.end : Math.max(argument.end, clause.subjectEnd)
  const first = np.pronoun && /^(?:i|we|you)$/.test(head.lower)
  // "The car I bought is electric": which car it is belongs to its name.
  const relativeEnd = np.determiner === 'the' ? describingEnd(reading, clause, np) : null
  const mention = subjectMention(reading, clause, np, end, relativeEnd)
  if (mention && !first)
    reading.references.note(mention, {
      gender: genderOf(reading, np),
      plural: !np.pronoun && isPlural(reading, np),
      named: np.pronoun || head.pos === 'PROPN',
      subject: true,
      guessed:
        mention.kind === 'person' &&
        isAlmostPersonal(clause) &&
        kindOf(reading, np) === 'thing' &&
        np.nameFrom === null,
    })
  return {
    argument,
    mention,
    text: subjectText(reading, np, mention, relativeEnd ?? end),
    verbWords: verbOf(reading, clause, np, first, coordinated),
    personal: mention !== null && /^(?:user|assistant|person)$/.test(mention.kind),
    generic: !np.determiner && !np.possessor && !np.pronoun && head.pos === 'NOUN' && reading.speech.first !== null,
    tentative: np.pronoun && head.lower === 'it',
    resolved: np.pronoun && !first,
  }
}

function subjectMention(
  reading: Reading,
  clause: Clause,
  np: NounPhrase,
  end: number,
  relativeEnd: number | null,
): Mention | null {
  const head = reading.analysis.tokens[np.head]!
  if (isVague(np, head) || (np.time && head.pos !== 'PROPN')) return null
  const found = mentionOf(reading, np, end)
  if (!found) return null
  const name = relativeEnd ? describe(reading, np.core, relativeEnd) : found.name
  const acts =
    PERSONAL_VERBS.has(clause.verb.lemma) ||
    isAlmostPersonal(clause) ||
    (clause.marker === 'who' && !isPlaced(reading, np))
  return { name, kind: found.kind === 'thing' && head.pos === 'PROPN' && acts ? 'person' : found.kind }
}

const isAlmostPersonal = ({ verb, marker }: Clause): boolean => ALMOST_PERSONAL.has(verb.lemma) && marker !== 'who'

export const isAnybody = ({ lower }: Token): boolean => ANYBODY.has(lower)

/** "a man", "people": nobody in particular. */
const isVague = ({ determiner, possessor }: NounPhrase, head: Token): boolean =>
  determiner === null ? possessor === null && isAnybody(head) : INDEFINITE.has(determiner)

function subjectText(reading: Reading, np: NounPhrase, mention: Mention | null, end: number): string {
  if (np.pronoun || np.nameFrom !== null || np.possessor || mention?.kind === 'user') return mention?.name ?? ''
  const { tokens } = reading.analysis
  let from = np.core
  while (from < np.head && tokens[from]!.pos === 'ADV') from++
  return `${np.determiner === 'the' && mention ? 'the ' : ''}${describe(reading, from, end)}`
}

function verbOf(reading: Reading, clause: Clause, np: NounPhrase, first: boolean, coordinated: boolean): string {
  const { verb, inherited } = clause
  if (!inherited) return verbWords(reading, verb, first || (coordinated && (np.pronoun || !isPlural(reading, np))))
  const shared = { ...inherited, end: sharedEnd(reading, inherited) }
  return `${verbWords(reading, shared, first || coordinated)} ${verbWords(reading, verb, false)}`
}

/** Where a relative clause ends whose object the subject is, or null. */
function describingEnd({ analysis: { clauses } }: Reading, clause: Clause, np: NounPhrase): number | null {
  const relative = clauses.find(
    (other) =>
      other.antecedent === np && other.end <= clause.verb.start && !other.subjects.some((subject) => subject.np === np),
  )
  return relative?.end ?? null
}

/** Where what a verb group shares ends: "will keep pushing and make" shares "will". */
function sharedEnd({ analysis: { tokens } }: Reading, { start, main, chain }: VerbGroup): number {
  const aspectual = tokens.findIndex((token, i) => i >= start && i < main && token.pos === 'VERB')
  return aspectual >= 0 && ASPECTUALS.has(chain.at(-1) ?? '') ? aspectual : main
}
