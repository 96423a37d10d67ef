import type { Extraction } from '../../domain/fact.ts'
import type { Ports } from '../../ports/ports.ts'
import type { IngestItem } from './ingest.ts'

/** Entities and relationships of each text, by the built-in extractor. */
export const extract = (ports: Ports, items: readonly IngestItem[], now: number): Promise<Extraction[]> =>
  ports.extractor.extract(items.map(({ text, source }) => ({ text, source, now })))
