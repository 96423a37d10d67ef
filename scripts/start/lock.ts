import { Problem } from '../problem.ts'
import { openDatabase } from '../sqlite.ts'
import type { StateFolder } from '../state-folder.ts'
import { lockFile } from './file-lock.ts'

const SQLITE_BUSY = 5

export interface Lock {
  release(): void
}

/**
 * Lets one start at a time use a state folder. The locks are the system's own, which drops them when the process ends, however it ends, so that
 * there is no stale lock to reason about. There are two, because a Node without SQLite can take only the second, and any Node has to see it.
 */
export function lockStateFolder(folder: StateFolder): Lock {
  const database = lockDatabase(folder)
  const file = lockFile(`${folder.lock}.held`)
  if (file !== 'taken' && (file || database))
    return {
      release() {
        file?.release()
        database?.release()
      },
    }
  database?.release()
  if (file === 'taken') throw inUse(folder)
  throw new Problem('Nothing can lock the state folder here: use Node 22.13 or newer, or install the command flock.')
}

function lockDatabase(folder: StateFolder): Lock | null {
  if (!openDatabase) return null
  const database = openDatabase(folder.lock)
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    const { errcode, message } = error as { errcode?: number; message: string }
    if (errcode !== SQLITE_BUSY)
      throw new Problem(
        `The lock ${folder.lock} cannot be used (${message}): if the disk has room and nothing else runs on this folder, delete it.`,
      )
    throw inUse(folder)
  }
  return { release: () => database.close() }
}

function inUse(folder: StateFolder): Problem {
  const url = folder.read('url')
  return new Problem(
    `edge-brain is already running on ${folder.path}${url ? ` at ${url}` : ''}; stop it first, or give another --state.`,
  )
}
