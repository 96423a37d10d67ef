import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Argument } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { GENDERS } from '../text/references.ts'
import { TIME_NOUNS, WEEKDAYS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { type ClauseReading, type FactRule, factOf, readFacts } from './fact-rule.ts'
import { isInJest } from './jests.ts'
import { describe, genderOf, isEmpty, mentionOf, ofPhrase, roleNoun } from './mentions.ts'
import { isNamed, namesAfter } from './naming-facts.ts'
import { objectMention, objectText, phraseFor, snake } from './objects.ts'
import { namedPossession } from './possession-facts.ts'
import type { Draft } from './reading.ts'
import { leftForGood, whereItFits } from './relation-fits.ts'
import { rest } from './rest.ts'

const COMMUNICATION = wordSet('tell ask inform thank show remind let hear see get')

const AMOUNTS = wordSet(
  'pay owe cost charge earn want ask offer spend save quote bill fetch make raise sell buy get receive win weigh score bid invoice refund lend borrow',
)
const SPENDS_TIME = wordSet(
  'take need spend have get last give lose save cost add want book miss owe serve wait require allow',
)
/** What one keeps, has or loses as a figure of speech. */
const FIGURES = wordSet(
  'life sleep dignity mind temper patience heart head soul nerve peace hope faith cool shit l w voice breath',
)
const SPENDS = wordSet('pay owe cost charge earn spend')
const MOVES = wordSet('move push shift postpone delay extend cut bring put')

interface ObjectReading extends ClauseReading {
  readonly object: Argument
  readonly np: NounPhrase
  /** The verb as the vocabulary has it, and the noun of the object: "get", "job". */
  readonly verb: string
  readonly noun: string
}
interface KnownObject extends ObjectReading {
  readonly mention: Mention
}

/** What a verb says with an object, where verb and noun together are the relation or the object has a name elsewhere. */
const VERB_AND_NOUN: readonly FactRule<ObjectReading>[] = [
  { name: 'verb-noun-and-preposition', read: afterNounAndPreposition },
  { name: 'verb-noun-and-of', when: ({ object, np }) => object.end > np.end, read: afterNounAndOf },
  { name: 'counted-and-named', when: ({ verb }) => verb === 'have', read: namedChildren },
  // "have a dog called Rex" is told by the naming.
  { name: 'named-elsewhere', when: ({ verb, reading, np }) => verb === 'have' && isNamed(reading, np), read: () => [] },
  {
    name: 'object',
    read: (at) => {
      const mention = objectMention(at.reading, at.object)
      if (!mention) return []
      return readFacts(PLAIN_OBJECT, {
        ...at,
        mention: isMore(at) ? { ...mention, name: `more ${mention.name}` } : mention,
      })
    },
  },
]

const PLAIN_OBJECT: readonly FactRule<KnownObject>[] = [
  {
    name: 'empty-noun',
    when: ({ reading, np, verb, noun }) => isEmpty(reading, np) && !relationByPhrase(`${verb} ${noun}`),
    read: () => [],
  },
  // "told me that …" is told by what follows; "asked Tom" says nothing that lasts.
  {
    name: 'told-somebody',
    when: ({ clause, np, mention }) =>
      COMMUNICATION.has(clause.verb.lemma) && clause.second.length === 0 && (np.pronoun || mention.kind === 'person'),
    read: () => [],
  },
  // "we do three", "I had 12": of what, is said elsewhere, unless it is money.
  {
    name: 'bare-number',
    when: ({ tokens, object, np, verb, noun }) =>
      object.end === np.head + 1 &&
      tokens[np.head]!.pos === 'NUM' &&
      (np.core === np.head ||
        !(
          /\d/.test(tokens[np.head]!.text) ||
          tokens.slice(np.core, np.head).some(({ pos }) => /^(?:PROPN|NUM|SYM)$/.test(pos))
        )) &&
      /^(?:all|both|null)$/.test(String(np.determiner)) &&
      !(AMOUNTS.has(verb) && (/\d/.test(tokens[np.head]!.text) || np.end - np.core > 1 || SPENDS.has(verb))) &&
      (verb === 'have' || verb === 'get' || !(relationByPhrase(`${verb} ${noun}`) ?? relationByPhrase(verb))),
    read: () => [],
  },
  // "paid Ono 880,000": whom and how much are no one thing.
  {
    name: 'name-and-amount',
    when: ({ tokens, np, verb }) =>
      (SPENDS.has(verb) || (verb === 'lend' && !np.determiner && !np.possessor)) &&
      tokens[np.head]!.pos === 'NUM' &&
      tokens[np.core]!.pos === 'PROPN' &&
      np.core < np.head,
    read: () => [],
  },
  // "Anouk scored 4.3 and the other candidate 4.1"
  {
    name: 'somebody-elses-number',
    when: ({ tokens, np, clause: { objects } }) =>
      tokens[np.end - 1]!.pos === 'NUM' &&
      tokens.slice(np.core, np.end - 1).some(({ pos }) => /^(?:NOUN|PROPN)$/.test(pos)) &&
      objects.some(
        (other) => other.end <= np.start && tokens[other.np.core]!.pos === 'NUM' && other.np.head === other.np.core,
      ),
    read: () => [],
  },
  // "I owe her suya", "needs 4 horns + bumper", "sang all the way home": whose, beside what, or no object at all.
  // "gave Shabnam hers back": of what, is said elsewhere.
  {
    name: 'hers-alone',
    when: ({ tokens, np }) => /^(?:his|hers|theirs|ours|yours|mine)$/.test(tokens[np.head]!.lower),
    read: () => [],
  },
  // "picked no 2": the second, and not none. "had glaucoma and my aunt too": so had she.
  {
    name: 'number-or-also',
    when: ({ tokens, np, object, clause }) =>
      (np.determiner === 'no' && clause.verb.lemma !== 'have' && /^\d\d?$/.test(tokens[object.end - 1]!.text)) ||
      (tokens[object.end]?.lower === 'too' &&
        clause.objects.indexOf(object) > 0 &&
        np.possessor !== null &&
        clause.objects[0]!.np.possessor === null),
    read: () => [],
  },
  // "I'll give him that"
  {
    name: 'gives-that',
    when: ({ tokens, np, object, clause }) =>
      clause.verb.lemma === 'give' && np.pronoun && tokens[object.end]?.lower === 'that',
    read: () => [],
  },
  {
    name: 'part-of-an-object',
    when: ({ reading, tokens, subject, np }) =>
      tokens[np.start - 1]?.text === '+' ||
      /^(?:way|right)$/.test(tokens[np.core]!.lower) ||
      (subject.mention!.kind === 'user' && np.possessor?.pronoun === true && !mentionOf(reading, np.possessor)),
    read: () => [],
  },
  // "drove 2 hours": for how long, and not what.
  {
    name: 'how-long',
    when: ({ tokens, np, clause }) =>
      !np.possessor &&
      !SPENDS_TIME.has(clause.verb.lemma) &&
      tokens[np.core]!.pos === 'NUM' &&
      TIME_NOUNS.has(tokens[np.head]!.lower),
    read: () => [],
  },
  // "I have a life", "I have sleep"
  {
    name: 'figure-of-speech',
    when: ({ tokens, np, object }) =>
      object.end === np.end && np.core === np.head && FIGURES.has(tokens[np.head]!.lower),
    read: () => [],
  },
  // "moved a week": by how much, and not what.
  {
    name: 'moved-in-time',
    when: ({ tokens, np, clause }) =>
      MOVES.has(clause.verb.lemma) && !np.possessor && TIME_NOUNS.has(tokens[np.head]!.lower),
    read: () => [],
  },
  // "it keeps me going", "the crowd energised us": what a thing does to somebody is no fact about either.
  {
    name: 'thing-acts-on-somebody',
    when: ({ subject, np, clause }) => !subject.personal && np.pronoun && clause.second.length === 0,
    read: () => [],
  },
  // "fireworks calls x14": how often.
  { name: 'how-often', when: ({ tokens, np }) => /^(?:x\d+|\d+x)$/.test(tokens[np.core]!.lower), read: () => [] },
  // "Joost takes wednesdays off, i take fridays"
  {
    name: 'takes-a-day',
    when: ({ tokens, np, clause }) =>
      /^(?:take|do|have)$/.test(clause.verb.lemma) && np.core === np.head && WEEKDAYS.has(tokens[np.head]!.lower),
    read: () => [],
  },
  // "is replaced by "granite"": by it, and not it.
  {
    name: 'passive-before-a-quotation',
    when: ({ tokens, np, clause }) => clause.verb.passive && /^["'“”‘’]$/.test(tokens[np.start - 1]?.text ?? ''),
    read: () => [],
  },
  // "he politely had "flu" that evening": so called.
  {
    name: 'so-called',
    when: ({ tokens, np, clause }) =>
      /^(?:have|know|get|take|want|need|do)$/.test(clause.verb.lemma) &&
      /^[a-z]/.test(tokens[np.core]!.text) &&
      /^["“”]$/.test(tokens[np.start - 1]?.text ?? '') &&
      /^["“”]$/.test(tokens[np.end]?.text ?? ''),
    read: () => [],
  },
  // "speaks sarcasm", "married the sea"
  {
    name: 'of-no-such-kind',
    when: (at) => isInJest(at.reading, fittingRelation(at)?.id, at.np),
    read: () => [],
  },
  { name: 'plain-object', read: plainObject },
]

/** "we are not having any more kids": they have some. */
const isMore = ({ tokens, np: { start, core, pronoun } }: ObjectReading): boolean =>
  !pronoun && tokens.slice(start, core + 1).some(({ lower }) => lower === 'more')

export function objectFacts(at: ClauseReading, object: Argument, verb: string): readonly Draft[] {
  const { np } = object
  const noun = np.pronoun ? '' : roleNoun(at.reading, np).split(' ').at(-1)!
  return readFacts(VERB_AND_NOUN, { ...at, object, np, verb, noun })
}

/** "got a job at Nordwind", "takes place on 12 March": verb and noun together are the relation, the next phrase is its object. */
function afterNounAndPreposition(at: ObjectReading): Draft[] | null {
  const { reading, clause, subject, object, np, verb, noun } = at
  for (const pp of clause.prepositions) {
    const target = pp.objects[0]
    if (!target || pp.start < object.end) continue
    const relation = phraseFor(reading, `${verb} ${noun}`, pp, target)
    if (!relation || !mentionOf(reading, target.np, target.end)) continue
    // "got a job with shifts"
    if (
      noun === 'job' &&
      pp.preposition !== 'at' &&
      pp.preposition !== 'as' &&
      !target.np.determiner &&
      at.tokens[target.np.head]!.pos !== 'PROPN'
    )
      continue
    // "doing his masters in Winnipeg"
    if (relation.id === 'studies' && at.tokens[target.np.head]!.pos === 'PROPN') continue
    const words = `${subject.verbWords} ${describe(reading, np.start, np.end)} ${pp.preposition}`
    const tail = rest(reading, clause, pp.end)
    return pp.objects.flatMap((each) => {
      const mention = mentionOf(reading, each.np, each.end)
      return mention
        ? told(at, relation, words, mention, each.np, `${describe(reading, each.np.start, each.end)}${tail}`)
        : []
    })
  }
  return null
}

/** "took care of the garden" */
function afterNounAndOf(at: ObjectReading): Draft | null {
  const { reading, clause, subject, object, np, verb, noun } = at
  const inner = ofPhrase(reading, np, object.end)
  const relation = inner && relationByPhrase(`${verb} ${noun} of`)
  const mention = relation && mentionOf(reading, inner, object.end)
  if (!relation || !mention) return null
  const words = `${subject.verbWords} ${describe(reading, np.start, np.end)} of`
  const tail = `${describe(reading, inner.start, object.end)}${rest(reading, clause, object.end)}`
  return told(at, relation, words, mention, inner, tail)
}

/** "have two kids, Ana and Leo" */
function namedChildren({ reading, subject, object, np, stance }: ObjectReading): Draft[] | null {
  const names = namesAfter(reading, object)
  return names.length > 0 ? names.map((name) => namedPossession(reading, subject.mention!, np, name, stance)) : null
}

function plainObject(at: KnownObject): Draft | readonly Draft[] {
  const { reading, tokens, clause, subject, object, np, mention } = at
  const second = clause.second[0]
  // "I gave her the boxes": to whom is known, or it is not told.
  const whom = second?.np.pronoun ? mentionOf(reading, second.np)?.name : undefined
  if (second?.np.pronoun && whom === subject.mention!.name) return []
  if (second?.np.pronoun && whom === undefined && !/^(?:called|named)$/.test(fittingRelation(at)?.id ?? '')) return []
  // "Rehana took her side": of two women it is one's.
  const owner = np.possessor?.pronoun ? mentionOf(reading, np.possessor)?.name : undefined
  if (owner !== undefined && owner !== subject.mention!.name && maySomebodyOwn(at)) {
    const meant = { his: 'm', her: 'f' }[tokens[np.possessor!.head]!.lower]
    const gender = GENDERS.get(tokens[subject.argument.np.head]!.lower) ?? genderOf(reading, subject.argument.np)
    if (meant && (gender === meant || gender === '?')) return []
  }
  const between = second ? ` ${whom ?? describe(reading, second.np.start, second.end)}` : ''
  const tail = `${objectText(reading, object, mention, subject.mention!.name)}${rest(reading, clause, object.end)}`
  return told(at, fittingRelation(at), `${subject.verbWords}${between}`, mention, np, tail)
}

/** "Yassine combs his hair": a name may be somebody's of whom nothing is known yet. */
const maySomebodyOwn = ({ tokens, subject: { mention, argument } }: KnownObject): boolean =>
  mention!.kind === 'person' ||
  (mention!.kind === 'thing' && argument.np.core === argument.np.head && tokens[argument.np.head]!.pos === 'PROPN')

/** The vocabulary's relation for the verb, where subject and object can stand in it. */
function fittingRelation(at: KnownObject): Relation | undefined {
  const { tokens, subject, np, mention, verb, noun } = at
  // "I quit Halden" is about a job, "I quit smoking" about a habit.
  if (verb === 'quit' && mention.kind !== 'value' && tokens[np.head]!.pos === 'PROPN')
    // "I quit Graz": a town, a customer, an app.
    return leftForGood(at, true) ? relationByPhrase('quit job at') : undefined
  // "we call it Totoro": nobody is phoned.
  if (verb === 'call' && (at.clause.second.length > 0 || (np.nameFrom !== null && np.determiner === 'the')))
    // "mum's calling me a fleet"
    return /^an?$/.test(np.determiner ?? '') ? undefined : relationByPhrase('name')
  const found = relationByPhrase(`${verb} ${noun}`) ?? whereItFits(relationByPhrase(verb), at)
  if (!found?.object) return found
  if (found.object === 'value') return found.stative && mention.kind !== 'value' ? undefined : found
  const named = (at: NounPhrase) => tokens[at.head]!.pos === 'PROPN'
  if (found.object === 'organisation' && !subject.personal && !named(subject.argument.np)) return undefined
  const fits = named(np) || found.object === mention.kind || (found.object === 'person' && mention.kind === 'user')
  return fits ? found : undefined
}

function told(
  at: ObjectReading,
  relation: Relation | undefined,
  words: string,
  mention: Mention,
  np: NounPhrase,
  tail: string,
): Draft {
  const { tokens, subject, stance } = at
  const kind = relation?.object && mention.kind === 'thing' ? relation.object : mention.kind
  const named = tokens[np.head]!.pos === 'PROPN' || kind === 'value'
  const predicate = relation?.id ?? snake(at.verb)
  return {
    ...factOf(at, predicate, words, { ...mention, kind }, `${subject.text} ${words} ${tail}`),
    negated: stance.negated !== (np.determiner === 'no'),
    certainty: stance.certainty - (relation ? 0 : 0.05) - (subject.resolved ? 0.1 : 0),
    ...(relation?.valued === 'single' && !named ? { single: false } : {}),
  }
}
