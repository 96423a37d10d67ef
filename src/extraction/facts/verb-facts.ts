import { relationByPhrase } from '../../domain/statement/relations.ts'
import type { Clause } from '../clauses/clause.ts'
import { gerundFacts, lifeEvent, tasteFact } from './doing-facts.ts'
import { mentionOf } from './mentions.ts'
import { activity, called, renamed } from './naming-facts.ts'
import { objectFact } from './object-facts.ts'
import { verbKey } from './objects.ts'
import { active } from './passive-facts.ts'
import { namedPossession } from './possession-facts.ts'
import { prepositionFact } from './preposition-facts.ts'
import type { Draft, Reading } from './reading.ts'
import { rest } from './rest.ts'
import type { Stance } from './stance.ts'
import type { Subject } from './subjects.ts'

/** How something feels or looks passes, and its adjective is no object. */
const APPEARANCE = new Set([
  'feel',
  'look',
  'sound',
  'seem',
  'appear',
  'stay',
  'remain',
  'rock',
  'think',
  'guess',
  'suppose',
  'hope',
  'wish',
  'wonder',
  'mean',
])

/** "wants the room to be blue" wants no room. */
const RAISING = new Set([
  'want',
  'need',
  'like',
  'ask',
  'expect',
  'help',
  'allow',
  'get',
  'tell',
  'teach',
  'encourage',
  'make',
  'let',
  'inspire',
  'motivate',
])

/** What one can do is told of skills; "we can make a difference" tells nothing. */
const ABILITIES = new Set([
  'speak',
  'play',
  'drive',
  'ride',
  'swim',
  'cook',
  'read',
  'write',
  'sing',
  'ski',
  'sew',
  'code',
  'program',
  'fly',
  'hold',
  'eat',
  'drink',
  'translate',
  'sign',
  'juggle',
  'dance',
  'type',
  'store',
  'seat',
  'carry',
  'lift',
])

/** What a clause with a full verb says of its subject. */
export function verbFacts(reading: Reading, clause: Clause, subjects: readonly Subject[], stance: Stance): Draft[] {
  const agent =
    clause.verb.passive && !clause.verb.getPassive
      ? clause.prepositions.find((pp) => pp.preposition === 'by' && !pp.objects[0]?.np.time)
      : undefined
  return subjects.flatMap((subject) => {
    if (clause.verb.lemma === 'call' || clause.verb.lemma === 'name') {
      if (clause.verb.passive || clause.marker === 'en') return called(reading, clause, subject, stance)
    }
    const doing = activity(reading, clause, subject, stance)
    if (doing) return [doing]
    const verb = verbKey(reading, clause)
    if (agent && !relationByPhrase(`${verb} by`)) return active(reading, clause, subject, agent, stance)
    if (!subject.mention || (subject.mention.kind === 'assistant' && clause.verb.modal)) return []
    const named = renamed(reading, clause, stance)
    if (named) return [named]
    const naming = clause.objects[0]?.np
    if (/^(?:call|name)$/.test(clause.verb.lemma) && naming?.possessor && naming.nameFrom !== null) {
      const owner = mentionOf(reading, naming.possessor)
      const name = mentionOf(reading, naming)
      return owner && name ? [namedPossession(reading, owner, naming, name, stance)] : []
    }
    if (
      APPEARANCE.has(clause.verb.lemma) ||
      (clause.verb.lemma === 'get' && clause.adjectives[0]?.start === clause.verb.end)
    )
      return []
    if (clause.raised && RAISING.has(clause.verb.lemma)) return []
    if (clause.verb.modal === 'can' && !clause.verb.negated && !ABILITIES.has(clause.verb.lemma)) return []
    if (verb.startsWith('can not ')) stance = { ...stance, negated: false }
    const gerunds = clause.gerunds.length > 0 ? gerundFacts(reading, clause, subject, stance) : []
    if (clause.gerunds.length > 0 && clause.objects.length === 0) return gerunds
    const taste = clause.verb.chain.at(-1)
    if (taste && /^(?:like|love|hate|prefer|enjoy)$/.test(taste) && !clause.verb.modal)
      return tasteFact(reading, clause, subject, taste, stance)
    if (clause.objects.length > 0)
      return [
        ...clause.objects.flatMap((object) => objectFact(reading, clause, subject, object, verb, stance)),
        ...gerunds,
      ]
    const ended = clause.verb.chain.find((lemma) => /^(?:stop|quit|cease)$/.test(lemma))
    if (ended && stance.aspect === 'was')
      return [
        {
          subject: subject.mention,
          predicate: 'quit_habit',
          relation: ended,
          object: { name: reading.analysis.tokens[clause.verb.main]!.lower, kind: 'value' as const },
          text: `${subject.text} ${subject.verbWords}${rest(reading, clause, clause.verb.end)}`,
          ...stance,
          aspect: 'is' as const,
        },
      ]
    if (clause.verb.modal === 'can' && clause.prepositions.length === 0 && ABILITIES.has(clause.verb.lemma))
      return [
        {
          subject: subject.mention,
          predicate: 'can',
          relation: subject.verbWords.replace(` ${clause.verb.lemma}`, ''),
          object: { name: clause.verb.lemma, kind: 'value' as const },
          text: `${subject.text} ${subject.verbWords}`,
          ...stance,
        },
      ]
    const when = lifeEvent(reading, clause, subject, stance)
    return when ? [when] : prepositionFact(reading, clause, subject, verb, stance)
  })
}
