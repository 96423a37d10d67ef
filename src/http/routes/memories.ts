import * as z from 'zod/mini'
import { BrainError } from '../../domain/errors.ts'
import { recordNumber, toRecordId } from '../../domain/record-id.ts'
import type { Memory } from '../../ports/memory-records.ts'
import { cursorParams, fromCursor, toCursor } from '../cursor.ts'
import { defineRoute } from '../define-route.ts'
import { named, text } from '../fields.ts'
import { recordFilterParams, toRecordFilter } from '../record-filter.ts'
import { knownFact, strengthAt, toKnownFact } from './known-fact.ts'

const memoryFields = {
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
}

const memory = named('Memory', z.object(memoryFields))

const toMemory = (namespace: string, record: Memory): z.output<typeof memory> => ({
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
})

export const listMemoriesRoute = defineRoute({
  method: 'get',
  path: '/brain/memories',
  id: 'listMemories',
  scope: 'read',
  summary: 'List what was told, newest first',
  description:
    'Filters are combined; `metadata.KEY=VALUE` compares a field of the metadata. A page may have fewer than `limit` and still go on: `next_cursor` is null at the end. Looking counts as no access.',
  query: z.looseObject({ ...recordFilterParams, ...cursorParams }),
  response: named('MemoryList', z.object({ memories: z.array(memory), next_cursor: z.nullable(z.string()) })),
  async handle({ ports, account, bound, query }) {
    const page = { before: fromCursor(account, query.cursor), limit: query.limit }
    const asked = { ...page, filter: toRecordFilter(query, bound), asSaid: bound !== null }
    const { memories, next } = await ports.records.listMemories(account, asked)
    return { memories: memories.map((one) => toMemory(account, one)), next_cursor: toCursor(account, next) }
  },
})

const chunk = z.object({
  id: z.string(),
  text: z.string(),
  confidence: z.number(),
  strength: z.number(),
  access_count: z.int(),
})

export const getMemoryRoute = defineRoute({
  method: 'get',
  path: '/brain/memories/:id',
  id: 'getMemory',
  scope: 'read',
  summary: 'See one memory, with its chunks and what was read from it',
  params: z.object({ id: text(1, 64) }),
  response: named('MemoryDetail', z.object({ ...memoryFields, chunks: z.array(chunk), facts: z.array(knownFact) })),
  errors: [404],
  async handle({ ports, account, bound, now, params }) {
    const number = recordNumber(account, params.id)
    const asked = { personas: bound, asSaid: bound !== null }
    const [found] = number === null ? [] : await ports.records.findMemories(account, { ids: [number], ...asked })
    if (!found) throw new BrainError('not-found', 'id: there is no such memory')
    const shown = { namespace: account, now, halfLifeDays: ports.config.decayHalfLifeDays }
    return {
      ...toMemory(account, found),
      chunks: found.chunks.map((one) => ({
        id: one.id,
        text: one.text,
        confidence: one.confidence,
        strength: strengthAt(shown, one),
        access_count: one.accessCount,
      })),
      facts: found.facts.map((one) => toKnownFact(shown, one)),
    }
  },
})
