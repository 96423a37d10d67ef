import type { Clause } from './clauses/clause.ts'
import { findClauses } from './clauses/find-clauses.ts'
import type { Lexicon } from './lexicon.ts'
import { type Chunk, toChunks } from './phrases/chunks.ts'
import { correctTags } from './tags/correct-tags.ts'
import type { Token } from './tokens/token.ts'
import { tokenise } from './tokens/tokenise.ts'
import { why } from './why.ts'

/** A sentence taken apart: words, phrases, clauses. Facts and open tuples are both read from it. */
export interface Analysis {
  readonly sentence: string
  readonly tokens: readonly Token[]
  readonly chunks: readonly Chunk[]
  readonly clauses: readonly Clause[]
}

export function analyse(sentence: string, lexicon: Lexicon): Analysis {
  why?.steps.push({ stage: 'sentence', rule: '', about: sentence })
  const tokens = tokenise(lexicon.read(sentence), sentence)
  correctTags(tokens, lexicon)
  const chunks = toChunks(tokens, lexicon)
  return { sentence, tokens, chunks, clauses: findClauses(chunks, tokens) }
}

/** The words of a stretch of tokens as they stand in the sentence. */
export function surface({ sentence, tokens }: Pick<Analysis, 'sentence' | 'tokens'>, from: number, to: number): string {
  const first = tokens[from]
  const last = tokens[to - 1]
  return first && last && to > from ? sentence.slice(first.start, last.end) : ''
}
