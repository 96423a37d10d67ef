import { heldAt } from '../../../memory/held-at.ts'
import { isInvalidated } from '../../../memory/state-changes.ts'
import { revise } from '../revise.ts'
import type { VaultTables } from '../vault-tables.ts'

/** Memories that held at a time and were taken out of retrieval since. */
export const invalidatedSince = (tables: VaultTables, at: number): number[] =>
  tables.memories.changed().flatMap((record) => (isInvalidated(record) && heldAt(record, at) ? record.id : []))

/** Brings them back, for a look inside a transaction that is rolled back: whoever was told by them is told by them again. */
export function bringBack(tables: VaultTables, ids: readonly number[]): void {
  revise(tables, {
    now: Date.now(),
    embedder: tables.meta.text('embedder') ?? '',
    personas: null,
    revisions: ids.map((id) => ({ kind: 'restore', id, reason: null })),
    read: [],
    receipt: null,
  })
  tables.flush()
}

/** Ends a transaction of which nothing is to be kept. */
export class RolledBack extends Error {}
