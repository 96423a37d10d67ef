import { createHash, createHmac } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../sqlite.ts'
import type { StateFolder } from '../state-folder.ts'
import type { WorkerSettings } from '../worker-settings.ts'

/** One page: what workerd leaves of an object that has nothing in it. */
const EMPTY_BYTES = 4_096
/** A vault that was erased holds a mark and empty tables, less than this. */
const ERASED_BYTES = 256 * 1024
/** A start must not wait for it: what is not looked at within this is looked at another time. */
const BUDGET_MS = 500

/**
 * Removes the files of objects that are gone: those with nothing in them, and the vaults of accounts that were deleted. The runtime must not be
 * running. An erased vault whose account is still there, since its deletion was cut off, keeps its mark. How many files went.
 */
export function removeLeftovers(folder: StateFolder, settings: WorkerSettings): number {
  const deadline = Date.now() + BUDGET_MS
  let removed = 0
  const remove = (path: string) => {
    for (const end of ['', '-wal', '-shm', '-wal.damaged']) rmSync(path + end, { force: true })
    removed++
  }
  for (const { className } of settings.objects) {
    for (const path of objectsOf(folder, settings, className)) {
      if (Date.now() > deadline) return removed
      if (statSync(path).size <= EMPTY_BYTES && read(path, isEmpty)) remove(path)
    }
  }
  const erased = objectsOf(folder, settings, 'Vault').filter(
    (path) => Date.now() < deadline && statSync(path).size <= ERASED_BYTES && read(path, isErased),
  )
  if (erased.length === 0) return removed
  const accounts = objectsOf(folder, settings, 'Account').map((path) => read(path, accountIn))
  // Of an account that could not be read nobody knows whether its vault is one of these.
  if (accounts.includes(null)) return removed
  const living = new Set(accounts.map((id) => `${objectId(`${settings.name}-Vault`, id!)}.sqlite`))
  for (const path of erased) if (!living.has(basename(path))) remove(path)
  return removed
}

function objectsOf(folder: StateFolder, settings: WorkerSettings, className: string): string[] {
  const home = join(folder.storage, `${settings.name}-${className}`)
  if (!existsSync(home)) return []
  return (
    readdirSync(home)
      .filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
      .map((name) => join(home, name))
      // So that in time every one of them has its turn.
      .sort(() => Math.random() - 0.5)
  )
}

/** What the file says; null where it cannot be read. */
function read<T>(path: string, ask: (database: DatabaseSync) => T): T | null {
  if (!openDatabase) return null
  try {
    const database = openDatabase(path)
    try {
      return ask(database)
    } finally {
      database.close()
    }
  } catch {
    return null
  }
}

const isEmpty = (database: DatabaseSync) => database.prepare('SELECT 1 FROM sqlite_master LIMIT 1').get() === undefined

const isErased = (database: DatabaseSync) =>
  database.prepare("SELECT 1 FROM meta WHERE key = 'erased at'").get() !== undefined

const accountIn = (database: DatabaseSync) => (database.prepare('SELECT id FROM account').get() as { id: string }).id

/** As workerd makes the id of an object from its name. */
function objectId(uniqueKey: string, name: string): string {
  const key = createHash('sha256').update(uniqueKey).digest()
  const first = createHmac('sha256', key).update(name).digest().subarray(0, 16)
  const second = createHmac('sha256', key).update(first).digest().subarray(0, 16)
  return Buffer.concat([first, second]).toString('hex')
}
