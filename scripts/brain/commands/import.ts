import { SOURCES, type Source } from '../../../src/domain/statement/source.ts'
import { usageProblem } from '../../problem.ts'
import { visible } from '../../visible.ts'
import type { Call, Command, Output } from '../command.ts'
import { portableEnd } from '../export/portable-end.ts'
import { openImport } from '../import/import-file.ts'
import { type ImportSummary, importTexts } from '../import/import-texts.ts'
import { createProgressBar } from '../import/progress-bar.ts'
import { restoreExport } from '../import/restore-export.ts'

/** It came to its end, and some of the file could not be read. */
const NOT_ALL_READ = 3

export const importCommands: readonly Command[] = [
  {
    name: 'import',
    about:
      'Import a file: what brain export wrote, an export of mem0, ChatGPT, Claude or the MCP server-memory, Markdown, text or an HTML page; - reads the standard input. The same file twice changes nothing.',
    arguments: ['FILE'],
    options: {
      format: {
        value: 'FORMAT',
        about: 'edge-brain, items, mem0, mcp-memory, chatgpt, claude, text or html; the content tells unless given',
      },
      'dry-run': { about: 'tell what would be imported, and store nothing' },
      persona: { value: 'PERSONA', about: 'remember all of it there, whatever the file says' },
      source: { value: 'SOURCE', about: 'who says it: user, assistant or document' },
    },
    async run(call) {
      const source = call.option('source')
      if (source !== null && !SOURCES.includes(source as Source))
        throw usageProblem(`--source: must be one of ${SOURCES.join(', ')}.`)
      const file = await openImport(call.argument('FILE')!, call.option('format'))
      const dryRun = call.option('dry-run') !== null
      const bar = createProgressBar(dryRun ? 'Reading' : 'Importing', process.stderr.isTTY === true && !isJson(call))
      const options = { dryRun, persona: call.option('persona'), source: source as Source | null }
      const summary =
        file.format === 'edge-brain'
          ? await restoreExport(portableEnd(call), file, options, bar)
          : await importTexts(call.user(), { ...file, format: file.format }, options, bar)
      return outputOf(file.name, summary)
    },
  },
]

const isJson = (call: Call): boolean => call.option('json') !== null

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

function outputOf(name: string, summary: ImportSummary): Output {
  const { imported, restated, already_imported, failed, unreadable, skipped, problems, operations, dry_run } = summary
  const lines = [
    `${name} (${summary.format}): ${count(summary.texts, 'text')}, ${imported} ${dry_run ? 'would be imported' : 'imported'} for ${count(operations, 'operation')}.`,
    ...(already_imported > 0 ? [`${already_imported} were imported before, and stay as they are.`] : []),
    ...(restated > 0 ? [`${restated} of them say what was known.`] : []),
    ...(skipped > 0 ? [`${skipped} left out: nothing that anybody said.`] : []),
    ...(failed > 0 ? [`${failed} failed; import the file again for them.`] : []),
    ...(unreadable > 0 ? [`${unreadable} could not be read:`] : []),
    ...problems.map(({ at, detail }) => `  ${at}: ${visible(detail)}`),
    ...(unreadable > problems.length ? [`  and ${unreadable - problems.length} more`] : []),
  ]
  return { json: summary, text: lines.join('\n'), exitCode: failed > 0 ? 1 : unreadable > 0 ? NOT_ALL_READ : 0 }
}
