import { spawnSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'

/** Open a file and lock it as flock(2) does, in one: macOS has that, and Node passes it on without having a name for it. */
const LOCKED = 0x20
const OURS = constants.O_RDWR | constants.O_CREAT

/**
 * A lock on a file for which no SQLite is needed. The system drops it when the process ends, however it ends. 'taken': another has it; null: it
 * cannot be had on this machine.
 */
export function lockFile(path: string): { release(): void } | 'taken' | null {
  try {
    const file =
      process.platform === 'darwin'
        ? openSync(path, OURS | LOCKED | constants.O_NONBLOCK, 0o600)
        : openSync(path, OURS, 0o600)
    if (process.platform !== 'darwin') {
      // The lock belongs to the open file, which is ours: it stays when the command has ended.
      const { status } = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', file] })
      if (status !== 0) closeSync(file)
      if (status === 1) return 'taken'
      if (status !== 0) return null
    }
    return { release: () => closeSync(file) }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'taken' : null
  }
}
