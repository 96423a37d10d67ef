import { localTime } from '../../domain/date/local-time.ts'
import type { ExtractedFact, Extraction } from '../../domain/statement/fact.ts'
import { statementHash } from '../../domain/statement/hash.ts'
import { type LanguageModel, LanguageModelError } from '../../ports/language-model.ts'
import type { Ports } from '../../ports/ports.ts'
import { DAY_MS } from '../../runtime/duration.ts'
import { inTurns } from '../../runtime/in-turns.ts'
import { mapConcurrent } from '../../runtime/map-concurrent.ts'
import type { Turns } from '../../runtime/turns.ts'
import { countdown } from '../llm/countdown.ts'
import { type Chunk, chunkInSteps } from './chunk.ts'
import { toFacts, triplesSchema } from './llm-facts.ts'
import { SYSTEM, textPrompt } from './llm-prompt.ts'
import type { IngestItem } from './request.ts'

export interface Extracted extends Extraction {
  /** What the caller has to know about how it was read, or null. */
  readonly note: string | null
}

/** A model reads this much well in one go; a longer text goes in parts. */
const PART_LENGTH = 2_400
const PARTS_AT_ONCE = 4
const MAX_TOKENS = 2_000
const MIN_CALL_MS = 300
/** What the hash of a statement takes, a character. */
const STATEMENT_CHARACTER_US = 4

/** By the clock of whoever said it. */
const saidAt = ({ occurredAt, offsetMs }: IngestItem, now: number): number =>
  localTime({ occurredAt: occurredAt ?? now, offsetMs })

const NO_MODEL = 'No LLM is configured, so the built-in extractor was used.'

/** Entities and relationships of each text: by the built-in extractor, and by a model where the caller asks for it and one is there. */
export async function extract(
  ports: Ports,
  namespace: string,
  items: readonly IngestItem[],
  now: number,
  turns: Turns,
): Promise<Extracted[]> {
  const builtIn = await ports.extractor.extract(
    items.map((said) => ({ text: said.text, source: said.source, now: saidAt(said, now) })),
    turns,
  )
  const plain = builtIn.map((extraction, at): Extracted => {
    const note = items[at]!.useLlmExtraction && !ports.languageModel ? NO_MODEL : null
    return { ...extraction, note }
  })
  const asked = items.flatMap(({ useLlmExtraction, text }, at) => (useLlmExtraction && text.trim() ? at : []))
  if (!ports.languageModel || asked.length === 0) return plain
  const parts = await newParts(ports, namespace, items, plain, asked, now, turns)
  const read = await readParts(ports, ports.languageModel, parts, now, turns)
  return plain.map((extraction, at) =>
    combine(
      extraction,
      read.filter(({ part }) => part.item === at),
    ),
  )
}

interface Part {
  readonly item: number
  readonly said: IngestItem
  readonly speaker: string | null
  readonly start: number
  readonly end: number
}

interface ReadPart {
  readonly part: Part
  readonly facts: readonly ExtractedFact[] | LanguageModelError
}

/** What no model has read yet: known texts are only restated, and the same text twice in a batch is read once. */
async function newParts(
  ports: Ports,
  namespace: string,
  items: readonly IngestItem[],
  extractions: readonly Extraction[],
  asked: readonly number[],
  now: number,
  turns: Turns,
): Promise<Part[]> {
  const chunked: StatedChunk[][] = []
  for (const at of asked) chunked.push(await inTurns(statedChunks(items[at]!.text), turns))
  const known = await ports.memory.known(namespace, {
    now,
    texts: asked.map((at, i) => ({
      persona: items[at]!.persona,
      source: items[at]!.source,
      speaker: extractions[at]!.speaker,
      occurredAt: items[at]!.occurredAt,
      offsetMs: items[at]!.offsetMs ?? null,
      chunks: chunked[i]!.map(({ text, statement }) => ({ text, statement })),
    })),
  })
  const seen = new Set<string>()
  return asked.flatMap((at, i) => {
    const said = items[at]!
    const { speaker } = extractions[at]!
    const fresh = chunked[i]!.filter((chunk, n) => {
      const day = Math.floor(saidAt(said, now) / DAY_MS)
      const key = JSON.stringify([said.persona, said.source, speaker, day, chunk.text])
      return !known[i]![n] && !seen.has(key) && seen.add(key)
    })
    return joined(fresh).map(({ start, end }) => ({ item: at, said, speaker, start, end }))
  })
}

interface StatedChunk extends Chunk {
  readonly statement: number
}

function* statedChunks(text: string): Generator<number, StatedChunk[]> {
  const stated: StatedChunk[] = []
  for (const chunk of yield* chunkInSteps(text)) {
    if (chunk.text.trim() === '') continue
    yield chunk.text.length * STATEMENT_CHARACTER_US
    stated.push({ ...chunk, statement: statementHash(chunk.text) })
  }
  return stated
}

/** Chunks that follow each other are read together, as far as they fit. */
function joined(chunks: readonly Chunk[]): { start: number; end: number }[] {
  const parts: { start: number; end: number }[] = []
  for (const { start, end } of chunks) {
    const last = parts.at(-1)
    if (last && last.end === start && end - last.start <= PART_LENGTH) last.end = end
    else parts.push({ start, end })
  }
  return parts
}

async function readParts(
  ports: Ports,
  model: LanguageModel,
  parts: readonly Part[],
  now: number,
  turns: Turns,
): Promise<ReadPart[]> {
  const leftMs = countdown(ports.clock, ports.config.llmTimeoutMs)
  const done = await mapConcurrent(parts, PARTS_AT_ONCE, async (part) => ({
    part,
    facts: await readPart(ports, model, part, now, leftMs(), turns).catch(toProblem),
  }))
  return done.sort((a, b) => a.part.item - b.part.item || a.part.start - b.part.start)
}

async function readPart(
  ports: Ports,
  model: LanguageModel,
  { said, speaker, start, end }: Part,
  now: number,
  timeoutMs: number,
  turns: Turns,
): Promise<ExtractedFact[]> {
  if (timeoutMs < MIN_CALL_MS) throw new LanguageModelError('slow')
  const text = said.text.slice(start, end)
  const { value } = await model.generateObject({
    system: SYSTEM,
    prompt: textPrompt(text, said.source, speaker),
    schema: triplesSchema,
    maxTokens: MAX_TOKENS,
    timeoutMs,
  })
  const about = { text, source: said.source, speaker, now: saidAt(said, now) }
  const facts = await toFacts(ports.extractor, value.facts, about, turns)
  return facts.map((fact) => ({ ...fact, start: fact.start + start, end: fact.end + start }))
}

function toProblem(error: unknown): LanguageModelError {
  if (error instanceof LanguageModelError) return error
  throw error
}

/** The model's facts where it has read the text, the built-in extractor's where it failed. */
function combine(plain: Extracted, read: readonly ReadPart[]): Extracted {
  if (read.length === 0) return plain
  const failed = read.flatMap(({ facts }) => (facts instanceof LanguageModelError ? facts : []))
  const facts = read.flatMap(({ part, facts }) =>
    facts instanceof LanguageModelError
      ? plain.facts.filter(({ start }) => start >= part.start && start < part.end)
      : facts,
  )
  return { ...plain, facts, note: failed.length === 0 ? null : noteOf(failed, read.length) }
}

const noteOf = (failed: readonly LanguageModelError[], parts: number): string =>
  failed.length === parts
    ? `${failed[0]!.message} The built-in extractor was used.`
    : `${failed[0]!.message} The built-in extractor was used for ${failed.length} of ${parts} parts.`
