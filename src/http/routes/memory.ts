import * as z from 'zod/mini'
import { recordNumber, toRecordId } from '../../domain/record-id.ts'
import { noSuchMemory } from '../../pipelines/revise/refusals.ts'
import type { Memory } from '../../ports/memory-records.ts'
import { about, named, text } from '../fields.ts'

export const memoryFields = {
  id: z.string(),
  text: z.string(),
  persona: z.string(),
  source: z.string(),
  session_id: z.nullable(z.string()),
  speaker: z.nullable(z.string()),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
  occurred_at: z.number(),
  created_at: z.number(),
  state: z.string(),
  version: about(z.int(), 'One more with each edit; `If-Match` takes it.'),
}

/** One ingested text as it is shown. */
export const memory = named('Memory', z.object(memoryFields))

export const toMemory = (namespace: string, record: Memory): z.output<typeof memory> => ({
  id: toRecordId(namespace, record.id),
  text: record.text,
  persona: record.persona,
  source: record.source,
  session_id: record.sessionId,
  speaker: record.speaker,
  metadata: record.metadata as Record<string, unknown> | null,
  occurred_at: record.occurredAt / 1000,
  created_at: record.createdAt / 1000,
  state: record.state,
  version: record.version,
})

export const memoryParams = z.object({ id: text(1, 64) })

/** The number of the memory that a path names. One of another account is none. */
export function memoryNumber(namespace: string, id: string): number {
  const number = recordNumber(namespace, id)
  if (number === null) throw noSuchMemory()
  return number
}
