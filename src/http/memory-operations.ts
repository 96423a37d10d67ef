/** What a call is in the words of OpenTelemetry's conventions for memory; calls that are none of these have no such span. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'POST /brain/ingest': 'upsert_memory',
  'POST /brain/ingest/batch': 'upsert_memory',
  'POST /brain/retrieve': 'search_memory',
  'POST /brain/retrieve/graph-qa': 'search_memory',
  'POST /brain/consolidate': 'upsert_memory',
  'POST /brain/prune': 'delete_memory',
  'POST /brain/entities/unmerge': 'update_memory',
  'POST /brain/entities/separate': 'update_memory',
  'PATCH /brain/memories/:id': 'update_memory',
  'POST /brain/memories/:id/invalidate': 'update_memory',
  'POST /brain/memories/:id/restore': 'update_memory',
  'DELETE /brain/memories/:id': 'delete_memory',
  'POST /brain/forget': 'delete_memory',
  'POST /admin/accounts': 'create_memory_store',
  'DELETE /admin/accounts/:account': 'delete_memory_store',
}

/** By the pattern of the route, not by the path. */
export const memoryOperation = (method: string, route: string): string | null =>
  OPERATIONS[`${method} ${route}`] ?? null
