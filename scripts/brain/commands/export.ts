import { existsSync } from 'node:fs'
import { Problem } from '../../problem.ts'
import type { Command } from '../command.ts'
import { downloadExport } from '../export/download-export.ts'
import { writeExport } from '../export/write-export.ts'
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
      if (to === null) {
        await downloadExport(call.user(), query, process.stdout, () => undefined)
        return { json: null, text: '', isPrinted: true }
      }
      const bar = createProgressBar('Exporting', process.stderr.isTTY === true)
      const summary = await writeExport(call.user(), query, to, bar)
      const { memory = 0 } = summary.counts
      return {
        json: { ...summary, to },
        text: `Exported ${memory} ${memory === 1 ? 'memory' : 'memories'} to ${to}.`,
      }
    },
  },
]
