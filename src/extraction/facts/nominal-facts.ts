import type { Mention } from '../../domain/statement/fact.ts'
import { relationByNoun, relationByPhrase } from '../../domain/statement/relations.ts'
import { pattern } from '../../runtime/pattern.ts'
import type { Argument, Clause } from '../clauses/clause.ts'
import { TRAITS } from '../words/traits.ts'
import { EMPTY_NOUNS } from '../words/word-lists.ts'
import { timed } from './measure-facts.ts'
import { describe, isPlural, kindOf, mentionOf, ofPhrase, roleNoun, words } from './mentions.ts'
import { attribute, namedPossession } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

const ONE_WORD = pattern(String.raw`^(?:\d{1,3}|\p{L}[\p{L}-]*)$`, 'u')

export function nominal(
  reading: Reading,
  clause: Clause,
  subject: Subject,
  object: Argument,
  stance: Stance,
): Draft | null {
  const { tokens } = reading.analysis
  const { np } = object
  const head = tokens[np.head]!
  const value = mentionOf(reading, np, object.end)
  const verb = subject.verbWords
  const text = describe(reading, np.start, object.end)
  const isValue = head.pos === 'NUM' || head.pos === 'PROPN' || np.time || kindOf(reading, np) === 'value'
  const noun = subject.argument.np
  const subjectRole = noun.pronoun ? '' : roleNoun(reading, noun)
  // A maiden name or a user name is not what somebody is called.
  const named = /^(?:full |first )?name$/i.test(words(reading, noun.core, noun.end))

  // "my sister's name is Emma": the name belongs to the sister, and she to me.
  if (noun.possessor && !noun.possessor.pronoun && named && noun.possessor.possessor && isValue && value) {
    const owner = mentionOf(reading, noun.possessor.possessor)
    return owner && namedPossession(reading, owner, noun.possessor, { name: value.name, kind: 'person' }, stance)
  }
  const owner = ownerOf(reading, subject)
  if (owner && value) {
    const relation = relationByNoun(subjectRole)
    const favourite = /^favou?rite$/i.test(tokens[noun.core]!.text)
    const role = relation?.id.startsWith('has_') === true && !favourite
    // "my phone is an iPhone" tells what it is, not its number.
    const kind = relation?.object === 'value' && relation.id !== 'works_as' && /^an?$/.test(np.determiner ?? '')
    if (role && head.pos === 'PROPN') return namedPossession(reading, owner, noun, value, stance)
    if (!role && !kind && (favourite || relation || (isValue && (!np.determiner || head.pos === 'NUM')))) {
      if (named)
        return {
          subject: owner,
          predicate: 'name',
          relation: verb === 'is' ? 'is called' : `${verb} called`,
          object: value,
          text: `${owner.name} ${verb} called ${value.name}`,
          ...stance,
        }
      return attribute(reading, owner, noun, value, text, verb, stance, noun.possessor ? clause.subjectEnd : noun.end)
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
  const fits =
    kinship?.object !== 'person' ||
    (followed && reading.analysis.tokens[followed.head]!.pos === 'PROPN') ||
    target?.kind === 'person' ||
    target?.kind === 'user'
  if (kinship && target && fits)
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
    ONE_WORD().test(head.text)
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
export function ownerOf(reading: Reading, { argument }: Subject): Mention | null {
  const { np, end } = argument
  if (np.possessor) return mentionOf(reading, np.possessor)
  if (end === np.end || np.determiner !== 'the' || !relationByNoun(roleNoun(reading, np))) return null
  const inner = ofPhrase(reading, np, end)
  return inner && mentionOf(reading, inner, end)
}
