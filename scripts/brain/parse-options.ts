import { parseArgs } from 'node:util'
import { installation } from '#installation'
import { argumentProblem, usageProblem } from '../problem.ts'
import type { Command } from './command.ts'

export const GLOBAL_OPTIONS = {
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
  state: { type: 'string', default: installation.stateFolder },
} as const

export type Values = { json: boolean; help: boolean; state: string } & Record<string, string | boolean | undefined>

/** The options and arguments of a command that was typed as `name`. What may be given several times is joined with commas. */
export function parseOptions(
  command: Pick<Command, 'name' | 'options'>,
  name: string,
  args: readonly string[],
): { values: Values; positionals: string[] } {
  const own = command.options ?? {}
  const types = Object.entries(own).map(([option, { value }]) => [
    option,
    { type: value ? 'string' : 'boolean' } as const,
  ])
  const parsed = parsedBy({ ...Object.fromEntries(types), ...GLOBAL_OPTIONS }, command, args)
  const values = parsed.values as Values
  const given = new Map<string, string[]>()
  for (const token of parsed.tokens)
    if (token.kind === 'option' && token.value !== undefined)
      given.set(token.name, [...(given.get(token.name) ?? []), token.value])
  for (const [option, all] of given) {
    // Whose options stand everywhere may be set by a script and set again by its caller.
    if (all.length < 2 || !own[option]) continue
    // The last would win without a word, and of an erasure that is another scope than was asked for.
    if (!own[option].isList) throw usageProblem(`--${option}: was given ${all.length} times, and takes one value.`)
    values[option] = all.join(',')
  }
  return { values, positionals: parsed.positionals.slice(name.split(' ').length) }
}

function parsedBy(
  options: Readonly<Record<string, { type: 'string' | 'boolean' }>>,
  command: Pick<Command, 'name'>,
  args: readonly string[],
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true })
  } catch (error) {
    throw argumentProblem(error, `${installation.brain} ${command.name} --help lists the options.`)
  }
}
