import { readFileSync, statSync } from 'node:fs'
import { uptime } from 'node:os'
import { basename, dirname } from 'node:path'
import { type StateFolder, storageFiles } from '../state-folder.ts'
import { inspectLog } from './write-ahead-log.ts'

/** An object whose log lost something of what was stored. */
export interface DamagedLog {
  /** As it is named elsewhere: `Vault/ID`. */
  readonly object: string
  readonly path: string
}

/** Nobody may be writing to them. The runtime's own, metadata.sqlite-wal, holds nothing that is not set again. */
export function damagedLogs(folder: StateFolder, bootedAtMs = Date.now() - uptime() * 1000): DamagedLog[] {
  return storageFiles(folder, '.sqlite-wal')
    .filter((path) => /^[0-9a-f]{64}\.sqlite-wal$/.test(basename(path)))
    .map((path) => ({ object: objectOf(path), path }))
    .filter(({ path }) => inspectLog(readFileSync(path), statSync(path).mtimeMs < bootedAtMs).isDamaged)
}

/** `edge-brain-Vault/ID.sqlite-shm` → `Vault/ID`. */
export const objectOf = (path: string): string =>
  `${basename(dirname(path)).split('-').at(-1)}/${basename(path).split('.')[0]}`
