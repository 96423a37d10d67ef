import { askedBySpeakers, bestAsked } from '../../domain/statement/speaker.ts'
import type { Ports } from '../../ports/ports.ts'
import { turnsOf } from '../../runtime/turns.ts'
import { embed } from '../embed.ts'
import type { Asked, Question } from './plan.ts'

/** In characters. Encoding a query of this length takes some milliseconds, and a longer one up to seconds. */
const SHORT = 512

/** One that is encoded only when the caller is admitted. */
export const isLongQuery = (query: string): boolean => query.length > SHORT

/**
 * The query as it is, and as the speakers it may name would put it. Where it is thought to be known who speaks, only what then fits is
 * encoded.
 */
export async function encodeQuery(
  ports: Ports,
  { namespace, query }: { readonly namespace: string; readonly query: string },
  speakers: readonly string[] | null = null,
): Promise<Question> {
  const ways = askedBySpeakers(query)
  const fitting = speakers && bestAsked(ways, speakers)
  const wanted = speakers ? [fitting?.text ?? query] : [query, ...ways.map(({ text }) => text)]
  const embedded = await embed(ports.embedder, wanted, 'query', turnsOf(namespace))
  const vectorOf = (text: string) => embedded[wanted.indexOf(text)] ?? null
  return {
    vector: vectorOf(query),
    asked: ways.map(({ names, text }): Asked => ({ names, vector: vectorOf(text) })),
  }
}
