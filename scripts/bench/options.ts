import { parseArgs } from 'node:util'
import { argumentProblem, usageProblem } from '../problem.ts'

/** In the order in which they are measured and shown. */
export const SECTIONS = [
  'startup',
  'retrieve',
  'filters',
  'rows',
  'round-trips',
  'ingest',
  'cold',
  'memory',
  'load',
  'beside',
  'exactness',
  'peers',
] as const

export type Section = (typeof SECTIONS)[number]

/** What a part was called in 0.1, for whoever still calls it so. */
const FORMER_NAMES: Readonly<Record<string, Section>> = { crossings: 'round-trips' }

export interface BenchOptions {
  readonly quick: boolean
  readonly json: string | undefined
  readonly only: readonly Section[]
  readonly write: boolean
  readonly help: boolean
}

export const HELP = `Measures the speed of the service beside that of other memories, in one run on one machine.

  npm run bench -- [options]

  --quick          up to 10,000 chunks, fewer questions, shorter load: under 3 minutes, rougher figures
  --only PART,…    only these: ${SECTIONS.join(', ')}
  --json FILE      write every figure there
  --write          write docs/performance.md and docs/performance-growth.svg
  --help           this text

It starts the service by itself in workerd, on a temporary folder. The first run embeds its texts and installs the other memories into
node_modules/.cache; later runs find them there. A memory that cannot be measured fails the run, after its table.
`

export function parseOptions(args: readonly string[]): BenchOptions {
  const { only, ...values } = read(args)
  const parts = (only ?? '')
    .split(',')
    .flatMap((part) => part.trim() || [])
    .map((part) => FORMER_NAMES[part] ?? part)
  for (const part of parts) {
    if (!SECTIONS.includes(part as Section))
      throw usageProblem(`--only: there is no part ${part}; the parts are ${SECTIONS.join(', ')}.`)
  }
  if (values.write && (values.quick || parts.length > 0))
    throw usageProblem('--write takes a full run: without --quick and --only.')
  return { json: undefined, ...values, only: parts.length > 0 ? (parts as Section[]) : SECTIONS }
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        json: { type: 'string' },
        write: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    throw argumentProblem(error, 'npm run bench -- --help lists the options.')
  }
}
