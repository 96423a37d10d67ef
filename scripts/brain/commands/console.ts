import { Problem } from '../../problem.ts'
import { signInUrl } from '../../sign-in-url.ts'
import type { Command } from '../command.ts'

export const consoleCommands: readonly Command[] = [
  {
    name: 'console',
    about: 'Print a link that signs in to the console, once and within ten minutes.',
    async run(call) {
      const url = await signInUrl(call.operator(), call.caller().key)
      if (url === null) throw new Problem('The service shows no console: CONSOLE is off there, or it is an older one.')
      return { json: { url }, text: url }
    },
  },
]
