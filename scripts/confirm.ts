import { createInterface } from 'node:readline/promises'
import { Problem } from './problem.ts'
import { visible } from './visible.ts'

/** Goes on only after a plain yes. Where nobody can be asked, it does nothing and says how to insist. */
export async function confirm(consequence: string): Promise<void> {
  if (!process.stdin.isTTY)
    throw new Problem(`${consequence} Nothing was done: add --yes to do it without being asked.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C at the question closes the terminal's line and answers nothing.
  const unanswered = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(`${visible(consequence)} Type yes to go on: `), unanswered])
  terminal.close()
  if (answer.trim().toLowerCase() !== 'yes') throw new Problem('Nothing was done.')
}
