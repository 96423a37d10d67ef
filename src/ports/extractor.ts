import type { Extraction, ExtractionInput } from '../domain/statement/fact.ts'

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
  extract(inputs: readonly ExtractionInput[]): Promise<Extraction[]>
}
