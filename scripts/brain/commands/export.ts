import { existsSync } from 'node:fs'
import { Problem } from '../../problem.ts'
import type { Command } from '../command.ts'
import { downloadExport, toStream } from '../export/download-export.ts'
import { portableEnd } from '../export/portable-end.ts'
import { writeExport } from '../export/write-export.ts'
import { createProgressBar } from '../import/progress-bar.ts'

const FILTERS = ['persona', 'session', 'source', 'entity', 'since', 'until'] as const

export const exportCommands: readonly Command[] = [
  {
    name: 'export',
    about: 'Export everything that is remembered, as lines of JSON; brain import restores it.',
    options: {
      to: { value: 'FILE', about: 'where to; packed where it ends with .gz (the standard output)' },
      vectors: { about: 'with the vectors, which are made anew at the import otherwise' },
      persona: { value: 'PERSONA', about: 'only of this persona' },
      session: { value: 'SESSION', about: 'only what was said in this session' },
      source: { value: 'SOURCE', about: 'only what it said: user, assistant or document' },
      entity: { value: 'NAME', about: 'only what is about somebody or something' },
      since: { value: 'TIME', about: 'only what was said then or later' },
      until: { value: 'TIME', about: 'only what was said before then' },
      force: { about: 'write over a file that is there' },
    },
    async run(call) {
      const to = call.option('to')
      if (to !== null && existsSync(to) && call.option('force') === null)
        throw new Problem(`${to} exists already; --force writes over it.`)
      const query = new URLSearchParams(call.option('vectors') === null ? {} : { vectors: 'true' })
      for (const name of FILTERS) {
        const value = call.option(name)
        if (value !== null) query.set(name === 'session' ? 'session_id' : name, value)
      }
      const end = portableEnd(call)
      if (to === null) {
        await downloadExport(end, query, toStream(process.stdout))
        return { json: null, text: '', isPrinted: true }
      }
      const bar = createProgressBar('Exporting', process.stderr.isTTY === true)
      const summary = await writeExport(end, query, to, bar)
      const { memory = 0 } = summary.counts
      return {
        json: { ...summary, to },
        text: `Exported ${memory} ${memory === 1 ? 'memory' : 'memories'} to ${to}.`,
      }
    },
  },
]
