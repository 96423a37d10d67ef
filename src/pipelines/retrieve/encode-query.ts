import { askedBySpeakers } from '../../domain/speaker.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Asked } from './plan.ts'

/** The query as it is, and as the speakers it may name would put it. */
export async function encodeQuery(ports: Ports, query: string): Promise<{ vector: Float32Array; asked: Asked[] }> {
  const asked = askedBySpeakers(query)
  const [vector, ...others] = await ports.embedder.embed([query, ...asked.map(({ text }) => text)], 'query')
  return { vector: vector!, asked: asked.map(({ names }, at) => ({ names, vector: others[at]! })) }
}
