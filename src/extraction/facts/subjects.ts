import type { Mention } from '../../domain/statement/fact.ts'
import type { Argument, Clause } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import { ASPECTUALS } from '../words/word-lists.ts'
import { describe, genderOf, isPlural, mentionOf } from './mentions.ts'
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

const INDEFINITE = /^(?:a|an|some|any|no|every|each|another|this|that|these|those|such|either|neither)$/

const ANYBODY = /^(?:people|folks|guys|men|women|person|man|woman|others|kids|children|friends|someone)$/

const PERSONAL_VERBS = new Set(
  `live love like hate enjoy marry study work speak want move prefer think say tell know learn teach drink eat play adopt graduate retire travel visit wear sing paint
  cook read write believe feel dream hope lend borrow buy drive smoke swim date`.split(/\s+/),
)

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

export function subjectsOf(reading: Reading, clause: Clause): Subject[] {
  const { tokens } = reading.analysis
  const coordinated = clause.subjects.length > 1
  return clause.subjects.map((argument) => {
    const { np } = argument
    // "the train from Split to Zagreb": what stands between a common noun and its verb says which one it is.
    const end =
      coordinated || np.pronoun || tokens[np.head]!.pos === 'PROPN' || clause.role === 'relative'
        ? argument.end
        : Math.max(argument.end, clause.subjectEnd)
    const head = tokens[np.head]!
    const first = np.pronoun && /^(?:i|we|you)$/.test(head.lower)
    const vague =
      (np.determiner !== null && INDEFINITE.test(np.determiner)) ||
      (np.determiner === null && np.possessor === null && ANYBODY.test(head.lower))
    const whole = vague || (np.time && head.pos !== 'PROPN') ? null : mentionOf(reading, np, end)
    // "The car I bought is electric": which car it is belongs to its name.
    const relative = np.determiner === 'the' ? describingEnd(reading, clause, np) : null
    const found = whole && relative ? { ...whole, name: describe(reading, np.core, relative) } : whole
    const resolved = np.pronoun && !first
    const human =
      found?.kind === 'thing' &&
      head.pos === 'PROPN' &&
      (PERSONAL_VERBS.has(clause.verb.lemma) || clause.marker === 'who')
    const mention = found && human ? { ...found, kind: 'person' as const } : found
    if (mention && !first)
      reading.references.note(mention, {
        gender: genderOf(reading, np),
        plural: !np.pronoun && isPlural(reading, np),
        subject: true,
      })
    const article = np.determiner === 'the' && mention !== null && mention.kind !== 'user' ? 'the ' : ''
    const text =
      np.pronoun || np.nameFrom !== null || np.possessor || mention?.kind === 'user'
        ? (mention?.name ?? '')
        : `${article}${describe(reading, np.core, relative ?? end)}`
    return {
      argument,
      mention,
      text,
      verbWords: clause.inherited
        ? `${verbWords(reading, { ...clause.inherited, end: sharedEnd(reading, clause.inherited) }, first || coordinated)} ${verbWords(reading, clause.verb, false)}`
        : verbWords(reading, clause.verb, first || (coordinated && (np.pronoun || !isPlural(reading, np)))),
      personal:
        mention !== null && (mention.kind === 'user' || mention.kind === 'assistant' || mention.kind === 'person'),
      generic: !np.determiner && !np.possessor && !np.pronoun && head.pos === 'NOUN' && reading.speech.first !== null,
      tentative: np.pronoun && head.lower === 'it',
      resolved,
    }
  })
}
