import { copyFileSync, readFileSync, truncateSync } from 'node:fs'
import { Problem } from '../../problem.ts'
import { damagedLogs } from '../../start/damaged-logs.ts'
import { lockStateFolder } from '../../start/lock.ts'
import { endStaleRuntime } from '../../start/stale-runtime.ts'
import { inspectLog } from '../../start/write-ahead-log.ts'
import type { Command } from '../command.ts'

export const acceptLossCommands: readonly Command[] = [
  {
    name: 'accept-loss',
    about:
      'Go on without what a damaged log of a local service cannot tell any more; the log is kept beside. The service has to be stopped.',
    arguments: ['OBJECT'],
    options: { yes: { about: 'do not ask' } },
    async run({ argument, folder, confirm }) {
      const lock = lockStateFolder(folder)
      try {
        // A runtime that was left behind writes to it.
        await endStaleRuntime(folder)
        const found = damagedLogs(folder).find(({ object }) => object === argument('OBJECT'))
        if (!found)
          throw new Problem(`The log of ${argument('OBJECT')} is not damaged; brain doctor names those that are.`)
        const { path } = found
        const log = readFileSync(path)
        const { soundBytes } = inspectLog(log, false)
        const kept = `${path}.damaged`
        await confirm(
          `${log.length - soundBytes} of ${log.length} bytes of the log are given up; what was stored before them stays, and the whole log is kept as ${kept}.`,
        )
        copyFileSync(path, kept)
        truncateSync(path, soundBytes)
        return {
          json: { object: found.object, kept, soundBytes },
          text: `${found.object} is served again from the next start on.`,
        }
      } finally {
        lock.release()
      }
    },
  },
]
