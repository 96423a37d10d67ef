/** What keeps an object from its storage. */
export type StorageFailure = 'full' | 'damaged'

/** SQLite's words as the runtime passes them on; a quota and a failing write come to the same as a full disk. Deployed, an object is full at 10 GB. */
const FULL =
  /SQLITE_FULL|disk is full|SQLITE_IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHM\w+)|\bENOSPC\b|no space left|storage (size )?limit|maximum (DB|database) size/i
const DAMAGED = /SQLITE_(CORRUPT|NOTADB|CANTOPEN|IOERR)|malformed|not a database|disk I\/O error/i

/** null: its words do not tell. Where the runtime could not even open the object, it has none. */
export function storageFailureOf(error: unknown): StorageFailure | null {
  const { message, name } = error instanceof Error ? error : new Error(String(error))
  if (FULL.test(message)) return 'full'
  // Nothing is parsed in an object but what it stored itself.
  return DAMAGED.test(message) || name === 'SyntaxError' ? 'damaged' : null
}
