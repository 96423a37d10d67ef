import { IRREGULAR_BOTH } from '../../domain/statement/past-forms.ts'
import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { DOUBTING, REPORTING } from '../words/word-lists.ts'
import type { ClauseSearch, ClauseSubject } from './clause.ts'

/** "a man wearing a hat", "a book written by Marta": a participle straight after its noun. */
export function reducedRelative(chunks: readonly Chunk[], i: number, marker: string): ClauseSubject | null {
  const left = chunks[i]
  return left?.type === 'np' && !left.pronoun ? relativeTo(i, marker) : null
}

/** The subject of a clause that describes the noun phrase at `i`. */
export function relativeTo(i: number, marker: string): ClauseSubject {
  return { phrases: [i], from: i, to: i + 1, role: 'relative', marker, parentChunk: null, antecedent: i, shared: false }
}

/** "has a dog called Rex": -ed after a noun phrase that is the object of a verb already, unless that verb reports ("knew Emma called"). */
export function isReducedPassive({ chunks, tokens }: ClauseSearch, i: number, verbAt: number): boolean {
  const verb = chunks[verbAt] as VerbGroup
  const np = chunks[i] as NounPhrase
  if (np.pronoun || np.time || !canBeParticiple(verb, tokens)) return false
  const names = verb.lemma === 'call' || verb.lemma === 'name'
  if (names && (np.determiner === 'a' || np.determiner === 'an')) return true
  let j = i
  while (j >= 0 && (chunks[j]!.type === 'np' || chunks[j]!.type === 'prep')) j--
  const governor = chunks[j]
  if (governor?.type !== 'vg') return false
  if (names) return true
  return !REPORTING.has(governor.lemma) && !DOUBTING.has(governor.lemma) && chunks[verbAt + 1]?.type === 'prep'
}

function canBeParticiple({ start, end, chain, main }: VerbGroup, tokens: readonly Token[]): boolean {
  const { lower } = tokens[main]!
  return (
    (end - start === 1 || tokens[start]!.pos === 'ADV') &&
    chain.length === 0 &&
    (/ed$/.test(lower) || IRREGULAR_BOTH.has(lower))
  )
}
