import { parseArgs } from 'node:util'
import { argumentProblem, usageProblem } from '../problem.ts'

export interface EvalOptions {
  readonly locomo: string | undefined
  readonly base: string | undefined
  readonly key: string | undefined
  readonly quick: boolean
  readonly json: string | undefined
  readonly write: boolean
  readonly help: boolean
}

export const HELP = `Measures the quality of retrieval over HTTP, on a service that it starts for itself.

  npm run eval -- [options]

  --locomo FILE   dialogues to measure on too, in LoCoMo's neutral form
  --base URL      measure a service that runs already (with --key; the plan needs to be enterprise)
  --key KEY       its key
  --quick         a few lives and people, every fifth question of the dialogues: figures become rough
  --json FILE     write every figure there
  --write         write docs/quality.md and docs/quality-reliability.svg
  --help          this text
`

export function parseOptions(args: readonly string[]): EvalOptions {
  const values = read(args)
  if ((values.base === undefined) !== (values.key === undefined))
    throw usageProblem('--base and --key belong together; npm run eval -- --help lists the options.')
  return values
}

function read(args: readonly string[]): EvalOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        locomo: { type: 'string' },
        base: { type: 'string' },
        key: { type: 'string' },
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    return { locomo: undefined, base: undefined, key: undefined, json: undefined, ...values }
  } catch (error) {
    throw argumentProblem(error, 'npm run eval -- --help lists the options.')
  }
}
