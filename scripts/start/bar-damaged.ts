import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { type StateFolder, storageFiles } from '../state-folder.ts'
import { damagedLogs, objectOf } from './damaged-logs.ts'

/** Leads nowhere, so that nothing can be opened or made there. */
const BAR = 'the-log-is-damaged/see-docs-operations.md'

/**
 * Keeps the runtime from opening an object whose log is damaged: it would read what stands before the damage, go on from there and delete the rest.
 * SQLite cannot open a database without the file of its shared memory, and a link to nowhere in its place makes every call fail as a damaged file
 * does. Nothing that was stored is touched, and each start looks anew. The objects that are barred.
 */
export function barDamaged(folder: StateFolder): string[] {
  for (const bar of barsIn(folder)) rmSync(bar)
  const damaged = damagedLogs(folder)
  for (const { path } of damaged) {
    const shared = path.replace(/-wal$/, '-shm')
    rmSync(shared, { force: true })
    symlinkSync(BAR, shared)
  }
  return damaged.map(({ object }) => object)
}

export const barredObjects = (folder: StateFolder): string[] => barsIn(folder).map(objectOf)

const barsIn = (folder: StateFolder): string[] =>
  storageFiles(folder, '.sqlite-shm').filter((path) => lstatSync(path).isSymbolicLink() && readlinkSync(path) === BAR)
