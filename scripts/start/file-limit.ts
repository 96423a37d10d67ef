import { execFileSync } from 'node:child_process'

/** Below this something is said at the start: connections and live objects have to share few files. */
export const FEW_FILES = 4_096
/** Under it the service may not even get through an hourly round, which wakes 64 objects of three files each. */
export const TOO_FEW_FILES = 512

/**
 * workerd needs two open files a connection, and a third is kept for one that was closed to make room and that a busy runtime has not let go
 * of yet; of those it may have, half are for connections and the rest for objects, three each.
 */
const FILES_A_CONNECTION = 3
const MAX_CONNECTIONS = 8_192

/** How many files a process that is started here may have open. Node has raised its own limit to the hard one by now, and others inherit that. */
export function fileLimit(): number {
  try {
    const said = execFileSync('/bin/sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
    return said === 'unlimited' ? Number.POSITIVE_INFINITY : Number(said)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

export const connectionsFor = (files: number): number =>
  Math.max(16, Math.min(MAX_CONNECTIONS, Math.floor(files / 2 / FILES_A_CONNECTION)))
