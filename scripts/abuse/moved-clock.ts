import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { prepareLocalService } from '../faults/local-service.ts'
import { newFolder } from '../servers/server.ts'
import { createServiceClient, type ServiceClient } from '../service-client.ts'
import type { AbuseCase } from './abuse-case.ts'
import { openAccount } from './open-account.ts'

/** In seconds from the real time, each while the service is at work: forth and back, near and far. */
const STEPS = [-6, -60, 3600, 0, 400 * 86_400, 0, -86_400]
const REQUESTS_A_MINUTE = 10

type Move = (seconds: number) => void

export const movedClock: AbuseCase = {
  name: 'a moved clock refuses nobody for longer than a minute',
  async run() {
    const clock = makeMovableClock()
    if (!clock) {
      process.stdout.write('    not tried: it needs a C compiler\n')
      return []
    }
    const service = await prepareLocalService({})
    const runtime = await clock.launch(service.launch)
    try {
      const url = `http://127.0.0.1:${runtime.port}`
      const open = async (name: string, plan: string) =>
        createServiceClient(url, { key: await openAccount(url, service.adminToken, name, plan) })
      const unlimited = await open('unlimited', 'enterprise')
      const limited = await open('limited', 'free')
      return [...(await askAtEachStep(unlimited, clock.move)), ...(await fillWindowAhead(limited, clock.move))]
    } finally {
      await runtime.stop()
      service.close()
      clock.close()
    }
  },
}

/** A vault that is loaded answers after each step, and what was said last holds. */
async function askAtEachStep(client: ServiceClient, move: Move): Promise<string[]> {
  const problems: string[] = []
  for (const [at, seconds] of STEPS.entries()) {
    move(seconds)
    const calls = {
      '/brain/ingest': { text: `My name is Ann. I live in ${TOWNS[at]} now.`, session_id: 'clock' },
      '/brain/retrieve': { query: 'Where do I live now?', k: 1, session_id: 'clock' },
      '/brain/consolidate': {},
    }
    for (const [path, body] of Object.entries(calls)) {
      const { status, body: answer } = await client.ask('POST', path, body)
      if (status !== 200) problems.push(`${path} at ${seconds} s: ${status} ${JSON.stringify(answer).slice(0, 120)}`)
      else if (path === '/brain/retrieve' && !JSON.stringify(answer).includes(TOWNS[at]!))
        problems.push(`what was said at ${seconds} s did not hold: ${JSON.stringify(answer).slice(0, 200)}`)
    }
  }
  return problems
}

const TOWNS = ['Lisbon', 'Oslo', 'Quito', 'Turin', 'Cairo', 'Osaka', 'Delhi']

/** A window that was filled under a clock an hour ahead is free again a minute after the clock is right. */
async function fillWindowAhead(client: ServiceClient, move: Move): Promise<string[]> {
  const stats = async () => (await client.ask('POST', '/brain/stats', { user_id: 'clock' })).status
  move(3600)
  for (let n = 0; n < REQUESTS_A_MINUTE; n++) await stats()
  move(0)
  const refused = await stats()
  move(61)
  const after = await stats()
  return [
    ...(refused === 429 ? [] : [`the window forgot what was counted: ${refused} instead of 429`]),
    ...(after === 200 ? [] : [`a minute later the key was still locked out: ${after}`]),
  ]
}

/** The runtime with a clock of its own: the system's, and the seconds in a file. null: it cannot be built here. */
function makeMovableClock() {
  const folder = newFolder('clock')
  const [library, offset, runtime] = ['clock.so', 'offset', 'workerd'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const close = () => rmSync(folder, { recursive: true, force: true })
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'moved-clock.c')])
  } catch {
    close()
    return null
  }
  const binary = (createRequire(import.meta.url)('workerd') as { default: string }).default
  const script = `#!/bin/sh\nLD_PRELOAD='${library}' MOVED_CLOCK='${offset}' exec '${binary}' "$@"\n`
  writeFileSync(runtime, script, { mode: 0o700 })
  const move: Move = (seconds) => writeFileSync(offset, String(seconds))
  move(0)
  return {
    move,
    close,
    async launch<T>(start: () => Promise<T>): Promise<T> {
      const before = process.env.MINIFLARE_WORKERD_PATH
      process.env.MINIFLARE_WORKERD_PATH = runtime
      try {
        return await start()
      } finally {
        if (before === undefined) delete process.env.MINIFLARE_WORKERD_PATH
        else process.env.MINIFLARE_WORKERD_PATH = before
      }
    },
  }
}
