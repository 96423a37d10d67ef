import { type PackedVector, packVector } from '../../domain/ranking/vector.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import type { ExtractedFact, Extraction } from '../../domain/statement/fact.ts'
import { statementHash } from '../../domain/statement/hash.ts'
import { sourceConfidence } from '../../domain/statement/source.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type { NewFact, NewMemory } from '../../ports/new-memory.ts'
import type { Ports } from '../../ports/ports.ts'
import { type Chunk, chunkText } from './chunk.ts'
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
  const wanted = new Map<string, number>()
  const want = (text: string) => {
    if (!wanted.has(text)) wanted.set(text, wanted.size)
    return wanted.get(text)!
  }
  for (const [at, list] of pieces.entries()) {
    for (const piece of list) {
      want(embeddedText(piece.chunk, extractions[at]!.speaker))
      for (const fact of piece.facts)
        if (hasOwnVector(fact, piece.chunk)) want(items[at]!.text.slice(fact.start, fact.end))
    }
  }
  const vectors = await ports.embedder.embed([...wanted.keys()], 'passage')
  const packed = vectors.map(packVector)
  const vectorOf = (text: string): PackedVector => packed[wanted.get(text)!]!

  return items.map((item, at) => {
    const { speaker } = extractions[at]!
    const chunks = pieces[at]!.map(({ chunk }) => ({
      ...chunk,
      vector: vectorOf(embeddedText(chunk, speaker)),
      words: wordsOf(embeddedText(chunk, speaker)),
      statement: statementHash(chunk.text),
    }))
    const facts = pieces[at]!.flatMap(({ chunk, facts }, place) =>
      facts.map((fact) =>
        toNewFact(
          item,
          fact,
          place,
          hasOwnVector(fact, chunk) ? vectorOf(item.text.slice(fact.start, fact.end)) : null,
        ),
      ),
    )
    return {
      memory: {
        persona: item.persona,
        source: item.source,
        confidence: sourceConfidence[item.source],
        sessionId: item.sessionId,
        speaker,
        metadata: item.metadata,
        text: item.text,
        occurredAt: item.occurredAt,
        chunks,
        facts,
      },
      vectors: pieces[at]!.map(({ chunk }) => vectors[wanted.get(embeddedText(chunk, speaker))!]!),
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

/** A label names the speaker, who is kept beside the chunk; inside the vector the name would only blur what is said. */
const embeddedText = (chunk: Chunk, speaker: string | null): string =>
  chunk.start === 0 ? withoutLabel(chunk.text, speaker) : chunk.text

const hasOwnVector = (fact: ExtractedFact, chunk: Chunk): boolean =>
  fact.end - fact.start < NEARLY_ALL * chunk.text.trim().length

/** What a user says of himself is certain; everyone else is believed as far as the source and the extractor go. */
function toNewFact(item: IngestItem, fact: ExtractedFact, chunk: number, vector: PackedVector | null): NewFact {
  return {
    subject: fact.subject,
    predicate: fact.predicate,
    relation: fact.relation,
    object: fact.object,
    text: fact.text,
    negated: fact.negated,
    aspect: fact.aspect,
    slot: fact.slot,
    value: fact.value,
    denies: fact.denies,
    confidence: item.source === 'user' ? 1 : sourceConfidence[item.source] * fact.certainty,
    chunk,
    vector,
  }
}
