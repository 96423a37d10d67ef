import { relationByNoun } from '../../domain/statement/relations.ts'
import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import { describe, isEmpty, mentionOf, roleNoun, words } from './mentions.ts'
import { namedPossession } from './possession-facts.ts'
import type { Draft, Reading } from './reading.ts'

/** "Anna, our new CTO, …", "my brother, Tom, …", "Paris, the capital of France": one thing under two descriptions. */
export function appositions(reading: Reading): Draft[] {
  const { chunks, tokens } = reading.analysis
  const drafts: Draft[] = []
  for (let i = 0; i + 2 < chunks.length; i++) {
    const first = chunks[i]!
    const second = chunks[i + 2]!
    if (
      first.type !== 'np' ||
      chunks[i + 1]!.type !== 'comma' ||
      second.type !== 'np' ||
      first.pronoun ||
      second.pronoun ||
      first.time ||
      second.time
    )
      continue
    const end = endOfPhrase(chunks, i + 2)
    const after = chunks[end]
    const closed = after === undefined || after.type === 'comma' || after.type === 'break'
    if (!closed || inList(chunks, i, end)) continue
    const firstNamed = tokens[first.head]!.pos === 'PROPN' && !first.possessor && !first.determiner
    const secondNamed = tokens[second.head]!.pos === 'PROPN' && !second.possessor && !second.determiner
    if (firstNamed === secondNamed) continue
    // "Thanks for the tip, Maria": a name at the end is called, not described, unless the description is somebody's.
    const inserted = first.determiner === 'the' && after?.type === 'comma'
    if (secondNamed && !inserted && (!first.possessor || relationByNoun(roleNoun(reading, first))?.object !== 'person'))
      continue
    const [named, role, roleEnd] = firstNamed ? [first, second, chunks[end - 1]!.end] : [second, first, first.end]
    const draft = identity(reading, named, role, roleEnd)
    if (draft) drafts.push(draft)
  }
  return drafts
}

function identity(reading: Reading, named: NounPhrase, role: NounPhrase, roleEnd: number): Draft | null {
  const name = mentionOf(reading, named)
  if (
    !name ||
    (reading.analysis.tokens[role.head]!.pos !== 'NOUN' && reading.analysis.tokens[role.head]!.pos !== 'PROPN')
  )
    return null
  if (isEmpty(reading, role)) return null
  if (role.possessor) {
    const owner = mentionOf(reading, role.possessor)
    return owner ? namedPossession(reading, owner, role, { ...name, kind: 'person' }) : null
  }
  if (!role.determiner || /^(?:this|that|these|those|no|any)$/.test(role.determiner)) return null
  const object = words(reading, role.core, roleEnd)
  return {
    subject: name,
    predicate: 'is_a',
    relation: 'is',
    object: { name: object, kind: 'value' },
    text: `${name.name} is ${describe(reading, role.start, roleEnd)}`,
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
