import { loadModels } from '../eval/in-process-models.ts'
import { prepare } from './prepare.ts'
import { announce, progress } from './progress.ts'
import { questions, statements } from './texts.ts'
import { DIMENSIONS, type Vectors } from './vectors.ts'

export interface Corpus {
  readonly stored: Vectors
  readonly asked: Vectors
  /** Memories as bytes, in batches of `BATCH`, in the order of the texts. */
  readonly batches: readonly Uint8Array[]
  readonly facts: number
}

/** As many items as a request may have. */
export const BATCH = 100

/** `count` statements, and questions about the first of them, so that every size of memory holds the answers. */
export async function loadCorpus(count: number, questionCount: number, answeredWithin: number): Promise<Corpus> {
  announce(`Preparing ${count} texts (vectors are kept in node_modules/.cache for the next run)`)
  const texts = statements(count)
  const data = new Float32Array(count * DIMENSIONS)
  const batches: Uint8Array[] = []
  let facts = 0
  for await (const block of prepare(texts, BATCH)) {
    batches.push(...block.batches)
    facts += block.facts
    for (let at = 0; at < block.batches.length * BATCH && block.from + at < count; at++)
      data.set(block.vectors.get(texts[block.from + at]!)!.vector, (block.from + at) * DIMENSIONS)
    progress(`prepared: ${Math.min(count, batches.length * BATCH)} of ${count} texts`)
  }
  return {
    stored: { texts, data },
    asked: await askedVectors(questions(questionCount, answeredWithin)),
    batches,
    facts,
  }
}

async function askedVectors(texts: readonly string[]): Promise<Vectors> {
  const { embedder } = await loadModels()
  const data = new Float32Array(texts.length * DIMENSIONS)
  for (const [at, text] of texts.entries()) data.set((await embedder.embed([text], 'query'))[0]!, at * DIMENSIONS)
  return { texts, data }
}
