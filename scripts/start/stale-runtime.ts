import { execFileSync } from 'node:child_process'
import type { StateFolder } from '../state-folder.ts'

const PATIENCE_MS = 8000

/**
 * Ends a runtime that an earlier start left behind (both it and its watchdog were killed). Called with the lock held: whatever still
 * runs on this folder is nobody's. Says whether there was one.
 */
export async function endStaleRuntime(folder: StateFolder): Promise<boolean> {
  const pid = Number(folder.read('pid'))
  if (!Number.isInteger(pid) || pid <= 1 || !isOurs(pid, folder)) {
    folder.remove('pid')
    return false
  }
  signal(pid, 'SIGTERM')
  const deadline = Date.now() + PATIENCE_MS
  while (isOurs(pid, folder)) {
    if (Date.now() > deadline) signal(pid, 'SIGKILL')
    await new Promise((done) => setTimeout(done, 50))
  }
  folder.remove('pid')
  return true
}

/** Numbers of processes are used again: only one that runs on this folder's configuration is meant. */
function isOurs(pid: number, folder: StateFolder): boolean {
  try {
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).includes(folder.worker)
  } catch {
    return false
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in between.
  }
}
