import type { Mention } from '../../domain/statement/fact.ts'
import { type Relation, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Argument } from '../clauses/clause.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { GENDERS } from '../text/references.ts'
import { type ClauseReading, type FactRule, factOf, readFacts, silently } from './fact-rule.ts'
import { describe, genderOf, mentionOf, ofPhrase, roleNoun } from './mentions.ts'
import { isNamed, namesAfter } from './naming-facts.ts'
import { objectMention, objectText, phraseFor, snake } from './objects.ts'
import { namedPossession } from './possession-facts.ts'
import type { Draft } from './reading.ts'
import { type KnownObject, type ObjectReading, relationOfObject } from './relation-of-object.ts'
import { rest } from './rest.ts'
import { SILENT_OBJECTS } from './silent/silent-objects.ts'

/** What a verb says with an object, where verb and noun together are the relation or the object has a name elsewhere. */
const VERB_AND_NOUN: readonly FactRule<ObjectReading>[] = [
  { name: 'verb-noun-and-preposition', read: afterNounAndPreposition },
  { name: 'verb-noun-and-of', when: ({ object, np }) => object.end > np.end, read: afterNounAndOf },
  { name: 'counted-and-named', when: ({ verb }) => verb === 'have', read: namedRelatives },
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
  ...silently(SILENT_OBJECTS),
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

/** "have two kids, Ana and Leo", "have a brother, Tom"; who might have one has none. */
function namedRelatives({ reading, clause, subject, object, np, stance }: ObjectReading): Draft[] | null {
  const names = stance.negated || stance.aspect === 'may' ? [] : namesAfter(reading, object)
  if (names.length === 0) return null
  const told = names.map((name) => namedPossession(reading, subject.mention!, np, name, stance))
  // "a sister Anna in Berlin"
  return np.nameFrom === null
    ? told
    : told.map((one) => ({ ...one, text: `${one.text}${rest(reading, clause, object.end)}` }))
}

function plainObject(at: KnownObject): Draft | readonly Draft[] {
  const { reading, tokens, clause, subject, object, np, mention } = at
  const second = clause.second[0]
  // "I gave her the boxes": to whom is known, or it is not told.
  const whom = second?.np.pronoun ? mentionOf(reading, second.np)?.name : undefined
  if (second?.np.pronoun && whom === subject.mention!.name) return []
  if (second?.np.pronoun && whom === undefined && !/^(?:called|named)$/.test(relationOfObject(at)?.id ?? '')) return []
  // "Rehana took her side": of two women it is one's.
  const owner = np.possessor?.pronoun ? mentionOf(reading, np.possessor)?.name : undefined
  if (owner !== undefined && owner !== subject.mention!.name && maySomebodyOwn(at)) {
    const meant = { his: 'm', her: 'f' }[tokens[np.possessor!.head]!.lower]
    const gender = GENDERS.get(tokens[subject.argument.np.head]!.lower) ?? genderOf(reading, subject.argument.np)
    if (meant && (gender === meant || gender === '?')) return []
  }
  const between = second ? ` ${whom ?? describe(reading, second.np.start, second.end)}` : ''
  const tail = `${objectText(reading, object, mention, subject.mention!.name)}${rest(reading, clause, object.end)}`
  return told(at, relationOfObject(at), `${subject.verbWords}${between}`, mention, np, tail)
}

/** "Yassine combs his hair": a name may be somebody's of whom nothing is known yet. */
const maySomebodyOwn = ({ tokens, subject: { mention, argument } }: KnownObject): boolean =>
  mention!.kind === 'person' ||
  (mention!.kind === 'thing' && argument.np.core === argument.np.head && tokens[argument.np.head]!.pos === 'PROPN')

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
