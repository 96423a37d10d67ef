import { createInterface } from 'node:readline/promises'
import { Problem } from '../problem.ts'
import { forgetEverything, type StateFolder } from '../state-folder.ts'

/** Forgets everything, after asking: there is no way back from it. */
export async function reset(folder: StateFolder, yes: boolean): Promise<void> {
  if (!yes) await confirm(`This deletes every memory, account and key in ${folder.path}.`)
  forgetEverything(folder)
}

async function confirm(consequence: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Problem(`${consequence} Nothing was deleted: add --yes to do it without being asked.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C at the question closes the terminal's line and answers nothing.
  const unanswered = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(`${consequence} Type yes to go on: `), unanswered])
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new Problem('Nothing was deleted.')
}
