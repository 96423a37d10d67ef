import { withUnreset } from '../../memory/unreset-sessions.ts'
import type { MemoryRevisions } from '../../ports/memory-revisions.ts'
import type { VaultTables } from './vault-tables.ts'

const KEY = 'unreset sessions'

/** Sessions that are still to be reset. */
export const unresetIn = ({ meta }: VaultTables): readonly string[] => JSON.parse(meta.text(KEY) ?? '[]')

export const noteUnreset = (tables: VaultTables, change: Parameters<MemoryRevisions['noteUnreset']>[1]): void =>
  tables.meta.set(KEY, JSON.stringify(withUnreset(unresetIn(tables), change)))
