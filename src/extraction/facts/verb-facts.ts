import { relationByPhrase } from '../../domain/statement/relations.ts'
import type { Clause } from '../clauses/clause.ts'
import { isSaidOf } from '../clauses/is-said-of.ts'
import type { Token } from '../tokens/token.ts'
import { SAYING } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { gerundFacts, lifeEvent, tasteFact } from './doing-facts.ts'
import { type ClauseReading, type FactRule, factOf, readFacts, silently } from './fact-rule.ts'
import { hasRelation, type VerbReading } from './headlines.ts'
import { activity, called, isNamed, isNameOfOther, isNaming, namedObject, renamed } from './naming-facts.ts'
import { objectFacts } from './object-facts.ts'
import { verbKey } from './objects.ts'
import { activeFacts, participleState } from './passive-facts.ts'
import { prepositionFacts } from './preposition-facts.ts'
import type { Draft } from './reading.ts'
import { rest } from './rest.ts'
import { SILENT_VERBS } from './silent/silent-verbs.ts'

/** How something feels or looks passes, and its adjective is no object. */
const APPEARANCE = wordSet('feel look sound seem appear stay remain rock think guess suppose hope wish wonder mean')
/** "wants the room to be blue" wants no room. */
const RAISING = wordSet('want need like ask expect help allow get tell teach encourage make let inspire motivate')
/** What one can do is told of skills; "we can make a difference" tells nothing. */
const ABILITIES = wordSet(
  `speak play drive ride swim cook read write sing ski sew code program fly hold eat drink translate sign juggle dance type store seat carry
  lift`,
)

/** What is done to something; with "in Glasgow" alone, to what is not said. */
const NEEDS_OBJECT = wordSet(
  'do make take put give bring buy order want need like send keep let try have find hold raise allow cause create use own spend cost throw',
)

const endedHabit = ({ clause }: VerbReading): string | undefined =>
  clause.verb.chain.find((lemma) => /^(?:stop|quit|cease)$/.test(lemma))

/** What a clause with a full verb says of its subject. */
const VERB_FACTS: readonly FactRule<VerbReading>[] = [
  {
    name: 'is-called',
    when: ({ clause }) => isNaming(clause) && (clause.verb.passive || clause.marker === 'en'),
    read: called,
  },
  { name: 'attribute-is-an-activity', read: activity },
  ...silently(SILENT_VERBS),
  {
    name: 'passive-with-agent',
    when: ({ agent, key }) => agent !== undefined && !relationByPhrase(`${key} by`),
    read: (at) => activeFacts(at, at.agent!),
  },
  {
    name: 'subject-names-nothing',
    when: ({ subject, clause, tokens }) =>
      !subject.mention ||
      // "you've to walk down": anybody has.
      (subject.mention.kind === 'assistant' &&
        (clause.verb.modal !== null || clause.verb.chain[0] === 'have' || isAnyYou(clause, tokens))),
    read: () => [],
  },
  { name: 'somebody-is-named', read: renamed },
  {
    name: 'something-of-mine-is-named',
    when: ({ clause }) => {
      const np = clause.objects[0]?.np
      return isNaming(clause) && np !== undefined && np.possessor !== null && np.nameFrom !== null
    },
    read: namedObject,
  },
  // What somebody said, asked or wrote is in the text; as a relation it says nothing.
  {
    name: 'only-says',
    when: ({ clause, key }) => SAYING.has(clause.verb.lemma) && !hasRelation(key, clause),
    read: () => [],
  },
  { name: 'appearance', when: ({ clause }) => APPEARANCE.has(clause.verb.lemma), read: () => [] },
  {
    name: 'gets-some-way',
    when: ({ clause: { verb, adjectives } }) => verb.lemma === 'get' && adjectives[0]?.start === verb.end,
    read: () => [],
  },
  { name: 'wants-somebody-to', when: ({ clause }) => clause.raised && RAISING.has(clause.verb.lemma), read: () => [] },
  {
    name: 'can-but-no-skill',
    when: ({ clause: { verb } }) => verb.modal === 'can' && !verb.negated && !ABILITIES.has(verb.lemma),
    read: () => [],
  },
  {
    name: 'likes-doing',
    when: ({ clause }) => clause.gerunds.length > 0 && clause.objects.length === 0,
    read: gerundFacts,
  },
  {
    name: 'likes-to-do',
    when: ({ clause: { verb } }) => /^(?:like|love|hate|prefer|enjoy)$/.test(verb.chain.at(-1) ?? '') && !verb.modal,
    read: (at) => tasteFact(at, at.clause.verb.chain.at(-1)!),
  },
  {
    name: 'verb-and-object',
    when: ({ clause }) => clause.objects.length > 0,
    read: (at) => [...listedFacts(at), ...(at.clause.gerunds.length > 0 ? gerundFacts(at) : [])],
  },
  {
    name: 'stopped-a-habit',
    when: (at) => endedHabit(at) !== undefined && at.stance.aspect === 'was',
    read: stoppedHabit,
  },
  {
    name: 'can-do-it',
    when: ({ clause: { verb, prepositions } }) =>
      verb.modal === 'can' && prepositions.length === 0 && ABILITIES.has(verb.lemma),
    read: ability,
  },
  { name: 'life-event', read: lifeEvent },
  { name: 'participle-as-state', when: ({ clause }) => clause.prepositions.length === 0, read: participleState },
  {
    name: 'object-left-out',
    when: ({ tokens, clause, key }) =>
      NEEDS_OBJECT.has(clause.verb.lemma) &&
      (clause.verb.lemma === 'do' ||
        !/^(?:up|down|out|off|away|back|over)$/.test(tokens[clause.verb.end]?.lower ?? '')) &&
      !clause.verb.passive &&
      clause.marker !== 'en' &&
      !clause.prepositions.some(({ preposition }) => relationByPhrase(`${key} ${preposition}`)),
    read: () => [],
  },
  // "must not know so not on the shared board"
  {
    name: 'preposition-denied',
    when: ({ tokens, clause: { prepositions } }) =>
      prepositions.some(({ start }) => tokens[start - 1]?.lower === 'not'),
    read: () => [],
  },
  // "ankles swell like a drowned sheep"
  {
    name: 'comparison',
    when: ({ clause: { prepositions } }) => prepositions[0]?.preposition === 'like',
    read: () => [],
  },
  // "called, off record": after a comma the preposition does not belong to the verb.
  { name: 'comma-after-verb', when: ({ tokens, clause }) => tokens[clause.verb.end]?.text === ',', read: () => [] },
  { name: 'verb-and-preposition', read: (at) => prepositionFacts(at, at.key) },
]

export function verbFacts(at: ClauseReading): readonly Draft[] {
  const { reading, clause, stance } = at
  const { verb, prepositions } = clause
  const key = verbKey(reading, clause)
  const agent =
    verb.passive && !verb.getPassive
      ? prepositions.find((pp) => pp.preposition === 'by' && !pp.objects[0]?.np.time)
      : undefined
  // "can not stand" is a relation of its own, and no denial of standing.
  const own = key.startsWith('can not ') ? { ...stance, negated: false } : stance
  return readFacts(VERB_FACTS, { ...at, stance: own, key, agent })
}

/** "I give her 60 plus transport": where one of the things cannot be told, the others are half of what is said. */
function listedFacts(at: VerbReading): readonly Draft[] {
  const { reading, tokens, clause } = at
  const objects = clause.objects.filter((object) => at.key !== 'have' || !isNameOfOther(reading, clause, object))
  const told = objects.map((object) => objectFacts(at, object, at.key))
  const cut = objects.some(
    ({ np }, i) => told[i]!.length === 0 && tokens[np.start - 1]?.text !== '+' && !isNamed(reading, np),
  )
  return cut ? [] : told.flat()
}

/** "you tell jokes while they fix a lamp": in the present "you" is mostly anybody. */
const isAnyYou = (clause: Clause, tokens: readonly Token[]): boolean =>
  clause.role === 'main' &&
  !clause.verb.past &&
  !clause.verb.perfect &&
  !clause.verb.progressive &&
  isSaidOf('you', clause, tokens)

function stoppedHabit(at: VerbReading): Draft {
  const { reading, tokens, clause, subject } = at
  const object = { name: tokens[clause.verb.main]!.lower, kind: 'value' } as const
  const text = `${subject.text} ${subject.verbWords}${rest(reading, clause, clause.verb.end)}`
  // "the card stopped working": it had no habit.
  const verb = endedHabit(at)!
  return { ...factOf(at, subject.personal ? 'quit_habit' : verb, verb, object, text), aspect: 'is' }
}

function ability(at: VerbReading): Draft {
  const { clause, subject } = at
  const { lemma } = clause.verb
  const relation = subject.verbWords.replace(` ${lemma}`, '')
  return factOf(at, 'can', relation, { name: lemma, kind: 'value' }, `${subject.text} ${subject.verbWords}`)
}
