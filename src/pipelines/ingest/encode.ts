import type { PackedVector } from '../../domain/ranking/vector.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import { type ExtractedFact, type Extraction, statementOf } from '../../domain/statement/fact.ts'
import { statementHash } from '../../domain/statement/hash.ts'
import { sourceConfidence } from '../../domain/statement/source.ts'
import type { NewFact, NewMemory } from '../../ports/new-memory.ts'
import type { Ports } from '../../ports/ports.ts'
import { type Chunk, chunkText } from './chunk.ts'
import { embeddedText, embedEach } from './embed-each.ts'
import type { IngestItem } from './request.ts'

export interface Encoded {
  readonly memory: NewMemory
  /** The chunks' vectors in full, for the session's topic. */
  readonly vectors: readonly Float32Array[]
}

/** A sentence that is nearly all of its chunk shares the chunk's vector: another would say the same. */
const NEARLY_ALL = 0.75

interface Piece {
  readonly chunk: Chunk
  readonly facts: readonly ExtractedFact[]
}

/** Splits the texts into chunks and embeds them, and the sentences that state facts, in one batch. */
export async function encode(
  ports: Ports,
  items: readonly IngestItem[],
  extractions: readonly Extraction[],
): Promise<Encoded[]> {
  const pieces = items.map(({ text }, at) => split(text, extractions[at]!.facts))
  const vectorOf = await embedEach(
    ports.embedder,
    pieces.flatMap((list, at) =>
      list.flatMap(({ chunk, facts }) => [
        embeddedText(chunk, extractions[at]!.speaker),
        ...facts.flatMap((fact) => ownText(items[at]!, fact, chunk) ?? []),
      ]),
    ),
  )

  return items.map((item, at) => {
    const { useLlmExtraction: _, ...said } = item
    const { speaker } = extractions[at]!
    const chunks = pieces[at]!.map(({ chunk }) => ({
      ...chunk,
      vector: vectorOf(embeddedText(chunk, speaker)).packed,
      words: wordsOf(embeddedText(chunk, speaker)),
      statement: statementHash(chunk.text),
    }))
    const facts = pieces[at]!.flatMap(({ chunk, facts }, place) =>
      facts.map((fact) => {
        const own = ownText(item, fact, chunk)
        return toNewFact(item, fact, place, own === null ? null : vectorOf(own).packed)
      }),
    )
    return {
      memory: { ...said, confidence: sourceConfidence[item.source], speaker, chunks, facts },
      vectors: pieces[at]!.map(({ chunk }) => vectorOf(embeddedText(chunk, speaker)).full),
    }
  })
}

function split(text: string, facts: readonly ExtractedFact[]): Piece[] {
  if (text.trim() === '') return []
  return chunkText(text).flatMap((chunk, at, all) => {
    if (chunk.text.trim() === '') return []
    const last = at === all.length - 1
    return { chunk, facts: facts.filter(({ start }) => start >= chunk.start && (start < chunk.end || last)) }
  })
}

/** The sentence that states a fact, where it gets a vector of its own. */
const ownText = ({ text }: IngestItem, { start, end }: ExtractedFact, chunk: Chunk): string | null =>
  end - start < NEARLY_ALL * chunk.text.trim().length ? text.slice(start, end) : null

/** What a user says of himself is certain; everyone else is believed as far as the source and the extractor go. */
const toNewFact = (item: IngestItem, fact: ExtractedFact, chunk: number, vector: PackedVector | null): NewFact => ({
  ...statementOf(fact),
  confidence: item.source === 'user' ? 1 : sourceConfidence[item.source] * fact.certainty,
  chunk,
  vector,
})
