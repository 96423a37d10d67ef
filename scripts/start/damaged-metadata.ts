import { openDatabase } from '../sqlite.ts'
import { type StateFolder, storageFiles } from '../state-folder.ts'

/** The runtime's own files, one a class of objects, that cannot be read: it does not start with one, and does not name it. */
export const damagedMetadata = (folder: StateFolder): string[] =>
  storageFiles(folder, '/metadata.sqlite').filter((path) => !isSound(path))

function isSound(path: string): boolean {
  if (!openDatabase) return true
  const database = openDatabase(path, { readOnly: true })
  try {
    return database.prepare('PRAGMA quick_check(1)').get()?.quick_check === 'ok'
  } catch {
    return false
  } finally {
    database.close()
  }
}
