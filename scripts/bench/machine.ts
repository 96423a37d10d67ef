import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGb: number
  readonly system: string
  readonly node: string
  readonly workerd: string
  /** Of the last minute, when the run began: what others took cannot be given back. */
  readonly load: number
}

export function describeMachine(): Machine {
  const { version } = createRequire(import.meta.url)('workerd/package.json') as { version: string }
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()}`,
    node: process.version,
    workerd: version,
    load: loadavg()[0]!,
  }
}

export const machineLine = ({ cpu, cores, memoryGb, system, node, workerd, load }: Machine): string =>
  `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}, workerd ${workerd}, load ${load.toFixed(1)} at the start`

/** What a process holds in memory, in MB; null where the system does not tell (only Linux does). */
export function residentMb(pid: number): number | null {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
  } catch {
    return null
  }
}

/** Processor time of a process so far, in ms: unlike the clock it does not count what neighbours take. Linux alone tells. */
export function cpuMs(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10 // ticks of 10 ms: user and system
  } catch {
    return null
  }
}
