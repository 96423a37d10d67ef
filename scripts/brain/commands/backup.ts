import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Problem } from '../../problem.ts'
import type { Command } from '../command.ts'
import { downloadExport, nowhere } from '../export/download-export.ts'
import { accountOption, portableEnd } from '../export/portable-end.ts'
import { writeExport } from '../export/write-export.ts'
import { openImport } from '../import/import-file.ts'
import { createProgressBar } from '../import/progress-bar.ts'
import { readExport } from '../import/read-export.ts'
import { NOT_WHOLE, restoreExport } from '../import/restore-export.ts'

const isShown = () => process.stderr.isTTY === true

/** 2026-11-16T10-00-00Z: sorts by time, and is a file's name everywhere. */
const stamp = (): string => `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Reads all of a backup before any of it is restored. */
async function verifyFile(path: string): Promise<void> {
  if (path === '-') throw new Problem('A backup is read twice: restore takes a file, and not the standard input.')
  const file = await openImport(path, 'edge-brain')
  const { rows, verdict } = await readExport(file)
  for await (const _ of rows) {
  }
  const { isWhole, number } = verdict()
  if (!isWhole) throw new Problem(`${file.name}, line ${number}: ${NOT_WHOLE}. Nothing was restored.`)
}

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    about: 'Export the account, with its vectors, to a new file that is named by the time.',
    options: { to: { value: 'FOLDER', about: 'where to (backups)' }, account: accountOption },
    async run(call) {
      const folder = call.option('to') ?? 'backups'
      mkdirSync(folder, { recursive: true })
      const file = join(folder, `edge-brain-${stamp()}.ndjson.gz`)
      if (existsSync(file)) throw new Problem(`${file} exists already.`)
      const bar = createProgressBar('Backing up', isShown())
      const query = new URLSearchParams({ vectors: 'true' })
      const { counts, hash } = await writeExport(portableEnd(call), query, file, bar)
      return {
        json: { file, counts, hash },
        text: `${file}: ${counts.memory ?? 0} memories${hash === '' ? '' : `, SHA-256 ${hash}`}.`,
      }
    },
  },
  {
    name: 'restore',
    about:
      'Restore a backup into the account, which has to be empty or the one that it came from, and compare the two.',
    arguments: ['FILE'],
    options: { account: accountOption },
    async run(call) {
      const end = portableEnd(call)
      await verifyFile(call.argument('FILE')!)
      const file = await openImport(call.argument('FILE')!, 'edge-brain')
      const bar = createProgressBar('Restoring', isShown())
      const summary = await restoreExport(end, file, { dryRun: false }, bar)
      const problem = summary.problems[0]
      if (problem) throw new Problem(`${file.name}, ${problem.at}: ${problem.detail}`)
      const query = new URLSearchParams(summary.vectors ? { vectors: 'true' } : {})
      const there = await downloadExport(end, query, nowhere)
      const isSame = there.hash === summary.hash
      const json = { restored: summary.imported, already_there: summary.already_imported, identical: isSame }
      const counted = `${summary.imported} memories restored, ${summary.already_imported} were there.`
      return isSame
        ? { json, text: `${counted} The account is what the backup has, to the byte.` }
        : { json, text: `${counted} The account has more than the backup, or has changed since.`, exitCode: 3 }
    },
  },
]
