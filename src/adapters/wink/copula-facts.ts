import type { Mention } from '../../domain/fact.ts'
import { relationByNoun, relationByPhrase } from '../../domain/relations.ts'
import type { Argument, Clause } from './clauses.ts'
import { describe, isPlural, kindOf, mentionOf, ofPhrase, roleNoun, words } from './mentions.ts'
import { attribute, namedPossession } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'
import { PASSING, TRAITS } from './traits.ts'
import { EMPTY_NOUNS } from './words.ts'

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
    else if (clause.adjectives.length > 0) adjectival(reading, clause, subject, stance).forEach(add)
    else if (clause.prepositions.length > 0) add(located(reading, clause, subject, stance))
    else if (clause.times[0])
      add(timed(reading, clause, subject, { np: clause.times[0], end: clause.times[0].end }, stance))
  }
  return drafts
}

function nominal(reading: Reading, clause: Clause, subject: Subject, object: Argument, stance: Stance): Draft | null {
  const { tokens } = reading.analysis
  const { np } = object
  const head = tokens[np.head]!
  const value = mentionOf(reading, np, object.end)
  const verb = subject.verbWords
  const text = describe(reading, np.start, object.end)
  const isValue = head.pos === 'NUM' || head.pos === 'PROPN' || np.time || kindOf(reading, np) === 'value'
  const noun = subject.argument.np
  const subjectRole = noun.pronoun ? '' : roleNoun(reading, noun)

  // "my sister's name is Emma": the name belongs to the sister, and she to me.
  if (
    noun.possessor &&
    !noun.possessor.pronoun &&
    subjectRole === 'name' &&
    noun.possessor.possessor &&
    isValue &&
    value
  ) {
    const owner = mentionOf(reading, noun.possessor.possessor)
    return owner && namedPossession(reading, owner, noun.possessor, { name: value.name, kind: 'person' }, stance)
  }
  const owner = ownerOf(reading, subject)
  if (owner && value) {
    const relation = relationByNoun(subjectRole)
    const favourite = /^favou?rite$/i.test(tokens[noun.core]!.text)
    const role = relation?.id.startsWith('has_') === true && !favourite
    if (role && head.pos === 'PROPN') return namedPossession(reading, owner, noun, value, stance)
    if (!role && (favourite || relation || (isValue && (!np.determiner || head.pos === 'NUM')))) {
      if (subjectRole === 'name')
        return {
          subject: owner,
          predicate: 'name',
          relation: verb === 'is' ? 'is called' : `${verb} called`,
          object: value,
          text: `${owner.name} ${verb} called ${value.name}`,
          ...stance,
        }
      return attribute(reading, owner, noun, value, text, verb, stance)
    }
  }
  if (!subject.mention) return null
  // "Tom Reed is my lawyer", "Emma is Sarah's sister".
  if (np.possessor && np.nameFrom === null) {
    const possessor = mentionOf(reading, np.possessor)
    const relation = relationByNoun(roleNoun(reading, np))
    // "I am Tom's brother"
    if (possessor && relation?.id.startsWith('has_') && subject.mention.kind === 'user')
      return {
        subject: possessor,
        predicate: relation.id,
        relation: relation.readable,
        object: subject.mention,
        text: `${subject.text} ${verb} ${text}`,
        ...stance,
      }
    if (possessor && relation && subject.mention.kind !== 'user' && !EMPTY_NOUNS.has(head.lower)) {
      return /^favou?rite$/i.test(tokens[np.core]!.text)
        ? attribute(reading, possessor, np, subject.mention, subject.text, verb, stance)
        : namedPossession(reading, possessor, np, subject.mention, stance)
    }
    if (possessor && /^favou?rite$/i.test(tokens[np.core]!.text))
      return attribute(reading, possessor, np, subject.mention, subject.text, verb, stance)
  }
  if (EMPTY_NOUNS.has(head.lower) || np.pronoun) return null
  // "I'm a big fan of Studio Ghibli", "she is a member of the board": noun and preposition are the relation.
  const followed = object.end > np.end ? ofPhrase(reading, np, object.end) : null
  const kinship = followed && relationByPhrase(`be ${roleNoun(reading, np)} of`)
  const target = followed && mentionOf(reading, followed, object.end)
  if (kinship && target)
    return {
      subject: subject.mention,
      predicate: kinship.id,
      relation: `${verb} ${describe(reading, np.start, np.end)} of`,
      object: kinship.object && target.kind === 'thing' ? { ...target, kind: kinship.object } : target,
      text: `${subject.text} ${verb} ${text}`,
      ...stance,
    }
  const near = clause.prepositions.find((pp) => pp.start === object.end)
  const joined = near && relationByPhrase(`be ${roleNoun(reading, np)} ${near.preposition}`)
  const other = joined && near.objects[0] && mentionOf(reading, near.objects[0].np, near.objects[0].end)
  if (joined && other)
    return {
      subject: subject.mention,
      predicate: joined.id,
      relation: `${verb} ${describe(reading, np.start, np.end)} ${near.preposition}`,
      object: joined.object && other.kind === 'thing' ? { ...other, kind: joined.object } : other,
      text: `${subject.text} ${verb} ${text} ${describe(reading, near.start, near.end)}`,
      ...stance,
    }
  // "I'm game", "he is toast": a bare noun describes a person only where it names what they lastingly are.
  if (
    !np.determiner &&
    !np.possessor &&
    subject.personal &&
    head.pos === 'NOUN' &&
    object.end === np.end &&
    !near &&
    !isPlural(reading, np) &&
    !TRAITS.has(head.lower)
  )
    return null
  // "Anna is the CEO of Hooli"
  const office = words(reading, np.core, np.end).toLowerCase()
  if (np.determiner === 'the' && object.end > np.end && relationByNoun(office)) {
    const whole = ofPhrase(reading, np, object.end)
    const of = whole && mentionOf(reading, whole, object.end)
    if (of)
      return {
        subject: of,
        predicate: relationByNoun(office)!.id,
        relation: relationByNoun(office)!.readable,
        object: { ...subject.mention, kind: relationByNoun(office)!.object ?? subject.mention.kind },
        text: `${subject.text} ${verb} ${text}`,
        ...stance,
      }
  }
  if (
    head.pos === 'NUM' &&
    (subject.mention.kind === 'user' || subject.mention.kind === 'person') &&
    np.end - np.core === 1 &&
    /^(?:\d{1,3}|\p{L}[\p{L}-]*)$/u.test(head.text)
  ) {
    return {
      subject: subject.mention,
      predicate: 'age',
      relation: verb,
      object: { name: head.text, kind: 'value' },
      text: `${subject.text} ${verb} ${head.text}`,
      ...stance,
    }
  }
  if (np.time && !subject.personal) return timed(reading, clause, subject, object, stance)
  const name = value && !np.possessor ? value.name : words(reading, np.core, object.end)
  // "Ben and Lea are doctors": each of them is one.
  if (clause.subjects.length > 1 && !np.determiner && !np.possessor && object.end === np.end && isPlural(reading, np)) {
    const one = `${words(reading, np.core, np.end - 1)} ${reading.lexicon.lemma(head.lower, 'NOUN')}`.trim()
    return {
      subject: subject.mention,
      predicate: 'is_a',
      relation: verb,
      object: { name: one, kind: 'value' },
      text: `${subject.text} ${verb} ${/^[aeiou]/i.test(one) ? 'an' : 'a'} ${one}`,
      ...stance,
    }
  }
  const definite =
    noun.determiner === 'the' ||
    subject.mention.name.includes("'s ") ||
    (!noun.pronoun && tokens[noun.head]!.pos === 'NOUN' && !isPlural(reading, noun))
  const identified = definite && !np.determiner && (isValue || noun.determiner === 'the')
  const mention: Mention = { name, kind: isValue && head.pos !== 'PROPN' ? 'value' : (value?.kind ?? 'value') }
  const predicate =
    identified || np.determiner === 'the' || (!np.determiner && subject.personal && head.pos === 'NOUN') ? 'is' : 'is_a'
  return {
    subject: subject.mention,
    predicate,
    relation: verb,
    object: mention,
    text: `${subject.text} ${verb} ${text}${rest(reading, clause, object.end)}`,
    ...stance,
    ...(identified ? { single: true } : {}),
  }
}

/** Whose attribute the subject is: "my birthday", "Sarah's birthday", "the capital of France". */
function ownerOf(reading: Reading, { argument }: Subject): Mention | null {
  const { np, end } = argument
  if (np.possessor) return mentionOf(reading, np.possessor)
  if (end === np.end || np.determiner !== 'the' || !relationByNoun(roleNoun(reading, np))) return null
  const inner = ofPhrase(reading, np, end)
  return inner && mentionOf(reading, inner, end)
}

function measured(
  reading: Reading,
  clause: Clause,
  subject: Subject,
  quantity: Argument,
  predicate: string,
  stance: Stance,
): Draft | null {
  if (!subject.mention) return null
  const object = words(reading, quantity.np.start, quantity.end)
  const adjective = words(reading, clause.adjectives[0]!.start, clause.adjectives[0]!.end)
  return {
    subject: subject.mention,
    predicate,
    relation: subject.verbWords,
    object: { name: object, kind: 'value' },
    text: `${subject.text} ${subject.verbWords} ${object} ${adjective}`,
    ...stance,
    single: true,
  }
}

function adjectival(reading: Reading, clause: Clause, subject: Subject, stance: Stance): Draft[] {
  const { tokens } = reading.analysis
  if (!subject.mention) return []
  const adjective = clause.adjectives.at(-1)!
  const word = tokens[adjective.start]!.lower
  const pp = clause.prepositions.find((phrase) => phrase.start === adjective.end)
  const relation = `${subject.verbWords} ${words(reading, clause.adjectives[0]!.start, adjective.end)}`
  const gerundFollows = clause.gerunds[0] !== undefined && clause.gerunds[0].start === adjective.end + 1
  if (clause.gerundPreposition && gerundFollows) {
    if (
      PASSING.has(word) &&
      clause.gerundPreposition !== 'at' &&
      !relationByPhrase(`be ${word} ${clause.gerundPreposition}`)
    )
      return []
    return clause.gerunds.map(({ start, end }) => {
      const name = describe(reading, start, end)
      const predicate =
        relationByPhrase(`be ${word} ${clause.gerundPreposition}`)?.id ?? `is_${word}_${clause.gerundPreposition}`
      return {
        subject: subject.mention!,
        predicate,
        relation: `${relation} ${clause.gerundPreposition}`,
        object: { name, kind: 'value' },
        text: `${subject.text} ${relation} ${clause.gerundPreposition} ${name}`,
        ...stance,
      }
    })
  }
  if (pp) {
    const known = relationByPhrase(`be ${word} ${pp.preposition}`)
    if (!known && PASSING.has(word)) return []
    return pp.objects.flatMap((object) => {
      const mention = mentionOf(reading, object.np, object.end)
      if (!mention) return []
      const predicate = known?.id ?? `is_${word}_${pp.preposition}`.replaceAll(/[^\p{L}\p{N}]+/gu, '_')
      const text = `${subject.text} ${relation} ${pp.preposition} ${describe(reading, object.np.start, object.end)}${rest(reading, clause, object.end)}`
      return [
        {
          subject: subject.mention!,
          predicate,
          relation: `${relation} ${pp.preposition}`,
          object: known?.object ? { ...mention, kind: known.object } : mention,
          text,
          ...stance,
        },
      ]
    })
  }
  if (stance.aspect === 'was') return []
  return clause.adjectives.flatMap((link) => {
    // "lactose intolerant": a noun straight before the adjective belongs to it.
    const noun = clause.objects.find((object) => object.end === link.start)
    const name = words(reading, noun?.np.start ?? link.start, link.end)
    const lower = name.toLowerCase()
    const last = lower.split(' ').at(-1)!
    if (subject.personal && !TRAITS.has(last) && !/^\p{Lu}/u.test(name)) return []
    if (!subject.personal && subject.generic) return []
    if (PASSING.has(lower) || /[^aeiou]er$/.test(lower) || !/^\p{L}/u.test(name)) return []
    return [
      {
        subject: subject.mention!,
        predicate: 'is',
        relation: subject.verbWords,
        object: { name, kind: 'value' },
        text: `${subject.text} ${subject.verbWords} ${name}${rest(reading, clause, link.end)}`,
        ...stance,
        certainty: stance.certainty - 0.1,
      },
    ]
  })
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

function timed(reading: Reading, clause: Clause, subject: Subject, object: Argument, stance: Stance): Draft | null {
  if (!subject.mention || subject.personal) return null
  const name = words(reading, object.np.start, object.end)
  return {
    subject: subject.mention,
    predicate: 'happens_on',
    relation: subject.verbWords,
    object: { name, kind: 'value' },
    text: `${subject.text} ${subject.verbWords} ${name}${rest(reading, clause, object.end)}`,
    ...stance,
  }
}
