import { localTime } from '../../domain/date/local-time.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import { SOURCES } from '../../domain/statement/source.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type { StatedTarget, StoredFact } from '../../memory/records.ts'
import { asTold } from '../../memory/revision/parked.ts'
import { piecesOf } from '../../memory/revision/pieces.ts'
import type { PortableChunk, PortableMemory } from '../../ports/portable.ts'
import { chunkKey } from './chunk-key.ts'
import type { ChunkRecord } from './graph-store.ts'
import { parseStated, type StatedFact, statedAs, toldIn } from './stated.ts'

/** Stands in a chunk for the key of a fact that has not come yet. What never comes counts as pruned. */
export const comingFact = (id: number): string => `f${id}`

interface Known {
  /** null: nobody brought it. */
  readonly memory: Pick<PortableMemory, 'stated' | 'occurredAt' | 'offsetMs' | 'source' | 'speaker'> | null
  readonly session: { readonly id: number; readonly place: number } | null
  readonly factOf: (id: number) => (StoredFact & { readonly key: string }) | undefined
}

/** A chunk of an export as the graph records it: what can be made of its text and of what its memory tells is made anew. */
export async function restoredChunk(
  namespace: string,
  chunk: PortableChunk,
  { memory, session, factOf }: Known,
): Promise<ChunkRecord> {
  const { vectors, facts, session: sessionName, ...own } = chunk
  const { text, start, speaker, persona } = chunk
  const words = wordsOf(start === 0 ? withoutLabel(text, speaker) : text)
  const { occurredAt, offsetMs = null, source } = memory ?? { occurredAt: chunk.createdAt, source: chunk.source }
  const said = { persona, source: SOURCES[source]!, speaker: memory ? memory.speaker : speaker }
  return {
    ...own,
    key: await chunkKey(namespace, said, localTime({ occurredAt, offsetMs }), text),
    session: session?.id ?? null,
    place: session?.place ?? 0,
    facts: facts.map((id) => factOf(id)?.key ?? comingFact(id)),
    words: words.length,
    terms: [...new Set(words)],
    vectors: vectors.map(({ data }) => data!),
    stated: statedAs(toldIn({ session: sessionName, occurredAt, offsetMs }), toldFacts(chunk, memory, factOf)),
  }
}

/** The facts of a chunk as its memory tells them, in the chunk's order, each with the vector that stands for it. */
function toldFacts(chunk: PortableChunk, memory: Known['memory'], factOf: Known['factOf']): StatedFact[] {
  const stated = memory ? (JSON.parse(memory.stated) as StatedTarget[]) : []
  const told = piecesOf({ stated }).flatMap((piece) => (piece.chunk?.target === `c${chunk.id}` ? piece.facts : []))
  const vectors = chunk.vectors.map((vector) => [...vector.facts])
  return chunk.facts.map((id): StatedFact => {
    const at = told.findIndex(({ target }) => target === `f${id}`)
    const [telling] = at < 0 ? [] : told.splice(at, 1)
    return { ...asTold(factOf(id) ?? NOT_YET, telling ?? {}), vector: takeVector(vectors, id) }
  })
}

/** Where a fact is told twice, the first telling has the first of its vectors. null: the chunk's own. */
function takeVector(vectors: readonly number[][], fact: number): number | null {
  const at = vectors.findIndex((facts) => facts.includes(fact))
  if (at < 0) return null
  vectors[at]!.splice(vectors[at]!.indexOf(fact), 1)
  return at === 0 ? null : at
}

/** The same chunk once facts have come that it waited for; null: it waits for none of them. */
export function withFacts(
  chunk: Pick<ChunkRecord, 'facts' | 'stated'>,
  arrived: ReadonlyMap<string, StoredFact & { readonly key: string }>,
): Pick<ChunkRecord, 'facts' | 'stated'> | null {
  if (!chunk.facts.some((key) => arrived.has(key))) return null
  const { facts, ...told } = parseStated(chunk.stated)
  return {
    facts: chunk.facts.map((key) => arrived.get(key)?.key ?? key),
    stated: statedAs(
      told,
      facts.map((fact, at) => {
        const known = arrived.get(chunk.facts[at]!)
        return known ? { ...asTold(known, {}), vector: fact.vector } : fact
      }),
    ),
  }
}

const NOT_YET = {
  ...{ id: 0, persona: '', source: 0, level: 1, metadata: null, memory: 0, statedBy: [], latest: 0, leaf: false },
  ...{ createdAt: 0, statedAt: 0, lastAccess: 0, accessCount: 0, chunk: 0, abstraction: null, members: 0 },
  ...{ subject: '', predicate: '', relation: '', object: '', text: '', negated: false, aspect: 'is' },
  ...{ slot: '', value: '', denies: false, date: null },
} as const satisfies StoredFact
