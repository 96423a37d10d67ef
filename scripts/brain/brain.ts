import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { confirm } from '../confirm.ts'
import { runScript, usageProblem } from '../problem.ts'
import { stateFolder } from '../state-folder.ts'
import { visible } from '../visible.ts'
import type { Call, Command } from './command.ts'
import { acceptLossCommands } from './commands/accept-loss.ts'
import { accountCommands } from './commands/accounts.ts'
import { auditCommands } from './commands/audit.ts'
import { backupCommands } from './commands/backup.ts'
import { changeCommands } from './commands/changes.ts'
import { consoleCommands } from './commands/console.ts'
import { doctorCommands } from './commands/doctor.ts'
import { entityCommands } from './commands/entities.ts'
import { exportCommands } from './commands/export.ts'
import { importCommands } from './commands/import.ts'
import { keyCommands } from './commands/keys.ts'
import { mcpCommands } from './commands/mcp.ts'
import { memoryCommands } from './commands/memory.ts'
import { migrateCommands } from './commands/migrate.ts'
import { recordCommands } from './commands/records.ts'
import { reembedCommands } from './commands/reembed.ts'
import { rewindCommands } from './commands/rewind.ts'
import { roundsCommands } from './commands/rounds.ts'
import { usageCommands } from './commands/usage.ts'
import { webhookCommands } from './commands/webhooks.ts'
import { connection } from './connection.ts'
import { helpOnAll, helpOnCommand, helpOnGroup, signature, unknownCommand } from './help.ts'
import { GLOBAL_OPTIONS, parseOptions, type Values } from './parse-options.ts'

const commands: readonly Command[] = [
  ...accountCommands,
  ...migrateCommands,
  ...keyCommands,
  ...usageCommands,
  ...roundsCommands,
  ...reembedCommands,
  ...rewindCommands,
  ...memoryCommands,
  ...recordCommands,
  ...changeCommands,
  ...exportCommands,
  ...importCommands,
  ...backupCommands,
  ...entityCommands,
  ...doctorCommands,
  ...acceptLossCommands,
  ...auditCommands,
  ...webhookCommands,
  ...mcpCommands,
  ...consoleCommands,
]

async function main(args: readonly string[]): Promise<void> {
  // The words that name a command come before its own options, which are not known yet.
  const words = parseArgs({
    args: [...args],
    options: GLOBAL_OPTIONS,
    strict: false,
    allowPositionals: true,
  }).positionals
  const group = commands.filter((command) => command.name.startsWith(`${words[0]} `))
  const typed = [words[0], words.slice(0, 2).join(' ')]
  const command = commands.find(({ name, formerly = name }) => typed.includes(name) || typed.includes(formerly))
  if (!command) {
    const wantsHelp = args.includes('--help') || args.includes('-h')
    if (group.length > 0 && (wantsHelp || words.length === 1)) return print(helpOnGroup(words[0]!, group))
    if (wantsHelp && words.length === 0) return print(helpOnAll(commands))
    throw unknownCommand(words.slice(0, 2).join(' '))
  }
  const name = typed.includes(command.name) ? command.name : command.formerly!
  const { values, positionals } = parseOptions(command, name, args)
  if (values.help) return print(helpOnCommand(command))
  const output = await command.run(callOf(command, values, positionals))
  if (output === null) return
  process.exitCode = output.exitCode ?? 0
  if (!output.isPrinted) print(values.json ? `${JSON.stringify(output.json)}\n` : `${visible(output.text, true)}\n`)
}

function callOf(command: Command, values: Values, positionals: readonly string[]): Call {
  const names = command.arguments ?? []
  const needed = names.filter((name) => !name.startsWith('[')).length
  if (positionals.length < needed || positionals.length > names.length)
    throw usageProblem(`It is called like this: ${signature(command)}`)
  const argumentsByName = new Map(names.map((name, i) => [name.replace(/[[\]]/g, ''), positionals[i] ?? null]))
  const folder = stateFolder(resolve(values.state))
  return {
    argument: (name) => argumentsByName.get(name) ?? null,
    option: (name) => (values[name] === true ? '' : typeof values[name] === 'string' ? values[name] : null),
    folder,
    isElsewhere: process.env.BRAIN_URL !== undefined,
    ...connection(process.env, folder),
    confirm: async (consequence) => (values.yes === true ? undefined : confirm(consequence)),
  }
}

function print(text: string): void {
  process.stdout.write(text)
}

await runScript(() => main(process.argv.slice(2)))
