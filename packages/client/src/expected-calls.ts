import type { Lines, LinesBody } from './lines.ts'
import type { Listing } from './listing.ts'
import type { Operation } from './operation.ts'
import type { CallOptions } from './options.ts'

/** What of a memory is to change; what is left out stays. */
export interface MemoryChange {
  /** Read and encoded anew; the old version is kept. */
  text?: string | undefined
  /** Merged with what is there; null deletes a key. */
  metadata?: Record<string, unknown> | undefined
  persona?: string | undefined
  occurred_at?: string | number | undefined
}

export interface ChangedMemory {
  id: string
  version: number
}

/** What was erased and when: ids and counts, no text. */
export interface Receipt {
  receipt_id: string
  at: number
  scope: Record<string, unknown>
  erased: {
    memories: number
    chunks: number
    facts: number
    entities: number
    abstractions: number
    versions: number
    sessions: number
  }
  remaining: number
}

export interface ReceiptList {
  receipts: Receipt[]
  next_cursor: string | null
}

/** What is to be erased; at least one of them. */
export interface ForgetRequest {
  ids?: string[] | undefined
  persona?: string | undefined
  session_id?: string | undefined
  entity?: string | undefined
  before?: string | number | undefined
  metadata?: Record<string, unknown> | undefined
  /** Only counts. */
  dry_run?: boolean | undefined
}

export interface ExportQuery {
  persona?: string | undefined
  session_id?: string | undefined
  source?: 'user' | 'document' | 'assistant' | undefined
  entity?: string | undefined
  since?: string | number | undefined
  until?: string | number | undefined
  metadata?: Record<string, unknown> | undefined
  cursor?: string | undefined
  vectors?: boolean | undefined
}

export interface ImportQuery {
  /** Of the file; our own export unless given. */
  format?: 'edge-brain' | 'mem0' | 'mcp-memory' | 'chatgpt' | 'claude' | 'text' | undefined
  dry_run?: boolean | undefined
}

/** Calls that are decided and not in the reference yet; once they are, the reference's own take their place. */
export interface ExpectedCalls {
  /** Changes a memory (5 operations when its text changes, else 1). `ifMatch` changes it only while it is in that version. */
  updateMemory(id: string, body: MemoryChange, options?: CallOptions): Promise<ChangedMemory>
  /** Erases a memory with what only it supports (1 operation). */
  deleteMemory(id: string, options?: CallOptions): Promise<Receipt>
  /** Takes a memory out of retrieval, reversibly (1 operation). */
  invalidateMemory(id: string, body?: { reason?: string | undefined }, options?: CallOptions): Promise<ChangedMemory>
  /** Brings an invalidated memory back (1 operation). */
  restoreMemory(id: string, body?: { reason?: string | undefined }, options?: CallOptions): Promise<ChangedMemory>
  /** Erases by ids, persona, session, entity, time or metadata (1 operation). */
  forget(body: ForgetRequest, options?: CallOptions): Promise<Receipt>
  /** What was erased, newest first (free). */
  listReceipts(query?: { limit?: number; cursor?: string }, options?: CallOptions): Listing<ReceiptList, Receipt>
  /** Everything that is remembered, line by line (free). */
  exportMemories(query?: ExportQuery, options?: CallOptions): Lines<Record<string, unknown>>
  /** Takes an export of ours or of others (1 operation a text of ours, 5 of others); the same file twice changes nothing. */
  importMemories(body: LinesBody, query?: ImportQuery, options?: CallOptions): Promise<Record<string, unknown>>
}

export const expectedOperations = {
  updateMemory: { call: 'PATCH /brain/memories/{id}', body: 'json', once: true },
  deleteMemory: { call: 'DELETE /brain/memories/{id}', once: true },
  invalidateMemory: { call: 'POST /brain/memories/{id}/invalidate', body: 'json', once: true },
  restoreMemory: { call: 'POST /brain/memories/{id}/restore', body: 'json', once: true },
  forget: { call: 'POST /brain/forget', body: 'json', once: true },
  listReceipts: { call: 'GET /brain/receipts', query: true, reads: true, list: 'receipts' },
  exportMemories: { call: 'GET /brain/export', query: true, reads: true, answer: 'lines' },
  importMemories: { call: 'POST /brain/import', body: 'lines', query: true, once: true },
} as const satisfies Record<string, Operation>
