import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { Token } from '../tokens/token.ts'
import { CONDITIONALS } from '../words/word-lists.ts'
import type { ClauseSubject } from './clause.ts'

export const NEVER_OBJECTS = new Set(['i', 'he', 'she', 'we', 'they'])

/** If a comma (or bracket) at `i` closes a parenthesis that a comma before it opened, the index of the opening one; else 0. */
export function opensParenthesis(chunks: readonly Chunk[], i: number): number {
  const bracket = chunks[i]!.type === 'paren'
  for (let j = i - 1; j > 0; j--) {
    const chunk = chunks[j]!
    if (bracket ? chunk.type === 'paren' : chunk.type === 'comma') {
      const inside = chunks[j + 1]
      const before = chunks[j - 1]
      if (before?.type !== 'np') return 0
      const verbs = chunks.slice(j + 1, i).some((c) => c.type === 'vg' && c.kind === 'finite')
      const fits =
        bracket ||
        inside?.type === 'rel' ||
        (!verbs &&
          (inside?.type === 'np' ||
            inside?.type === 'vg' ||
            inside?.type === 'prep' ||
            inside?.type === 'adv' ||
            inside?.type === 'adj'))
      return fits ? j : 0
    }
    if (chunk.type === 'break' || chunk.type === 'sc') return 0
  }
  return 0
}

/** What binds the clause whose subject begins at chunk `from`: a subordinator, a verb it completes, a noun it describes. */
export function bindingOf(
  chunks: readonly Chunk[],
  tokens: readonly Token[],
  from: number,
): Pick<ClauseSubject, 'role' | 'marker' | 'parentChunk' | 'antecedent'> {
  let i = from - 1
  while (i >= 0 && (chunks[i]!.type === 'adv' || chunks[i]!.type === 'quote' || chunks[i]!.type === 'adj')) i--
  let chunk = chunks[i]
  if (chunk?.type === 'comma' && chunks[i - 1]?.type === 'sc') chunk = chunks[--i]
  const main = { role: 'main' as const, marker: null, parentChunk: null, antecedent: null }
  if (!chunk) return main
  const word = tokens[chunk.start]!.lower
  if (chunk.type === 'sc') {
    const verbBefore = chunks[i - 1]?.type === 'vg' ? i - 1 : null
    if (CONDITIONALS.has(word)) return { role: 'conditional', marker: word, parentChunk: null, antecedent: null }
    return {
      role: 'adverbial',
      marker: word,
      parentChunk: word === 'how' || word === 'what' || word === 'why' ? verbBefore : null,
      antecedent: null,
    }
  }
  if (chunk.type === 'that' || chunk.type === 'rel') {
    const before = chunks[i - 1]
    const beforeThat = before?.type === 'np' ? chunks[i - 2] : undefined
    if (chunk.type === 'that' && before?.type === 'vg')
      return { role: 'complement', marker: 'that', parentChunk: i - 1, antecedent: null }
    if (
      chunk.type === 'that' &&
      before?.type === 'np' &&
      beforeThat?.type === 'vg' &&
      (before.pronoun || !before.determiner)
    )
      return { role: 'complement', marker: 'that', parentChunk: i - 2, antecedent: null }
    if (chunk.type === 'that' && before?.type === 'adj')
      return { role: 'complement', marker: 'that', parentChunk: null, antecedent: null }
    if (before?.type === 'np')
      return { role: 'relative', marker: word, parentChunk: null, antecedent: word === 'where' ? null : i - 1 }
    return { role: 'relative', marker: word, parentChunk: null, antecedent: null }
  }
  if (chunk.type === 'vg') return { role: 'complement', marker: null, parentChunk: i, antecedent: null }
  if (chunk.type === 'np' && !chunk.time) {
    const above = chunks[i - 1]
    const first = chunks[from] as NounPhrase
    // "told me he left" completes the telling; "the man I met" describes the man.
    if (above?.type === 'vg' && chunk.pronoun)
      return { role: 'complement', marker: null, parentChunk: i - 1, antecedent: null }
    // "After work I go …": what opens the sentence with a preposition and leaves it one verb only is no antecedent.
    const verbs = chunks.slice(from).filter((other) => other.type === 'vg' && other.kind === 'finite').length
    if (above?.type === 'prep' && i === 1 && verbs === 1) return main
    if (first.pronoun || tokens[first.head]!.pos === 'PROPN')
      return { role: 'relative', marker: null, parentChunk: null, antecedent: i }
  }
  return main
}
