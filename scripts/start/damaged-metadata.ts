import { globSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StateFolder } from '../state-folder.ts'

/** The runtime's own files, one a class of objects, that cannot be read: it does not start with one, and does not name it. */
export const damagedMetadata = (folder: StateFolder): string[] =>
  globSync('*/metadata.sqlite', { cwd: folder.storage })
    .map((path) => join(folder.storage, path))
    .filter((path) => !isSound(path))

function isSound(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok'
  } catch {
    return false
  } finally {
    database.close()
  }
}
