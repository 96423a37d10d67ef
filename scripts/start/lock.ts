import { DatabaseSync } from 'node:sqlite'
import { Problem } from '../problem.ts'
import type { StateFolder } from '../state-folder.ts'

const SQLITE_BUSY = 5

export interface Lock {
  release(): void
}

/**
 * Lets one start at a time use a state folder. SQLite's own file lock is the lock: the system drops it when the process ends, however it
 * ends, so that there is no stale lock to reason about.
 */
export function lockStateFolder(folder: StateFolder): Lock {
  const database = new DatabaseSync(folder.lock)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode !== SQLITE_BUSY)
      throw new Problem(
        `The lock ${folder.lock} cannot be used (${message}): if the disk has room and nothing else runs on this folder, delete it.`,
      )
    const url = folder.read('url')
    throw new Problem(
      `edge-brain is already running on ${folder.path}${url ? ` at ${url}` : ''}; stop it first, or give another --state.`,
    )
  }
  return { release: () => database.close() }
}
