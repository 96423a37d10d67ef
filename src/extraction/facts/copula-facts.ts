import type { Mention } from '../../domain/statement/fact.ts'
import { relationByNoun, relationByPhrase } from '../../domain/statement/relations.ts'
import type { Clause } from '../clauses/clause.ts'
import { adjectival } from './adjective-facts.ts'
import { measured, timed } from './measure-facts.ts'
import { describe, isPlural, mentionOf, roleNoun, words } from './mentions.ts'
import { nominal, ownerOf } from './nominal-facts.ts'
import { attribute } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

const MEASURES = new Map<string, string>(
  Object.entries({
    old: 'age',
    tall: 'height',
    high: 'height',
    long: 'length',
    wide: 'width',
    deep: 'depth',
    heavy: 'weighs',
  }),
)

/** What "X is …" says: who or what somebody is, their attributes, where and when something is. */
export function copulaFacts(reading: Reading, clause: Clause, subjects: readonly Subject[], stance: Stance): Draft[] {
  const { tokens } = reading.analysis
  const drafts: Draft[] = []
  const add = (draft: Draft | null) => {
    if (draft) drafts.push(draft)
  }
  for (const subject of subjects) {
    if (tokens[subject.argument.np.head]!.lower === 'there') {
      add(existing(reading, clause, subject, stance))
      continue
    }
    const measure = clause.adjectives[0] && MEASURES.get(tokens[clause.adjectives[0].start]!.lower)
    const quantity = clause.objects[0] ?? (clause.times[0] && { np: clause.times[0], end: clause.times[0].end })
    if (measure && quantity && quantity.end === clause.adjectives[0]!.start)
      add(measured(reading, clause, subject, quantity, measure, stance))
    else if (
      clause.objects.length === 1 &&
      clause.adjectives[0]?.start === clause.objects[0]!.end &&
      !clause.objects[0]!.np.determiner &&
      subject.personal
    )
      adjectival(reading, clause, subject, stance).forEach(add)
    else if (clause.objects.length > 0)
      for (const object of clause.objects.filter(
        ({ np }, at) => at === 0 || (np.determiner === null) === (clause.objects[0]!.np.determiner === null),
      ))
        add(nominal(reading, clause, subject, object, stance))
    else if (clause.adjectives.length > 0) {
      const described = attributeOf(reading, clause, subject, stance)
      if (described) add(described)
      else adjectival(reading, clause, subject, stance).forEach(add)
    } else if (clause.prepositions.length > 0) add(located(reading, clause, subject, stance))
    else if (clause.times[0])
      add(timed(reading, clause, subject, { np: clause.times[0], end: clause.times[0].end }, stance))
  }
  return drafts
}

const COLOURS = new Set(
  'red blue green yellow orange purple violet pink black white grey gray brown beige turquoise silver golden maroon navy'.split(
    ' ',
  ),
)
const ATTRIBUTES = /^(?:colou?r|theme|status|mode|size|gender|sex)$/

/** "My favourite colour is blue", "my car is red": an attribute of which there is one at a time, though its value is an adjective. */
function attributeOf(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft | null {
  const { tokens } = reading.analysis
  const last = clause.adjectives.at(-1)!
  if (clause.prepositions.some(({ start }) => start === last.end)) return null
  const name = words(reading, clause.adjectives[0]!.start, last.end)
  const value: Mention = { name, kind: 'value' }
  const { np } = subject.argument
  const owner = ownerOf(reading, subject)
  const chosen = /^(?:favou?rite|preferred)$/.test(tokens[np.core]!.lower)
  const colour = COLOURS.has(name.toLowerCase())
  if (owner && (ATTRIBUTES.test(tokens[np.head]!.lower) || (chosen && colour)))
    return attribute(
      reading,
      owner,
      np,
      value,
      name,
      subject.verbWords,
      stance,
      np.possessor ? clause.subjectEnd : np.end,
    )
  if (!subject.mention || subject.personal || subject.generic || !colour || isPlural(reading, np)) return null
  const text = `${subject.text} ${subject.verbWords} ${name}${rest(reading, clause, last.end)}`
  return { subject: subject.mention, predicate: 'colour', relation: subject.verbWords, object: value, text, ...stance }
}

function located(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft | null {
  if (!subject.mention) return null
  const [pp] = clause.prepositions
  const [object] = pp!.objects
  if (!object) return null
  const between = reading.analysis.tokens[pp!.start - 1]
  // "I'm up for it", "she is off to Rome": the little word changes everything.
  if (pp!.start > clause.verb.end && between && /^(?:up|off|out|over|down|back|on|in|about)$/.test(between.lower))
    return null
  const time = object.np.time
  const mention = mentionOf(reading, object.np, object.end)
  if (!mention) return null
  // "my birthday is on 17 October", "my home is in Bergen": an attribute of its owner.
  const owner = ownerOf(reading, subject)
  const named = owner && relationByNoun(roleNoun(reading, subject.argument.np))
  if (owner && named && !named.id.startsWith('has_') && (time ? named.object === 'value' : named.object === 'place'))
    return attribute(
      reading,
      owner,
      subject.argument.np,
      { ...mention, kind: time ? 'value' : 'place' },
      describe(reading, pp!.start, pp!.end),
      subject.verbWords,
      stance,
    )
  const known = time && !subject.personal ? relationByPhrase('be on') : relationByPhrase(`be ${pp!.preposition}`)
  const relation = `${subject.verbWords} ${pp!.preposition}`
  const usable = known && !(known.id === 'happens_on' && !time) ? known : undefined
  if (time && subject.personal) return null
  return {
    subject: subject.mention,
    predicate: usable?.id ?? `is_${pp!.preposition.replaceAll(' ', '_')}`,
    relation,
    object: { ...mention, kind: time ? 'value' : (usable?.object ?? mention.kind) },
    text: `${subject.text} ${relation} ${describe(reading, object.np.start, object.end)}${rest(reading, clause, object.end)}`,
    ...stance,
  }
}

/** "There is a spare key under the mat": what there is, is somewhere. */
function existing(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft | null {
  const [thing] = clause.objects
  const pp = clause.prepositions.find(({ start }) => start === thing?.end)
  const where = pp?.objects[0]
  const what = thing && mentionOf(reading, thing.np, thing.end)
  const place = where && mentionOf(reading, where.np, where.end)
  if (!thing || !pp || !what || !place || clause.objects.length > 1 || thing.np.determiner === 'no' || where.np.time)
    return null
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
