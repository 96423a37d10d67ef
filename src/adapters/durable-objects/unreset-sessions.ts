import { withUnreset } from '../../memory/unreset-sessions.ts'
import type { VaultTables } from './vault-tables.ts'

const KEY = 'unreset sessions'

/** Sessions that are still to be reset. */
export const unresetIn = ({ meta }: VaultTables): readonly string[] => JSON.parse(meta.text(KEY) ?? '[]')

const note = (tables: VaultTables, change: Parameters<typeof withUnreset>[1]): void =>
  tables.meta.set(KEY, JSON.stringify(withUnreset(unresetIn(tables), change)))

/** Of a change, in its transaction. */
export const noteUnreset = (tables: VaultTables, sessions: readonly string[]): void =>
  note(tables, { add: sessions, remove: [] })

export const noteReset = (tables: VaultTables, sessions: readonly string[]): void =>
  note(tables, { add: [], remove: sessions })
