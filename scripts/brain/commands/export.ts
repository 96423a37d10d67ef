import { once } from 'node:events'
import { createWriteStream, existsSync, renameSync } from 'node:fs'
import { createGzip } from 'node:zlib'
import { Problem } from '../../problem.ts'
import type { Command } from '../command.ts'
import { downloadExport } from '../export/download-export.ts'
import { createProgressBar } from '../import/progress-bar.ts'

export const exportCommands: readonly Command[] = [
  {
    name: 'export',
    about: 'Export everything that is remembered, as lines of JSON; brain import restores it.',
    options: {
      to: { value: 'FILE', about: 'where to; packed where it ends with .gz (the standard output)' },
      vectors: { about: 'with the vectors, which are made anew at the import otherwise' },
      persona: { value: 'PERSONA', about: 'only of this persona' },
      force: { about: 'write over a file that is there' },
    },
    async run(call) {
      const to = call.option('to')
      if (to !== null && existsSync(to) && call.option('force') === null)
        throw new Problem(`${to} exists already; --force writes over it.`)
      const persona = call.option('persona')
      const query = new URLSearchParams({
        ...(call.option('vectors') === null ? {} : { vectors: 'true' }),
        ...(persona === null ? {} : { persona }),
      })
      const bar = createProgressBar('Exporting', process.stderr.isTTY === true && to !== null)
      // A file that is not whole never has the name of one that is.
      const partial = to === null ? null : `${to}.partial`
      const file = partial === null ? process.stdout : createWriteStream(partial)
      const packed = to?.endsWith('.gz') ? createGzip() : null
      packed?.pipe(file as NodeJS.WritableStream)
      const output = packed ?? file
      const summary = await downloadExport(call.user(), query, output, (memories) =>
        bar.show(null, `${memories} memories`),
      )
      bar.end()
      if (partial !== null) {
        const ended = once(file as NodeJS.EventEmitter, 'close')
        output.end()
        await ended
        renameSync(partial, to!)
      }
      const { memory = 0 } = summary.counts
      const json = { ...summary, to }
      return to === null
        ? { json, text: '', isPrinted: true }
        : { json, text: `Exported ${memory} ${memory === 1 ? 'memory' : 'memories'} to ${to}.` }
    },
  },
]
