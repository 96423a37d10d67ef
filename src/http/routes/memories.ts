import * as z from 'zod/mini'
import { findMemory } from '../../pipelines/revise/find-memory.ts'
import { cursorParams, fromCursor, toCursor } from '../cursor.ts'
import { defineRoute } from '../define-route.ts'
import { named } from '../fields.ts'
import { recordFilterParams, toRecordFilter } from '../record-filter.ts'
import { knownFact, strengthAt, toKnownFact } from './known-fact.ts'
import { memory, memoryFields, memoryNumber, memoryParams, toMemory } from './memory.ts'
import { historyFields, toHistory } from './memory-history.ts'

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
  summary: 'See one memory, with its chunks, what was read from it and what it was before',
  params: memoryParams,
  response: named(
    'MemoryDetail',
    z.object({ ...memoryFields, chunks: z.array(chunk), facts: z.array(knownFact), ...historyFields }),
  ),
  versionOf: ({ version }) => version,
  errors: [404],
  async handle({ ports, account, bound, now, params }) {
    const id = memoryNumber(account, params.id)
    const [found, history] = await Promise.all([
      findMemory(ports, { namespace: account, personas: bound }, id),
      ports.revisions.history(account, { id }),
    ])
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
      ...toHistory(history, bound),
    }
  },
})

export const memoryHistoryRoute = defineRoute({
  method: 'get',
  path: '/brain/memories/:id/history',
  id: 'memoryHistory',
  scope: 'read',
  summary: 'See what a memory was before, and when it was invalidated and restored',
  params: memoryParams,
  response: named('MemoryHistory', z.object({ id: z.string(), version: z.int(), state: z.string(), ...historyFields })),
  versionOf: ({ version }) => version,
  errors: [404],
  async handle({ ports, account, bound, params }) {
    const id = memoryNumber(account, params.id)
    const [{ version, state }, history] = await Promise.all([
      findMemory(ports, { namespace: account, personas: bound }, id),
      ports.revisions.history(account, { id }),
    ])
    return { id: params.id, version, state, ...toHistory(history, bound) }
  },
})
