import { chunksIn, factsIn, toChunkId, toFactId } from '../../domain/memory-id.ts'
import { vectorToText } from '../../domain/ranking/packed-text.ts'
import { type PackedVector, unpackVector } from '../../domain/ranking/vector.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type { ToEmbed } from '../../ports/re-embeddable.ts'
import { toPoint } from './chunk-point.ts'
import type { ChunkRecord, GraphScope } from './graph-store.ts'
import type { Scopes } from './scopes.ts'
import { parseStated } from './stated.ts'

/** The chunk itself, then each of its sentences; a sentence is not kept as text, and the first fact that it states stands for it. */
function textsOf(chunk: ChunkRecord): string[] {
  const own = chunk.start === 0 ? withoutLabel(chunk.text, chunk.speaker) : chunk.text
  const facts = parseStated(chunk.stated).facts
  return chunk.vectors.map((_, at) => (at === 0 ? own : (facts.find(({ vector }) => vector === at)?.text ?? own)))
}

export async function toEmbed(
  graph: GraphScope,
  embedder: string,
  limit: number,
): Promise<{ wanted: ToEmbed[]; left: number }> {
  const { chunks, facts, left } = await graph.toEmbed(embedder, limit)
  const ofChunks = chunks.map((chunk) => ({ id: toChunkId(chunk.id), texts: textsOf(chunk) }))
  const ofFacts = facts.map(({ id, text }) => ({ id: toFactId(id), texts: [text] }))
  return { wanted: [...ofChunks, ...ofFacts], left }
}

/** Points with the new vectors go into the new embedder's own collection, where nobody looks yet. */
export async function putEmbedded(
  { vectors, graph }: Scopes,
  embedder: string,
  made: readonly { readonly id: string; readonly vectors: readonly PackedVector[] }[],
): Promise<void> {
  const byId = new Map(made.map(({ id, vectors: list }) => [id, list]))
  const ids = made.map(({ id }) => id)
  const records = await graph.chunks(chunksIn(ids))
  const next = records.map((record) => ({ ...record, vectors: byId.get(toChunkId(record.id))!.map(vectorToText) }))
  if (next.length > 0) await vectors.put(next.map(toPoint))
  const ofChunks = records.flatMap((record) => {
    const list = byId.get(toChunkId(record.id))!
    const facts = parseStated(record.stated).facts
    return record.facts.map((key, at) => ({ key, vector: [...unpackVector(list[facts[at]?.vector ?? 0] ?? list[0]!)] }))
  })
  await graph.putEmbedded(embedder, {
    chunks: next.map(({ id, vectors: list }) => ({ id, vectors: list })),
    facts: [...ofChunks, ...factsIn(ids).map((id) => ({ id, vector: [...unpackVector(byId.get(toFactId(id))![0]!)] }))],
  })
  // What was erased meanwhile has no business there.
  const there = new Set((await graph.chunks(next.map(({ id }) => id))).map(({ id }) => id))
  await vectors.remove(next.flatMap(({ id }) => (there.has(id) ? [] : id)))
}
