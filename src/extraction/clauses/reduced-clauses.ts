import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { DOUBTING, IRREGULAR_BOTH, REPORTING } from '../words/word-lists.ts'
import type { ClauseSubject } from './clause.ts'

/** "a man wearing a hat", "a book written by Marta": a participle straight after its noun. */
export function reducedRelative(chunks: readonly Chunk[], i: number, verb: VerbGroup): ClauseSubject | null {
  const left = chunks[i]
  if (left?.type === 'np' && !left.pronoun && (verb.kind === 'en' || verb.kind === 'ing')) {
    return {
      phrases: [i],
      from: i,
      to: i + 1,
      role: 'relative',
      marker: verb.kind,
      parentChunk: null,
      antecedent: i,
      shared: false,
    }
  }
  return null
}

/** "has a dog called Rex": -ed after a noun phrase that is the object of a verb already, unless that verb reports ("knew Emma called"). */
export function isReducedPassive(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  i: number,
  verbAt: number,
): boolean {
  const verb = chunks[verbAt] as VerbGroup
  const np = chunks[i] as NounPhrase
  const word = tokens[verb.main]!.lower
  if (
    verb.end - verb.start > 1 ||
    verb.chain.length > 0 ||
    np.pronoun ||
    np.time ||
    !(/ed$/.test(word) || IRREGULAR_BOTH.has(word))
  )
    return false
  if ((verb.lemma === 'call' || verb.lemma === 'name') && (np.determiner === 'a' || np.determiner === 'an')) return true
  let j = i
  while (j >= 0 && (chunks[j]!.type === 'np' || chunks[j]!.type === 'prep')) j--
  const governor = chunks[j]
  if (governor?.type !== 'vg' || j === i) return false
  if (verb.lemma === 'call' || verb.lemma === 'name') return true
  return (
    !REPORTING.has(governor.lemma) && !DOUBTING.has(governor.lemma) && !np.time && chunks[verbAt + 1]?.type === 'prep'
  )
}
