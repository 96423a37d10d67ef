import type { PackedVector } from '../../domain/ranking/vector.ts'
import { wordsOf } from '../../domain/ranking/words.ts'
import { type ExtractedFact, type Extraction, statementOf } from '../../domain/statement/fact.ts'
import { statementHash } from '../../domain/statement/hash.ts'
import { sourceConfidence } from '../../domain/statement/source.ts'
import type { NewFact, NewMemory } from '../../ports/new-memory.ts'
import type { Ports } from '../../ports/ports.ts'
import { inTurns } from '../../runtime/in-turns.ts'
import { BACKGROUND, type Turns } from '../../runtime/turns.ts'
import { type Chunk, chunkInSteps } from './chunk.ts'
import { embeddedText, embedEach } from './embed-each.ts'
import type { IngestItem } from './request.ts'

export interface Encoded {
  readonly memory: NewMemory
  /** The chunks' vectors in full, for the session's topic. */
  readonly vectors: readonly Float32Array[]
}

/** What it takes to find the words of a chunk and the hash of what it states, a character. */
const CHARACTER_US = 4

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
  turns: Turns = BACKGROUND,
): Promise<Encoded[]> {
  const pieces: Piece[][] = []
  const wholeUs = items.reduce((sum, { text }) => sum + text.length, 0) * CHARACTER_US
  for (const [at, { text }] of items.entries())
    pieces.push(await inTurns(split(text, extractions[at]!.facts), turns, wholeUs))
  const vectorOf = await embedEach(
    ports.embedder,
    pieces.flatMap((list, at) =>
      list.flatMap(({ chunk, facts }) => [
        embeddedText(chunk, extractions[at]!.speaker),
        ...facts.flatMap((fact) => ownText(items[at]!, fact, chunk) ?? []),
      ]),
    ),
    turns,
  )

  /** Puts one item together. */
  function* assemble(item: IngestItem, at: number): Generator<number, Encoded> {
    const { useLlmExtraction: _, ...said } = item
    const { speaker } = extractions[at]!
    const chunks: NewMemory['chunks'][number][] = []
    for (const { chunk } of pieces[at]!) {
      yield chunk.text.length * CHARACTER_US
      const text = embeddedText(chunk, speaker)
      const statement = statementHash(chunk.text)
      chunks.push({ ...chunk, vector: vectorOf(text).ofChunk, words: wordsOf(text), statement })
    }
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
  }
  const encoded: Encoded[] = []
  for (const [at, item] of items.entries()) encoded.push(await inTurns(assemble(item, at), turns, wholeUs))
  return encoded
}

function* split(text: string, facts: readonly ExtractedFact[]): Generator<number, Piece[]> {
  if (text.trim() === '') return []
  const chunks = yield* chunkInSteps(text)
  return chunks.flatMap((chunk, at, all) => {
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
