import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_MS = 500
/** Linux counts in these. */
const TICK_MS = 10
/** A runtime at rest uses next to nothing. */
const IDLE_SHARE = 0.05

/** Of one core, how much a process used while it was looked at. */
export async function busyShare(pid: number): Promise<number> {
  const [before, begun] = [usedMs(pid), performance.now()]
  await pause(LOOK_MS)
  return (usedMs(pid) - before) / (performance.now() - begun)
}

/** Waits until a process has nothing to do any more, twice in a row; false: it still had after that time. */
export async function untilIdle(pid: number, withinMs: number): Promise<boolean> {
  let idle = 0
  for (const end = Date.now() + withinMs; idle < 2; ) {
    if (Date.now() > end) return false
    idle = (await busyShare(pid)) < IDLE_SHARE ? idle + 1 : 0
  }
  return true
}

/** What the process and its threads have used, in user and system mode: the 14th and 15th field, counted behind the name. */
function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
