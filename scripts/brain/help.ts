import { installation } from '#installation'
import { usageProblem } from '../problem.ts'
import type { Command } from './command.ts'

const CALLED = installation.brain

const EVERYWHERE = `Everywhere:
  --json         print one JSON value
  --state DIR    state folder of the local service (${installation.shownStateFolder})
  --help         help on a command

Commands go to the local service, or to the one at BRAIN_URL with BRAIN_API_KEY and BRAIN_ADMIN_TOKEN.`

export const helpOnAll = (commands: readonly Command[]): string =>
  `Speaks to an edge-brain service.\n\n  ${CALLED} COMMAND …\n\n${listed(commands)}\n\n${EVERYWHERE}\n`

export const helpOnGroup = (group: string, commands: readonly Command[]): string =>
  `${CALLED} ${group} COMMAND …\n\n${listed(commands)}\n\n${EVERYWHERE}\n`

export function helpOnCommand(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(([name, { value, about }]): [string, string] => [
    `--${name}${value ? ` ${value}` : ''}`,
    about,
  ])
  const shown = options.length > 0 ? `${columns(options)}\n\n` : ''
  return `${CALLED} ${signature(command)}\n\n${command.about}\n\n${shown}${EVERYWHERE}\n`
}

export const unknownCommand = (typed: string): Error =>
  usageProblem(
    typed === ''
      ? `Which command? ${CALLED} --help lists them.`
      : `There is no command "${typed}"; ${CALLED} --help lists them.`,
  )

export const signature = ({ name, arguments: names = [] }: Command): string => [name, ...names].join(' ')

const listed = (commands: readonly Command[]) => columns(commands.map((command) => [signature(command), command.about]))

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
}
