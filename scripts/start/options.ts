import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installation } from '#installation'
import { argumentProblem, usageProblem } from '../problem.ts'

export interface StartOptions {
  readonly host: string
  readonly port: number
  readonly stateFolder: string
  readonly reset: boolean
  readonly yes: boolean
  readonly verbose: boolean
  readonly help: boolean
}

const { startWith, shownStateFolder, configuredBy } = installation

export const HELP = `Runs edge-brain on this machine.

  ${startWith} [options]

  --port PORT    port to listen on (8787); 0 takes a free one
  --host HOST    address to listen on (127.0.0.1)
  --state DIR    folder that holds everything the service keeps (${shownStateFolder})
  --reset        forget everything first; asks before it does
  --yes          with --reset: do not ask
  --verbose      print the request log too (it is always kept in ${shownStateFolder}/service.log)
  --help         this text

Configuration comes from ${configuredBy}; the names are in the README.
`

export function parseOptions(args: readonly string[]): StartOptions {
  const values = read(args)
  const port = Number(values.port)
  if (!/^\d{1,5}$/.test(values.port) || port > 65535)
    throw usageProblem(`--port: ${values.port} is not a port (0 to 65535).`)
  if (!/^[\w.:-]+$/.test(values.host)) throw usageProblem(`--host: ${values.host} is not an address.`)
  return { ...values, port, stateFolder: resolve(values.state) }
}

function read(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '8787' },
        host: { type: 'string', default: '127.0.0.1' },
        state: { type: 'string', default: installation.stateFolder },
        reset: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    throw argumentProblem(error, `${startWith} --help lists the options.`)
  }
}
