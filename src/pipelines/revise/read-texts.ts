import type { Unread } from '../../ports/memory-revisions.ts'
import type { NewMemory } from '../../ports/new-memory.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { turnsOf } from '../../runtime/turns.ts'
import { boundFacts } from '../ingest/bound-facts.ts'
import { encode } from '../ingest/encode.ts'
import { extract } from '../ingest/extract.ts'

/** A text that was read and encoded, with the memory that it belongs to. */
export interface ReadText {
  readonly id: number
  readonly memory: NewMemory
}

/** Reads and encodes texts as ingest does. */
export async function readTexts(
  ports: Ports,
  trace: Trace,
  {
    namespace,
    now,
    texts,
  }: {
    readonly namespace: string
    readonly now: number
    readonly texts: readonly Unread[]
  },
): Promise<ReadText[]> {
  const turns = turnsOf(namespace)
  const items = texts.map(({ id: _, confidence: __, speaker: ___, ...said }) => ({ ...said, useLlmExtraction: false }))
  const extractions = boundFacts(await trace.step('extract', () => extract(ports, namespace, items, now, turns)))
  const encoded = await trace.step('encode', () => encode(ports, items, extractions, turns))
  return texts.map(({ id, confidence }, at) => ({ id, memory: { ...encoded[at]!.memory, confidence } }))
}
