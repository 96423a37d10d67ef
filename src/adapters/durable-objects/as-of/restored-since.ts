import type { Revised } from '../../../ports/memory-revisions.ts'
import { revise } from '../revise.ts'
import type { VaultTables } from '../vault-tables.ts'

/** A look brings back so much at most, the newest first: it is a read, during which the vault serves nobody else. */
const MOST_MEMORIES = 200
const MOST_PIECES = 1_000

/** Memories of the personas that held at a time, were taken out of retrieval since and can be brought back. */
export function invalidatedSince(tables: VaultTables, at: number, personas: readonly string[] | null): number[] {
  const scopes = personas?.flatMap((name) => tables.personas.find(name)?.id ?? []) ?? null
  let pieces = 0
  return tables.memories.invalidatedSince(at, scopes, MOST_MEMORIES).flatMap((found) => {
    if (pieces + found.pieces > MOST_PIECES) return []
    pieces += found.pieces
    return found.id
  })
}

/**
 * Brings them back, for a look inside a transaction that is rolled back: whoever was told by them is told by them again. Where the reading of a text
 * is not kept whole, because another memory said a part of it first, that memory stays out.
 */
export function bringBack(tables: VaultTables, ids: readonly number[]): void {
  const restore = (some: readonly number[]): Revised => {
    const revised = revise(tables, {
      now: Date.now(),
      embedder: tables.meta.text('embedder') ?? '',
      personas: null,
      revisions: some.map((id) => ({ kind: 'restore', id, reason: null })),
      read: [],
      receipt: null,
    })
    tables.flush()
    return revised
  }
  const all = restore(ids)
  if (all.kind === 'done') return
  const unread = new Set(all.kind === 'unread' ? all.texts.map(({ id }) => id) : [])
  const ready = ids.filter((id) => !unread.has(id))
  if (ready.length === 0 || restore(ready).kind === 'done') return
  for (const id of ready) restore([id])
}

/** Ends a transaction of which nothing is to be kept. */
export class RolledBack extends Error {}
