import { LOOK_BACK, type LookBack, lookBack, namingAlike, withinBounds } from '../../../memory/look-back.ts'
import { answerLook } from '../../../memory/revision/look.ts'
import { driveSync } from '../../../runtime/drive-sync.ts'
import { createLooks, revise } from '../revise.ts'
import type { VaultTables } from '../vault-tables.ts'

/** What a look at how it was at a time has to change; null: nothing. Names are everybody's, so that those of other personas count too. */
export function findLookBack(tables: VaultTables, at: number, personas: readonly string[] | null): LookBack | null {
  const scopes = personas?.flatMap((name) => tables.personas.find(name)?.id ?? []) ?? null
  const restore = withinBounds(tables.memories.invalidatedSince(at, scopes, LOOK_BACK.memories))
  const late = tables.memories.toldTooEarly(at)
  const withdraw =
    late.length === 0 ? [] : driveSync(namingAlike(late), (look) => answerLook(createLooks(tables), look))
  return restore.length + withdraw.length > 0 ? { restore, withdraw } : null
}

/** Makes everything as it was, for a look inside a transaction that is rolled back. */
export const goBack = (tables: VaultTables, wanted: LookBack): void =>
  driveSync(lookBack(wanted), (revisions) => {
    const revised = revise(tables, {
      now: Date.now(),
      embedder: tables.meta.text('embedder') ?? '',
      personas: null,
      revisions,
      read: [],
      receipt: null,
    })
    tables.flush()
    return revised
  })

/** Ends a transaction of which nothing is to be kept. */
export class RolledBack extends Error {}
