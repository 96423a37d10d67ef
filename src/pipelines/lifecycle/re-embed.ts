import { BrainError } from '../../domain/errors.ts'
import { packVector } from '../../domain/ranking/vector.ts'
import type { Ports } from '../../ports/ports.ts'
import { turnsOf } from '../../runtime/turns.ts'
import { embed, packChunk } from '../embed.ts'

/** Memories embedded in one call: a second or two with a remote embedder. */
const PAGE = 64

export interface ReEmbedded {
  readonly embedder: string
  readonly embedded: number
  readonly left: number
}

/**
 * Gives some of what a namespace remembers vectors of the embedder to come, or of the one in use where the namespace still has another's.
 * The old ones answer until all is done and the service uses the new embedder.
 */
export async function reEmbedPage(ports: Ports, namespace: string): Promise<ReEmbedded> {
  const embedder = ports.nextEmbedder ?? ports.embedder
  if (!embedder.loaded) await embedder.load()
  const { wanted, left } = await ports.reEmbeddable.toEmbed(namespace, { embedder: embedder.id, limit: PAGE })
  if (wanted.length === 0) return { embedder: embedder.id, embedded: 0, left: 0 }
  const texts = wanted.flatMap((one) => one.texts)
  const made = await embed(embedder, texts, 'passage', turnsOf(namespace))
  if (made.length !== texts.length)
    throw new BrainError('store-unavailable', 'The embedder did not answer for every text.')
  let at = 0
  // A chunk's own text comes first, and alone has tokens.
  const packed = (place: number) => (place === 0 ? packChunk(made[at++]!) : packVector(made[at++]!.vector))
  const vectors = wanted.map(({ id, texts: own }) => ({ id, vectors: own.map((_, place) => packed(place)) }))
  await ports.reEmbeddable.putEmbedded(namespace, { embedder: embedder.id, vectors })
  return { embedder: embedder.id, embedded: wanted.length, left: Math.max(0, left - wanted.length) }
}
