import type { Extraction, ExtractionInput } from '../domain/statement/fact.ts'
import type { Turns } from '../runtime/turns.ts'

/**
 * Reads what texts state. Every implementation promises:
 * - One extraction per input, in the order of the inputs; a text that states nothing has no facts.
 * - Greetings, questions, requests, filler, code and hypotheticals yield no facts: in doubt it stays silent.
 * - It never throws on a text, however odd.
 */
export interface Extractor {
  readonly loaded: boolean
  /** Loads what it needs, once; later calls return the same promise. */
  load(): Promise<void>
  /** `turns`: whose share of the isolate it takes. */
  extract(inputs: readonly ExtractionInput[], turns?: Turns): Promise<Extraction[]>
}
