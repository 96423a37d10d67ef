#!/usr/bin/env node
import { VERSION } from '../../src/domain/version.ts'
import { HELP } from '../start/options.ts'

/** `edge-brain` starts the service; with the name of a command it speaks to one, as `npm run brain` does in a clone. */
const [first = '--'] = process.argv.slice(2)
if (first === 'start') process.argv.splice(2, 1)

if (['--version', '-v'].includes(first)) process.stdout.write(`${VERSION}\n`)
else {
  const asksForHelp = ['--help', '-h', 'help'].includes(first)
  if (asksForHelp) {
    process.stdout.write(`${HELP}\n`)
    process.argv.splice(2, process.argv.length, '--help')
  }
  if (asksForHelp || !(first.startsWith('-') || first === 'start')) await import('../brain/brain.ts')
  else await import('../start/start.ts')
}
