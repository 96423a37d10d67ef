import { BROUGHT_BACK, bringBack as bringBackRule, withinBounds } from '../../../memory/bring-back.ts'
import { driveSync } from '../../../runtime/drive-sync.ts'
import { revise } from '../revise.ts'
import type { VaultTables } from '../vault-tables.ts'

/** Memories of the personas that held at a time, were taken out of retrieval since and can be brought back. */
export function invalidatedSince(tables: VaultTables, at: number, personas: readonly string[] | null): number[] {
  const scopes = personas?.flatMap((name) => tables.personas.find(name)?.id ?? []) ?? null
  return withinBounds(tables.memories.invalidatedSince(at, scopes, BROUGHT_BACK.memories))
}

/** Brings them back, for a look inside a transaction that is rolled back: whoever was told by them is told by them again. */
export const bringBack = (tables: VaultTables, ids: readonly number[]): void =>
  driveSync(bringBackRule(ids), (some) => {
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
  })

/** Ends a transaction of which nothing is to be kept. */
export class RolledBack extends Error {}
