import { SOURCES, type Source } from '../../../src/domain/statement/source.ts'
import { usageProblem } from '../../problem.ts'
import { visible } from '../../visible.ts'
import type { Call, Command, Output } from '../command.ts'
import { portableEnd } from '../export/portable-end.ts'
import { openImports } from '../import/import-file.ts'
import { type ImportSummary, importTexts } from '../import/import-texts.ts'
import { createProgressBar } from '../import/progress-bar.ts'
import { restoreExport } from '../import/restore-export.ts'

/** It came to its end, and some of the file could not be read. */
const NOT_ALL_READ = 3

export const importCommands: readonly Command[] = [
  {
    name: 'import',
    about:
      'Import a file, a folder or a zip archive: what brain export wrote, an export of mem0, ChatGPT, Claude or the MCP server-memory, Markdown, text or HTML pages; - reads the standard input. The same file twice changes nothing.',
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
      const opened = await openImports(call.argument('FILE')!, call.option('format'))
      const dryRun = call.option('dry-run') !== null
      const bar = createProgressBar(dryRun ? 'Reading' : 'Importing', process.stderr.isTTY === true && !isJson(call))
      const options = { dryRun, persona: call.option('persona'), source: source as Source | null }
      const sources = opened.sources()
      const only = opened.files ? null : (await sources.next()).value
      if (only && 'format' in only && only.format === 'edge-brain')
        return outputOf(opened.name, await restoreExport(portableEnd(call), only, options, bar))
      const all = (async function* () {
        if (only) yield only
        yield* sources
      })()
      return outputOf(opened.name, await importTexts(call.user(), opened, all, options, bar))
    },
  },
]

const isJson = (call: Call): boolean => call.option('json') !== null

const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

const filesLine = ({ read, left_out }: NonNullable<ImportSummary['files']>): string =>
  `${count(read, 'file')} read${left_out > 0 ? `, ${left_out} left out that have nothing to import` : ''}.`

const isNothing = ({ texts, unreadable, skipped }: ImportSummary): boolean => texts + unreadable + skipped === 0

function outputOf(name: string, summary: ImportSummary): Output {
  const { imported, restated, already_imported, failed, unreadable, skipped, problems, operations, dry_run } = summary
  const lines = [
    `${name} (${summary.format}): ${count(summary.texts, 'text')}, ${imported} ${dry_run ? 'would be imported' : 'imported'} for ${count(operations, 'operation')}.`,
    ...(summary.files ? [filesLine(summary.files)] : []),
    ...(isNothing(summary) ? ['Nothing in it is a text that could be imported.'] : []),
    ...(already_imported > 0
      ? [`${already_imported} came before, in this file or in an earlier import, and stay as they are.`]
      : []),
    ...(restated > 0 ? [`${restated} of them say what was known.`] : []),
    ...(skipped > 0 ? [`${skipped} left out: nothing that anybody said.`] : []),
    ...(failed > 0 ? [`${failed} failed; import the file again for them.`] : []),
    ...(unreadable > 0 ? [`${unreadable} could not be read:`] : []),
    ...problems.map(({ at, detail }) => `  ${at}: ${visible(detail)}`),
    ...(unreadable > problems.length ? [`  and ${unreadable - problems.length} more`] : []),
  ]
  return { json: summary, text: lines.join('\n'), exitCode: failed > 0 ? 1 : unreadable > 0 ? NOT_ALL_READ : 0 }
}
