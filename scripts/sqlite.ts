import { createRequire } from 'node:module'
import type { DatabaseSync } from 'node:sqlite'

type Open = (path: string, options?: { readonly readOnly?: boolean }) => DatabaseSync

/** Opens a database with Node's own SQLite. null: this Node has none, as those before 22.13. */
export const openDatabase: Open | null = find()

function find(): Open | null {
  const { emitWarning } = process
  // Node 22 and 23 call it experimental, at every start.
  process.emitWarning = () => undefined
  try {
    const sqlite = createRequire(import.meta.url)('node:sqlite') as typeof import('node:sqlite')
    return (path, options = {}) => new sqlite.DatabaseSync(path, options)
  } catch {
    return null
  } finally {
    process.emitWarning = emitWarning
  }
}
