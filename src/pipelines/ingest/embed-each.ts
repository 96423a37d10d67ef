import { type PackedVector, packVector } from '../../domain/ranking/vector.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { BACKGROUND, type Turns } from '../../runtime/turns.ts'

interface Embedded {
  readonly full: Float32Array
  readonly packed: PackedVector
}

/** Embeds passages in one batch, each text once; tells the vector of each. */
export async function embedEach(
  embedder: Embedder,
  texts: readonly string[],
  turns: Turns = BACKGROUND,
): Promise<(text: string) => Embedded> {
  const wanted = [...new Set(texts)]
  const vectors = await embedder.embed(wanted, 'passage', turns)
  const found = new Map(wanted.map((text, at) => [text, { full: vectors[at]!, packed: packVector(vectors[at]!) }]))
  return (text) => found.get(text)!
}

/** A label names the speaker, who is kept beside the chunk; inside the vector the name would only blur what is said. */
export const embeddedText = (
  chunk: { readonly start: number; readonly text: string },
  speaker: string | null,
): string => (chunk.start === 0 ? withoutLabel(chunk.text, speaker) : chunk.text)
