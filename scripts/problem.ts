import { visible } from './visible.ts'

/** A failure that was foreseen: its message is one sentence for the person at the terminal, and nothing else is shown. */
export class Problem extends Error {
  readonly exitCode: number

  constructor(sentence: string, exitCode = 1) {
    super(sentence)
    this.name = 'Problem'
    this.exitCode = exitCode
  }
}

/** For a command line that cannot be understood. */
export const usageProblem = (sentence: string): Problem => new Problem(sentence, 2)

/** Runs a script's main function and turns whatever goes wrong into one line on stderr and a non-zero exit. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  // Whoever reads the output may stop reading (`| head`): that is no failure of ours.
  process.stdout.on('error', () => undefined)
  try {
    await main()
  } catch (error) {
    process.exitCode = error instanceof Problem ? error.exitCode : 1
    process.stderr.write(`${visible(describe(error), !(error instanceof Problem))}\n`)
  }
}

function describe(error: unknown): string {
  if (error instanceof Problem) return error.message
  const { code, path } = error as { code?: string; path?: string }
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk is full${path ? `: ${path} cannot be written` : ''}; make room and try again.`
  if (process.env.BRAIN_DEBUG && error instanceof Error) return error.stack ?? error.message
  return `Unexpected: ${error instanceof Error ? error.message : String(error)} (BRAIN_DEBUG=1 shows where).`
}

/** What parseArgs says, without its advice on escaping. */
export function argumentProblem(error: unknown, help: string): Problem {
  const sentence = (error instanceof Error ? error.message : String(error)).split('. ')[0]
  return usageProblem(`${sentence}; ${help}`)
}
