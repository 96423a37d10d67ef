import { DurableObject } from 'cloudflare:workers'

export const DIRECTORY_SHARDS = 64

/** FNV-1a: spreads names evenly over the shards and is the same everywhere, forever. */
export function shardOf(name: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193)
  return (hash >>> 0) % DIRECTORY_SHARDS
}

/** One of 64 shards of what the deployment knows of all accounts: which there are, by name. */
export class Directory extends DurableObject<Env> {
  #created = false

  #createOnce(): void {
    if (this.#created) return
    this.ctx.storage.sql.exec(
      'CREATE TABLE IF NOT EXISTS accounts (name TEXT PRIMARY KEY, account TEXT NOT NULL) STRICT, WITHOUT ROWID',
    )
    this.#created = true
  }

  /** Reserves the name for the account; false where another has it. */
  claim(name: string, account: string): boolean {
    this.#createOnce()
    return (
      this.ctx.storage.sql.exec(
        'INSERT INTO accounts (name, account) VALUES (?, ?) ON CONFLICT DO NOTHING',
        name,
        account,
      ).rowsWritten > 0
    )
  }

  release(name: string, account: string): void {
    this.#createOnce()
    this.ctx.storage.sql.exec('DELETE FROM accounts WHERE name = ? AND account = ?', name, account)
  }

  find(name: string): string | null {
    this.#createOnce()
    return (
      this.ctx.storage.sql.exec<{ account: string }>('SELECT account FROM accounts WHERE name = ?', name).toArray()[0]
        ?.account ?? null
    )
  }

  /** Names after `after`, in order. */
  list(after: string, limit: number): { name: string; account: string }[] {
    this.#createOnce()
    return this.ctx.storage.sql
      .exec<{ name: string; account: string }>(
        'SELECT name, account FROM accounts WHERE name > ? ORDER BY name LIMIT ?',
        after,
        limit,
      )
      .toArray()
  }
}
