import type { Lines, LinesBody } from './lines.ts'
import type { Listing } from './listing.ts'
import type { Operation } from './operation.ts'
import type { Memory } from './operations.ts'
import type { CallOptions } from './options.ts'

/** A memory, with the version that it is at. */
export interface VersionedMemory extends Memory {
  /** One more with each edit; `ifMatch` takes it. */
  version: number
}

/** What of a memory is to change; what is left out stays. */
export interface MemoryEdit {
  /** What it says from now on; it is read and encoded anew, and the old version is kept. */
  text?: string | null | undefined
  /** Fields to put into the metadata; one that is null is taken out, and the others stay. */
  metadata?: Record<string, unknown> | null | undefined
  persona?: string | null | undefined
  occurred_at?: string | number | null | undefined
}

export interface InvalidateRequest {
  reason?: string | null | undefined
}

export interface RestoreRequest extends InvalidateRequest {
  /** Makes the memory what it was at this version; unless given it is brought back into retrieval. */
  version?: number | null | undefined
}

export interface MemoryHistory {
  id: string
  version: number
  state: string
  /** The versions that were replaced, newest first. */
  versions: Array<{
    version: number
    text: string
    persona: string
    metadata: Record<string, unknown> | null
    occurred_at: number
    replaced_at: number
  }>
  /** When it was invalidated and restored, newest first. */
  changes: Array<{ at: number; state: string; reason: string | null }>
}

/** What was erased and when: ids and counts, no text. */
export interface Receipt {
  receipt_id: string
  at: number
  scope: Record<string, unknown>
  erased: Record<'memories' | 'chunks' | 'facts' | 'entities' | 'abstractions' | 'versions' | 'sessions', number>
  /** Memories of the scope that are left: the same call goes on with them. */
  remaining: number
  recoverable_until: number | null
}

export interface ReceiptList {
  receipts: Receipt[]
  next_cursor: string | null
}

/** What is to be erased; at least one of them. */
export interface ForgetRequest {
  ids?: string[] | null | undefined
  persona?: string | null | undefined
  session_id?: string | null | undefined
  source?: 'user' | 'document' | 'assistant' | null | undefined
  entity?: string | null | undefined
  before?: string | number | null | undefined
  since?: string | number | null | undefined
  until?: string | number | null | undefined
  metadata?: Record<string, unknown> | null | undefined
  /** Only counts; nothing is erased. */
  dry_run?: boolean | undefined
}

export interface ForgetDryRun {
  dry_run: true
  scope: Record<string, unknown>
  memories: number
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
  format: 'edge-brain' | 'items' | 'mem0' | 'mcp-memory' | 'chatgpt' | 'claude' | 'text'
  /** Tells what would be, and stores nothing. */
  dry_run?: boolean | undefined
  persona?: string | undefined
  source?: 'user' | 'document' | 'assistant' | undefined
  name?: string | undefined
}

/** Calls that are decided and not in the reference yet; once they are, the reference's own take their place. */
export interface ExpectedCalls {
  /** Change a memory (1 operation; 5 where the text changes). */
  editMemory(id: string, body: MemoryEdit, options?: CallOptions): Promise<VersionedMemory>
  /** Erase a memory with everything that only it supports (1 operation). */
  deleteMemory(id: string, options?: CallOptions): Promise<Receipt>
  /** Take a memory out of retrieval, until it is restored (1 operation). */
  invalidateMemory(id: string, body?: InvalidateRequest, options?: CallOptions): Promise<VersionedMemory>
  /** Bring a memory back that was invalidated, or an old version of one (1 operation; 5 for an old version). */
  restoreMemory(id: string, body?: RestoreRequest, options?: CallOptions): Promise<VersionedMemory>
  /** See what a memory was before, and when it was invalidated and restored (free). */
  memoryHistory(id: string, options?: CallOptions): Promise<MemoryHistory>
  /** Erase every memory of a scope (1 operation). */
  forget(body: ForgetRequest, options?: CallOptions): Promise<Receipt | ForgetDryRun>
  /** List what was erased, newest first (free). */
  listReceipts(query?: { limit?: number; cursor?: string }, options?: CallOptions): Listing<ReceiptList, Receipt>
  /** Everything that is remembered, line by line (free). */
  export(query?: ExportQuery, options?: CallOptions): Lines<Record<string, unknown>>
  /** Import texts of a file (5 operations a text); the same file twice changes nothing. */
  import(body: LinesBody, query: ImportQuery, options?: CallOptions): Promise<Record<string, unknown>>
}

export const expectedOperations = {
  editMemory: { call: 'PATCH /brain/memories/{id}', body: 'json', once: true },
  deleteMemory: { call: 'DELETE /brain/memories/{id}', once: true },
  invalidateMemory: { call: 'POST /brain/memories/{id}/invalidate', body: 'json', once: true },
  restoreMemory: { call: 'POST /brain/memories/{id}/restore', body: 'json', once: true },
  memoryHistory: { call: 'GET /brain/memories/{id}/history', reads: true },
  forget: { call: 'POST /brain/forget', body: 'json', once: true },
  listReceipts: { call: 'GET /brain/receipts', query: true, reads: true, list: 'receipts' },
  export: { call: 'GET /brain/export', query: true, reads: true, answer: 'lines' },
  import: { call: 'POST /brain/import', body: 'lines', query: true, once: true },
} as const satisfies Record<string, Operation>
