import { relationByNoun } from '../../domain/statement/relations.ts'
import type { Clause } from '../clauses/clause.ts'
import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { isCopula } from '../phrases/verb-group.ts'
import { isPlainlyPersonNoun } from '../words/person-nouns.ts'
import { wordSet } from '../words/word-set.ts'
import { madeBy } from './fact-rule.ts'
import { FIGURES } from './figures-of-speech.ts'
import { describe, isEmpty, isPlural, mentionOf, roleNoun, words } from './mentions.ts'
import { isGone, namedPossession, OVER } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'

/** "Anna, our new CTO, …", "my brother, Tom, …", "Paris, the capital of France": one thing under two descriptions. */
export const appositions = (reading: Reading): Draft[] =>
  reading.analysis.chunks.flatMap((chunk, i) => {
    const draft = chunk.type === 'np' ? appositionAt(reading, i, chunk) : null
    return draft ? madeBy('apposition', [draft]) : []
  })

const PLACING = wordSet('in at on from to by near thru through via behind opposite beside under above past up down')

const ENDS = wordSet('resign retire quit die')

function appositionAt(reading: Reading, i: number, first: NounPhrase): Draft | null {
  const { chunks, tokens } = reading.analysis
  const second = chunks[i + 2]
  if (chunks[i + 1]?.type !== 'comma' || second?.type !== 'np') return null
  if (first.pronoun || second.pronoun || first.time || second.time) return null
  // "Alors, the date with Bill."
  if (i === 0 && second.determiner === 'the' && reading.analysis.clauses.length === 0) return null
  const end = endOfPhrase(chunks, i + 2)
  const after = chunks[end]?.type
  if ((after && after !== 'comma' && after !== 'break') || inList(chunks, i, end)) return null
  // "in Carrasco, a ground floor", "by the station, Hôtel du Brabant", "in Gothenburg, my mother in Homs": what follows a place need not describe it.
  const before = chunks[i - 1]?.type === 'prep' ? tokens[chunks[i - 1]!.start]!.lower : ''
  // "I gave my keys to Sue, my neighbour"
  const isToSomebody = second.possessor?.pronoun && /^(?:from|to|by|near)$/.test(before)
  if (PLACING.has(before) && !isToSomebody) return null
  // "outside Prince Albert, the shearing shed"; but "outside Lyon, a big city"
  if (/^(?:outside|inside|around)$/.test(before) && second.determiner === 'the') return null
  // "it's Leeds now, a big school": it is, not Leeds.
  const verb = chunks[i - 1]
  if (verb?.type === 'vg' && isCopula(verb) && !second.possessor) return null
  // "The treasurer, Mrs van Wyk, resigned": and is it no more.
  const next = chunks[end + 1]
  const hasEnded = ({ subjects, verb, objects }: Clause) =>
    (ENDS.has(verb.lemma) || (verb.lemma === 'leave' && verb.past && objects.length === 0)) &&
    subjects.some(({ np }) => np === first || np === second)
  const isOffice = [first, second].some(({ determiner }) => determiner === 'the')
  const ends = reading.analysis.clauses.some(hasEnded) || (next?.type === 'vg' && ENDS.has(next.lemma))
  if (isOffice && ends) return null
  const isName = (np: NounPhrase) =>
    tokens[np.head]!.pos === 'PROPN' && !np.possessor && !np.determiner && !/\d/.test(words(reading, np.core, np.end))
  const secondNamed = isName(second)
  // "the bike of Nuri, the thin kind", "a frame after Breuer, the tube shape": the bike is, and not whose it is. Who comes with one is told.
  const hangsOnNoun = before !== '' && before !== 'with' && chunks[i - 2]?.type === 'np'
  if (hangsOnNoun && isName(first) && second.determiner === 'the' && !isPlainlyPersonNoun(roleNoun(reading, second)))
    return null
  if (isName(first) === secondNamed) return null
  if (!secondNamed) return identity(reading, first, second, chunks[end - 1]!.end)
  // "Thanks for the tip, Maria": a name at the end is called, not described, unless the description is somebody's.
  const inserted =
    first.determiner === 'the' && after === 'comma' && end === i + 3 && !/^(?:vg|prep)$/.test(chunks[i - 1]?.type ?? '')
  const relative = first.possessor && relationByNoun(roleNoun(reading, first))?.object === 'person'
  return inserted || relative ? identity(reading, second, first, first.end) : null
}

function identity(reading: Reading, named: NounPhrase, role: NounPhrase, roleEnd: number): Draft | null {
  const name = mentionOf(reading, named)
  if (!name || !/^(?:NOUN|PROPN)$/.test(reading.analysis.tokens[role.head]!.pos) || isEmpty(reading, role)) return null
  if (role.possessor) {
    // "Mrs Dyck, Chief's nephew Tyson": he has a name of his own; "Platypus, my quota 4 TB"
    const isOneThing = !isPlural(reading, role) && !/\d/.test(words(reading, role.core, role.end))
    const known =
      role.nameFrom === null &&
      (relationByNoun(roleNoun(reading, role)) !== undefined || (role.possessor.pronoun && isOneThing))
    const owner = known ? mentionOf(reading, role.possessor) : null
    if (!owner || /\d/.test(owner.name)) return null
    const stance = isGone(reading, role) || isGone(reading, named) ? OVER : undefined
    return namedPossession(reading, owner, role, { ...name, kind: 'person' }, stance)
  }
  // "Kayla, a saint with a stapler"
  if (role.determiner !== 'the' && FIGURES.has(reading.analysis.tokens[role.head]!.lower)) return null
  // "the Foxed Page, Sydney Road": two names.
  if (reading.analysis.tokens[role.head]!.pos === 'PROPN') return null
  if (!role.determiner || /^(?:this|that|these|those|no|any|both|all|each|every)$/.test(role.determiner)) return null
  // "the baby of us"
  if (reading.analysis.tokens.slice(role.end, roleEnd).some(({ lower }) => /^(?:us|me|them|him|you|it)$/.test(lower)))
    return null
  const object = words(reading, role.core, roleEnd)
  return {
    subject: name,
    predicate: 'is_a',
    relation: 'is',
    object: { name: object, kind: 'value' },
    text: `${name.name} is ${role.determiner} ${describe(reading, role.core, roleEnd)}`,
    negated: false,
    aspect: 'is',
    certainty: 0.85,
  }
}

function endOfPhrase(chunks: readonly Chunk[], i: number): number {
  let end = i + 1
  while (chunks[end]?.type === 'prep' && chunks[end + 1]?.type === 'np') end += 2
  return end
}

/** "Rome, the sea, and Milan": commas of a list open no apposition. */
function inList(chunks: readonly Chunk[], first: number, end: number): boolean {
  if (
    chunks[end]?.type === 'cc' ||
    (chunks[end]?.type === 'comma' && (chunks[end + 1]?.type === 'cc' || chunks[end + 2]?.type === 'cc'))
  )
    return true
  return chunks[first - 1]?.type === 'comma' && chunks[first - 2]?.type === 'np' && chunks[first - 3]?.type !== 'sc'
}
