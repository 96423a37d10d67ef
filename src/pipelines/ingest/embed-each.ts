import type { PackedVector } from '../../domain/ranking/vector.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { BACKGROUND, type Turns } from '../../runtime/turns.ts'
import { embed, packChunk } from '../embed.ts'

interface Embedded {
  readonly full: Float32Array
  readonly packed: PackedVector
  /** With its tokens: what stands for a chunk has them, what stands for a sentence of it or a fact has none. */
  readonly ofChunk: PackedVector
}

/** Embeds passages in one batch, each text once; tells the vector of each. */
export async function embedEach(
  embedder: Embedder,
  texts: readonly string[],
  turns: Turns = BACKGROUND,
): Promise<(text: string) => Embedded> {
  const wanted = [...new Set(texts)]
  const embedded = await embed(embedder, wanted, 'passage', turns)
  const found = new Map(
    wanted.map((text, at) => {
      const ofChunk = packChunk(embedded[at]!)
      const { tokens: _, ...packed } = ofChunk
      return [text, { full: embedded[at]!.vector, packed, ofChunk }]
    }),
  )
  return (text) => found.get(text)!
}

/** A label names the speaker, who is kept beside the chunk; inside the vector the name would only blur what is said. */
export const embeddedText = (
  chunk: { readonly start: number; readonly text: string },
  speaker: string | null,
): string => (chunk.start === 0 ? withoutLabel(chunk.text, speaker) : chunk.text)
