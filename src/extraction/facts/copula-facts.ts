import { relationByNoun, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Argument } from '../clauses/clause.ts'
import { BODY } from '../words/word-lists.ts'
import { wordMap, wordSet } from '../words/word-set.ts'
import { adjectiveFacts } from './adjective-facts.ts'
import { isDateName } from './dates-of-events.ts'
import { type ClauseReading, type FactRule, factOf, readFacts } from './fact-rule.ts'
import { isIdiom } from './idioms.ts'
import { describe, isPlural, mentionOf, roleNoun, words } from './mentions.ts'
import { nominalFact } from './nominal-facts.ts'
import { attribute, ownerOf } from './possession-facts.ts'
import type { Draft } from './reading.ts'
import { rest } from './rest.ts'
import { isAnybody } from './subjects.ts'
import { timedFact } from './timed-fact.ts'

const MEASURES = wordMap('old:age tall:height high:height long:length wide:width deep:depth heavy:weighs')
const COLOURS = wordSet(
  'red blue green yellow orange purple violet pink black white grey gray brown beige turquoise silver golden maroon navy',
)
const TORN = wordSet('ribbons knots bits pieces tatters shreds revolt clouds mouth boots bin')
const ATTRIBUTES = /^(?:colou?r|theme|status|mode|size|gender|sex)$/

/** What "X is …" says: who or what somebody is, their attributes, where and when something is. */
const COPULA_FACTS: readonly FactRule<ClauseReading>[] = [
  {
    name: 'there-is-something-somewhere',
    when: ({ tokens, subject }) => tokens[subject.argument.np.head]!.lower === 'there',
    read: (at) => existing(at) ?? [],
  },
  { name: 'measure', when: isMeasured, read: measured },
  // "Bo is me cousin": two nouns side by side are not read.
  { name: 'two-nouns', when: ({ clause }) => clause.second.length > 0, read: () => [] },
  {
    name: 'noun-and-adjective',
    when: ({ clause: { objects, adjectives }, subject }) =>
      objects.length === 1 &&
      adjectives[0]?.start === objects[0]!.end &&
      !objects[0]!.np.determiner &&
      subject.personal,
    read: adjectiveFacts,
  },
  {
    name: 'is-noun',
    when: ({ clause }) => clause.objects.length > 0,
    read: (at) => {
      const objects = likeFirst(at.clause.objects)
      // "is a rough guess and 8 to 12 pages": of unlike things it is not known which one the rest belongs to.
      const last = at.clause.objects.at(-1)!
      const tail = at.clause.prepositions.some(({ start }) => start === last.end)
      if (at.clause.objects.length > 1 && (tail || tellsParts(at))) return []
      if (objects.length < at.clause.objects.length && unlike(at)) return []
      // "the dress code is wine and gold": one of them alone is not what it is.
      if (
        objects.length > 1 &&
        !at.subject.personal &&
        !isPlural(at.reading, at.subject.argument.np) &&
        objects.every((object) => isBare(at, object))
      )
        return []
      return objects.flatMap((object) => nominalFact(at, object))
    },
  },
  { name: 'attribute-in-an-adjective', when: ({ clause }) => clause.adjectives.length > 0, read: attributeInAdjective },
  { name: 'is-adjective', when: ({ clause }) => clause.adjectives.length > 0, read: adjectiveFacts },
  { name: 'is-somewhere', when: ({ clause }) => clause.prepositions.length > 0, read: (at) => located(at) ?? [] },
  {
    name: 'is-at-a-time',
    when: ({ clause }) => clause.times.length > 0,
    read: (at) => timedFact(at, { np: at.clause.times[0]!, end: at.clause.times[0]!.end }),
  },
]

export const copulaFacts = (at: ClauseReading): readonly Draft[] => readFacts(COPULA_FACTS, at)

/** "rent is 15 % and savings 10 %", "9 of the mistakes are signs and fractions": one of them alone says something else. */
const tellsParts = ({ tokens, clause: { objects }, subject }: ClauseReading): boolean =>
  subject.argument.end > subject.argument.np.end ||
  objects.some(
    ({ np }, i) =>
      i > 0 && tokens[np.core]!.pos !== 'NUM' && tokens.slice(np.core, np.end).some(({ pos }) => pos === 'NUM'),
  )

const isBare = ({ tokens }: ClauseReading, { np }: Argument): boolean =>
  !np.determiner && !np.possessor && tokens[np.head]!.pos === 'NOUN'

/** "a nurse and a poet": of what is joined, only phrases of one kind are said of the subject. */
const likeFirst = (objects: readonly Argument[]): readonly Argument[] =>
  objects
    .slice(0, firstOfOther(objects))
    .filter(({ np }) => (np.determiner === null) === (objects[0]!.np.determiner === null))

/** "two sequins and a prayer": with half of it the fact says something else; "our son-in-law and a CPA" tells two of a person. */
const unlike = ({ clause: { objects }, subject }: ClauseReading): boolean =>
  !subject.personal && firstOfOther(objects) === objects.length && !objects[0]!.np.possessor

/** "the editor is Bo, printers Al and Cy": a role with a name begins the next statement, whose verb is left out. */
function firstOfOther(objects: readonly Argument[]): number {
  const at = objects.findIndex(({ np }, i) => i > 0 && np.nameFrom !== null && objects[0]!.np.nameFrom === null)
  return at < 0 ? objects.length : at
}

const measureOf = ({ tokens, clause }: ClauseReading): string | undefined =>
  clause.adjectives[0] && MEASURES.get(tokens[clause.adjectives[0].start]!.lower)

const quantityOf = ({ clause: { objects, times } }: ClauseReading): Argument | undefined =>
  objects[0] ?? (times[0] && { np: times[0], end: times[0].end })

/** "is two metres long" */
function isMeasured(at: ClauseReading): boolean {
  return measureOf(at) !== undefined && quantityOf(at)?.end === at.clause.adjectives[0]!.start
}

function measured(at: ClauseReading): Draft | readonly Draft[] {
  const { reading, clause, subject } = at
  if (!subject.mention) return []
  const { np, end } = quantityOf(at)!
  const name = words(reading, np.start, end)
  const { start, end: adjectiveEnd } = clause.adjectives[0]!
  const text = `${subject.text} ${subject.verbWords} ${name} ${words(reading, start, adjectiveEnd)}`
  return { ...factOf(at, measureOf(at)!, subject.verbWords, { name, kind: 'value' }, text), single: true }
}

/** "My favourite colour is blue", "my car is red": an attribute of which there is one at a time, though its value is an adjective. */
function attributeInAdjective(at: ClauseReading): Draft | null {
  const { reading, tokens, clause, subject, stance } = at
  const { np } = subject.argument
  const last = clause.adjectives.at(-1)!
  if (clause.prepositions.some(({ start }) => start === last.end)) return null
  const name = words(reading, clause.adjectives[0]!.start, last.end)
  const owner = ownerOf(at)
  const chosen = /^(?:favou?rite|preferred)$/.test(tokens[np.core]!.lower)
  const colour = COLOURS.has(name.toLowerCase())
  const value = { name, kind: 'value' } as const
  if (owner && (ATTRIBUTES.test(tokens[np.head]!.lower) || (chosen && colour))) {
    const end = np.possessor ? clause.subjectEnd : np.end
    return attribute(reading, { owner, noun: np, end, value, valueText: name, verb: subject.verbWords, stance })
  }
  if (!subject.mention || subject.personal || subject.generic || !colour || isPlural(reading, np)) return null
  // "Joris was white": with fright.
  if (clause.verb.past && tokens[np.head]!.pos === 'PROPN') return null
  const text = `${subject.text} ${subject.verbWords} ${name}${rest(reading, clause, last.end)}`
  return factOf(at, 'colour', subject.verbWords, value, text)
}

function located(at: ClauseReading): Draft | null {
  const { reading, tokens, clause, subject } = at
  const pp = clause.prepositions[0]!
  const [object] = pp.objects
  if (!subject.mention || !object) return null
  const between = tokens[pp.start - 1]
  // "I'm up for it", "she is off to Rome": the little word changes everything.
  if (pp.start > clause.verb.end && between && /^(?:up|off|out|over|down|back|on|in|about)$/.test(between.lower))
    return null
  const { time } = object.np
  if (isIdiom(clause, tokens)) return null
  // "my back is in ribbons", "my heart was in my mouth"
  if (BODY.has(tokens[subject.argument.np.head]!.lower) && TORN.has(tokens[object.np.head]!.lower)) return null
  // "has been since the war", "she is after a fall", "my knees are at me": not where.
  if (!time && /^(?:since|after|before|until|till)$/.test(pp.preposition)) return null
  // "his face was like a wet Sunday"
  if (/^(?:like|as)$/.test(pp.preposition)) return null
  // "is okay with shellfish": how, and not where.
  if (tokens.slice(clause.verb.end, pp.start).some(({ lower }) => /^(?:ok|okay|fine|alright|cool)$/.test(lower)))
    return null
  if (object.np.pronoun && !subject.personal) return null
  // "is in Dubai teaching PE": what one does there was taken for a part of its name.
  const inside = tokens.slice(object.np.core, object.np.head)
  if (inside[0]?.pos === 'PROPN' && inside.some(({ lower, text }) => text === lower && /[a-z]ing$/.test(lower)))
    return null
  const mention = mentionOf(reading, object.np, object.end)
  if (!mention) return null
  const owned = placeOrDateOf(at, mention.name, time)
  if (owned) return owned
  if (time && subject.personal) return null
  const dated = time && /^(?:on|in|at)$/.test(pp.preposition) && isDateName(mention.name)
  const known = relationByPhrase(dated ? 'be on' : `be ${pp.preposition}`)
  const fits = known && !(known.id === 'happens_on' && !dated) && !(known.id === 'theme' && /\d/.test(mention.name))
  const usable = fits ? known : undefined
  const relation = `${subject.verbWords} ${pp.preposition}`
  return factOf(
    at,
    usable?.id ?? `is_${pp.preposition.replaceAll(' ', '_')}`,
    relation,
    { name: mention.name, kind: time ? 'value' : (usable?.object ?? mention.kind) },
    `${subject.text} ${relation} ${describe(reading, object.np.start, object.end)}${rest(reading, clause, object.end)}`,
  )
}

/** "my birthday is on 17 October", "my home is in Bergen": an attribute of its owner. */
function placeOrDateOf(at: ClauseReading, name: string, time: boolean): Draft | null {
  const { reading, clause, subject, stance } = at
  const noun = subject.argument.np
  const owner = ownerOf(at)
  const relation = owner && relationByNoun(roleNoun(reading, noun))
  const kind = time ? 'value' : 'place'
  if (!owner || !relation || relation.id.startsWith('has_') || relation.object !== kind) return null
  const { start, end } = clause.prepositions[0]!
  const valueText = describe(reading, start, end)
  return attribute(reading, { owner, noun, value: { name, kind }, valueText, verb: subject.verbWords, stance })
}

/** "There is a spare key under the mat": what there is, is somewhere. */
function existing({ reading, tokens, clause, subject, stance }: ClauseReading): Draft | null {
  const [thing] = clause.objects
  // "there's suddenly six guys in vests": people who are there do not stay.
  if (!thing || isAnybody(tokens[thing.np.head]!) || tokens[thing.np.core]!.pos === 'ADV') return null
  const pp = clause.prepositions.find(({ start }) => start === thing?.end)
  const where = pp?.objects[0]
  const what = thing && mentionOf(reading, thing.np, thing.end)
  const place = where && mentionOf(reading, where.np, where.end)
  if (!pp || !what || !place || thing.np.determiner === 'no' || where.np.time) return null
  if (clause.objects.length > 1 || pp.objects.length > 1) return null
  const relation = `${subject.verbWords} ${pp.preposition}`
  return {
    subject: what,
    predicate: `is_${pp.preposition.replaceAll(' ', '_')}`,
    relation,
    object: place,
    text: `${describe(reading, thing.np.start, thing.end)} ${relation} ${describe(reading, where.np.start, where.end)}${rest(reading, clause, pp.end)}`,
    ...stance,
    certainty: stance.certainty - 0.1,
  }
}
