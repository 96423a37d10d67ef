import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONFIG_NAMES } from '../../src/bootstrap/config.ts'
import { type Ended, type StartedService, startService } from './service.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const README = readFileSync(resolve(ROOT, 'README.md'), 'utf8')

/** Commands that no test can run, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm install && npm start': 'the service is started by the test itself',
  'npm install && npm test': 'this is a part of it',
  'npx wrangler login': 'needs an account at Cloudflare',
  'npm run deploy': 'needs an account at Cloudflare',
  'claude mcp add --transport http memory http://127.0.0.1:8787/mcp --header "Authorization: Bearer $(cat .brain/key)"':
    'needs Claude Code; mcp.test.ts speaks to that address',
}

/** The blocks of commands, in their order. */
const blocks = [...README.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].flatMap(([, language, block]) =>
  language === 'sh' ? [block!] : [],
)

/** A command may go on in the next line. */
const commandsOf = (block: string): string[] =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

const commands = blocks.flatMap(commandsOf)

const MARK = '### '

/** Runs commands in one shell, each after the others: the first that fails ends it. What each printed. */
async function runAll(
  list: readonly string[],
  service: StartedService,
): Promise<Ended & { readonly printed: string[] }> {
  const kept = Object.entries(process.env).filter(([name]) => !CONFIG_NAMES.includes(name))
  const here = (command: string) =>
    command.replaceAll('http://127.0.0.1:8787', service.url).replaceAll('.brain/', `${service.folder}/`)
  const script = [
    'set -e -o pipefail',
    // An answer that is no success is no success of the command.
    'curl() { command curl --fail-with-body "$@"; }',
    ...list.flatMap((command, at) => [`printf '\\n${MARK}${at}\\n'`, here(command)]),
  ].join('\n')
  const child = spawn('bash', ['-c', script], {
    cwd: ROOT,
    env: {
      ...Object.fromEntries(kept),
      ...{ BRAIN_URL: service.url, BRAIN_API_KEY: service.key(), BRAIN_ADMIN_TOKEN: service.token() },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => (stdout += chunk))
  child.stderr.on('data', (chunk) => (stderr += chunk))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  const printed = stdout.split(/^### \d+\n/m).slice(1)
  return { code, stdout, stderr, printed }
}

describe('the README', () => {
  let service: StartedService
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service?.stop())

  it('has commands that work, one after the other', async () => {
    const list = commands.filter((command) => NOT_RUN[command] === undefined)
    expect(list.length).toBeGreaterThan(20)
    const { code, stderr, printed } = await runAll(list, service)
    const last = { command: list[printed.length - 1], printed: printed.at(-1), stderr: code === 0 ? '' : stderr }
    expect([code, last.stderr, last]).toEqual([0, '', last])
    expect(printed).toHaveLength(list.length)
    for (const [at, command] of list.entries()) {
      if (command.startsWith('curl '))
        expect([command, JSON.parse(printed[at]!)]).toEqual([command, expect.any(Object)])
      else if (!/^[A-Z]+=/.test(command)) expect([command, printed[at]!.trim()]).not.toEqual([command, ''])
    }
  })

  it('names no command that is not there any more', () => {
    expect(Object.keys(NOT_RUN).filter((command) => !commands.includes(command))).toEqual([])
    const scripts = Object.keys(JSON.parse(readFileSync(resolve(ROOT, 'package.json'), 'utf8')).scripts)
    const named = [...README.matchAll(/npm (?:run (?:-s )?)([a-z:-]+)/g)].map(([, script]) => script!)
    expect([...new Set(named)].filter((script) => !scripts.includes(script))).toEqual([])
  })

  it('has no command outside of a block that would have to be run', () => {
    const prose = README.replaceAll(/^```[\s\S]*?^```$/gm, '')
    expect([...prose.matchAll(/`(curl [^`]+|npm run -s brain -- [^`]+)`/g)].map(([, command]) => command)).toEqual([])
  })
})
