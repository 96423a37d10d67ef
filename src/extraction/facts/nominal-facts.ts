import type { Mention } from '../../domain/statement/fact.ts'
import { pattern } from '../../runtime/pattern.ts'
import type { Argument } from '../clauses/clause.ts'
import { TRAITS } from '../words/traits.ts'
import { EMPTY_NOUNS, TIME_NOUNS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { ATTRIBUTE_FACTS } from './attribute-facts.ts'
import { type ClauseReading, type FactRule, factOf, readFacts, silently } from './fact-rule.ts'
import { FIGURES_OF_SPEECH } from './figures-of-speech.ts'
import { describe, isPlural, kindOf, mentionOf, words } from './mentions.ts'
import type { Draft } from './reading.ts'
import { rest } from './rest.ts'
import { type NominalReading, officeOf, roleOf, roleWithPreposition, somebodysRelative } from './role-facts.ts'
import { timedFact } from './timed-fact.ts'

const EACH_OF_THE_OTHER = wordSet(
  'friends neighbours neighbors colleagues partners twins siblings sisters brothers cousins roommates flatmates enemies rivals mates',
)
/** What something has: without it, the value says nothing. */
const MEASURES_OF = wordSet(
  'name number length width height depth weight size quantity amount total rest remainder age colour color',
)
const SMALL_WORDS = pattern(String.raw`^\p{Ll}.* `, 'u')
const ONE_WORD = pattern(String.raw`^(?:\d{1,3}|\p{L}[\p{L}-]*)$`, 'u')

/** What "X is Y" says with a noun. */
const NOMINAL_FACTS: readonly FactRule<NominalReading>[] = [
  ...ATTRIBUTE_FACTS,
  { name: 'subject-names-nothing', when: ({ subject }) => subject.mention === null, read: () => [] },
  {
    name: 'somebody-is-my-relative',
    when: ({ np }) => np.possessor !== null && np.nameFrom === null,
    read: somebodysRelative,
  },
  // "Ida was his sister": whose, is not known.
  {
    name: 'somebodys-but-whose',
    when: ({ reading, np }) => np.possessor?.pronoun === true && !mentionOf(reading, np.possessor),
    read: () => [],
  },
  // "partners are Ada and Bo": each fact would tell half of it.
  {
    name: 'several-are-one-each',
    when: ({ reading, clause, noun }) => clause.objects.length > 1 && !noun.pronoun && isPlural(reading, noun),
    read: () => [],
  },
  // "he is a brother": whose, is not said, or he is none.
  {
    name: 'brother-of-nobody',
    when: ({ np, head, subject }) =>
      subject.personal &&
      /^an?$/.test(np.determiner ?? '') &&
      np.core === np.head &&
      /^(?:brother|sister)$/.test(head.lower),
    read: () => [],
  },
  { name: 'empty-noun', when: ({ np, head }) => EMPTY_NOUNS.has(head.lower) || np.pronoun, read: () => [] },
  ...silently(FIGURES_OF_SPEECH),
  // "name is Walt", "quantity is 12": of what, is said elsewhere.
  {
    name: 'measure-of-nothing',
    when: ({ tokens, noun, object, clause }) =>
      !noun.determiner &&
      !noun.possessor &&
      !noun.pronoun &&
      noun.core === noun.head &&
      clause.subjectEnd === noun.end &&
      MEASURES_OF.has(tokens[noun.head]!.lower) &&
      object.end > object.np.start,
    read: () => [],
  },
  { name: 'role-of-something', when: ({ object, np }) => object.end > np.end, read: roleOf },
  { name: 'role-with-preposition', when: ({ near }) => near !== undefined, read: roleWithPreposition },
  { name: 'bare-noun-of-a-person', when: isPassingNoun, read: () => [] },
  {
    name: 'office-of-something',
    when: ({ np, object }) => np.determiner === 'the' && object.end > np.end,
    read: officeOf,
  },
  // "she is due early November", "Bo is 16 on Sunday"
  {
    name: 'somebody-at-a-time',
    when: ({ tokens, clause, subject, np, head, noun }) =>
      (np.time && (subject.personal || (tokens[noun.head]!.pos === 'PROPN' && TIME_NOUNS.has(head.lower)))) ||
      (head.pos === 'NUM' &&
        np.end - np.core === 1 &&
        tokens[noun.head]!.pos === 'PROPN' &&
        (clause.times.length > 0 || clause.prepositions.some(({ objects }) => objects[0]?.np.time))),
    read: () => [],
  },
  // "the ward is short 2 nurses"
  {
    name: 'adjective-and-number',
    when: ({ tokens, np }) =>
      !np.determiner &&
      !np.possessor &&
      tokens[np.core]!.pos === 'ADJ' &&
      tokens.slice(np.core, np.head).some(({ pos }) => pos === 'NUM'),
    read: () => [],
  },
  {
    name: 'age',
    when: ({ tokens, noun, subject, np, head }) =>
      head.pos === 'NUM' &&
      tokens[noun.head]!.lower !== 'we' &&
      /^(?:user|person)$/.test(subject.mention!.kind) &&
      np.end - np.core === 1 &&
      ONE_WORD().test(head.text),
    read: (at) => factOf(at, 'age', at.verb, { name: at.head.text, kind: 'value' }),
  },
  {
    name: 'date-of-an-event',
    when: ({ subject, np }) => np.time && !subject.personal,
    read: (at) => timedFact(at, at.object),
  },
  // "we are friends", "Ola and I are cousins": of whom, is not said of each.
  {
    name: 'each-of-the-other',
    when: ({ tokens, clause, noun, np, head }) =>
      (clause.subjects.length > 1 || tokens[noun.head]!.lower === 'we') &&
      !np.determiner &&
      !np.possessor &&
      EACH_OF_THE_OTHER.has(head.lower),
    read: () => [],
  },
  {
    name: 'each-is-one',
    when: ({ reading, clause, np, object }) =>
      clause.subjects.length > 1 && !np.determiner && !np.possessor && object.end === np.end && isPlural(reading, np),
    read: eachIsOne,
  },
  // "who is this child"
  {
    name: 'points',
    when: ({ np }) => /^(?:this|that|these|those)$/.test(np.determiner ?? ''),
    read: () => [],
  },
  // Bo is "working late": some words between quotation marks are somebody's, and no name.
  { name: 'quoted-words', when: ({ head }) => SMALL_WORDS().test(head.text), read: () => [] },
  // "MEMBERS ARE REMINDED that …", "I am SURE": cried, but no name.
  {
    name: 'cried-word',
    when: ({ reading: { lexicon }, head }) =>
      /^[A-Z]{4,}$/.test(head.text) && (lexicon.canBe(head.lower, 'VERB') || lexicon.canBe(head.lower, 'ADJ')),
    read: () => [],
  },
  { name: 'is-a', read: identity },
]

export function nominalFact(at: ClauseReading, object: Argument): readonly Draft[] {
  const { reading, tokens, clause, subject } = at
  const { np } = object
  const head = tokens[np.head]!
  return readFacts(NOMINAL_FACTS, {
    ...at,
    object,
    np,
    head,
    noun: subject.argument.np,
    value: mentionOf(reading, np, object.end),
    text: describe(reading, np.start, object.end),
    verb: subject.verbWords,
    isValue: head.pos === 'NUM' || head.pos === 'PROPN' || np.time || kindOf(reading, np) === 'value',
    near: clause.prepositions.find(({ start }) => start === object.end),
  })
}

/** "I'm game", "he is toast": a bare noun describes a person only where it names what they lastingly are. */
function isPassingNoun({ reading, subject, np, head, object, near }: NominalReading): boolean {
  if (np.determiner || np.possessor || !subject.personal || near) return false
  return head.pos === 'NOUN' && object.end === np.end && !isPlural(reading, np) && !TRAITS.has(head.lower)
}

/** "Ben and Lea are doctors": each of them is one. */
function eachIsOne(at: NominalReading): Draft {
  const { reading, subject, np, head, verb } = at
  const one = `${words(reading, np.core, np.end - 1)} ${reading.lexicon.lemma(head.lower, 'NOUN')}`.trim()
  const text = `${subject.text} ${verb} ${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`
  return factOf(at, 'is_a', verb, { name: one, kind: 'value' }, text)
}

function identity(at: NominalReading): Draft {
  const { reading, tokens, clause, subject, np, head, noun, object, value, text, verb, isValue } = at
  const definite =
    noun.determiner === 'the' ||
    subject.mention!.name.includes("'s ") ||
    (!noun.pronoun && tokens[noun.head]!.pos === 'NOUN' && !isPlural(reading, noun))
  const identified = definite && !np.determiner && (isValue || noun.determiner === 'the')
  const described = np.determiner === 'the' || (!np.determiner && subject.personal && head.pos === 'NOUN')
  const mention: Mention = {
    name:
      value && (!np.possessor || (!np.possessor.pronoun && head.pos === 'PROPN'))
        ? value.name
        : words(reading, np.core, object.end),
    kind: isValue && head.pos !== 'PROPN' ? 'value' : (value?.kind ?? 'value'),
  }
  const line = `${subject.text} ${verb} ${text}${rest(reading, clause, object.end)}`
  const counted = !np.determiner && (head.pos === 'NUM' || /^(?:NUM|SYM)$/.test(tokens[np.core]!.pos))
  const fact = factOf(at, identified || described || counted ? 'is' : 'is_a', verb, mention, line)
  return identified ? { ...fact, single: true } : fact
}
