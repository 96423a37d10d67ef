import { packTokens } from '../domain/ranking/token-vectors.ts'
import { type PackedVector, packVector } from '../domain/ranking/vector.ts'
import type { Embedder, Embedding, EmbedKind } from '../ports/embedder.ts'
import type { Turns } from '../runtime/turns.ts'

/** With tokens, where the embedder makes vectors of them. */
export async function embed(
  embedder: Embedder,
  texts: readonly string[],
  kind: EmbedKind,
  turns: Turns,
): Promise<Embedding[]> {
  if (embedder.embedWithTokens) return embedder.embedWithTokens(texts, kind, turns)
  return (await embedder.embed(texts, kind, turns)).map((vector) => ({ vector }))
}

/** What stands for a chunk. */
export const packChunk = ({ vector, tokens }: Embedding): PackedVector =>
  tokens?.length ? { ...packVector(vector), tokens: packTokens(tokens) } : packVector(vector)
