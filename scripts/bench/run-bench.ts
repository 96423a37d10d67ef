import { parseArgs } from 'node:util'
import { argumentProblem, runScript, usageProblem } from '../problem.ts'
import { withCleanEnd } from './at-end.ts'

/** A bench of its own: `--help` prints its text, everything else it is given is its work's. */
export const runBench = (help: string, work: (given: readonly string[]) => Promise<void>): Promise<void> =>
  runScript(async () => {
    const { values, positionals } = read()
    if (values.help) process.stdout.write(help)
    else await withCleanEnd(() => work(positionals))
  })

/** Sizes from the command line; the defaults where there are none. */
export const readSizes = (given: readonly string[], defaults: readonly number[]): number[] =>
  defaults.map((size, at) => {
    const told = given[at]
    if (told === undefined) return size
    if (!/^\d+$/.test(told)) throw usageProblem(`${told} is no whole number; --help tells what goes there.`)
    return Number(told)
  })

function read() {
  try {
    const help = { type: 'boolean', short: 'h', default: false } as const
    return parseArgs({ options: { help }, allowPositionals: true })
  } catch (error) {
    throw argumentProblem(error, '--help lists what there is.')
  }
}
