import { installation } from '#installation'
import { createFirstKey } from '../first-account.ts'
import { runScript } from '../problem.ts'
import { createServiceClient, type ServiceClient } from '../service-client.ts'
import { signInUrl } from '../sign-in-url.ts'
import { openStateFolder, type StateFolder } from '../state-folder.ts'
import { readWorkerSettings, type WorkerSettings } from '../worker-settings.ts'
import { barDamaged } from './bar-damaged.ts'
import { connectionsFor, fileLimit, TOO_FEW_FILES } from './file-limit.ts'
import { openFront } from './front.ts'
import { everyHour, fireSchedule } from './hourly.ts'
import { lockStateFolder } from './lock.ts'
import { HELP, parseOptions, type StartOptions } from './options.ts'
import { reEmbedAll } from './re-embed.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { reset } from './reset.ts'
import { startRuntime } from './runtime.ts'
import { HTTP_SOCKET, SCHEDULE_SOCKET, writeRuntimeConfig } from './runtime-config.ts'
import { readServiceConfig } from './service-config.ts'
import { openServiceLog, type ServiceLog } from './service-log.ts'
import { endStaleRuntime } from './stale-runtime.ts'
import { supervise } from './supervise.ts'
import { nearPath, welcome } from './welcome.ts'

/** From a command line to a running service, until it is told to stop. */
async function start(options: StartOptions): Promise<void> {
  const settings = readWorkerSettings()
  const folder = openStateFolder(options.stateFolder)
  const lock = lockStateFolder(folder)
  try {
    if (await endStaleRuntime(folder)) process.stdout.write('Ended a runtime that an earlier start had left behind.\n')
    if (options.reset) await reset(folder, options.yes)
    await serve(options, settings, openStateFolder(options.stateFolder))
  } finally {
    lock.release()
  }
}

const lossOf = (object: string) =>
  `The log of ${object} is damaged: some of what was stored last is lost. Its account is answered with 503 until it is put back from a copy, or the loss is accepted: ${installation.brain} accept-loss ${object}`

async function serve(options: StartOptions, settings: WorkerSettings, folder: StateFolder): Promise<void> {
  const stopAsked = nextStopSignal()
  const variables = readServiceConfig(folder, settings, process.env)
  const files = fileLimit()
  const front = await openFront({ ...options, maxConnections: connectionsFor(files), socketPath: HTTP_SOCKET })
  const log = openServiceLog(folder.log, options.verbose)
  try {
    const modules = await installation.bundleWorker(folder.worker, variables)
    const shownFolder = nearPath(folder.path)
    // A socket's path may have some 100 characters only, so that both are reached from where they are.
    process.chdir(folder.path)
    const address = `unix:${HTTP_SOCKET}`
    const configPath = writeRuntimeConfig({
      ...{ folder, settings, modules, variables: Object.keys(variables), address },
      privateWebhooks: variables.WEBHOOK_ALLOW_PRIVATE === 'true',
    })
    const launch = (isFirst = false) => {
      // Before anything opens a database: whoever closes one clears its log away.
      const damaged = barDamaged(folder)
      for (const object of damaged) sayAndLog(log)(lossOf(object), { damaged: object })
      if (isFirst) removeLeftovers(folder, settings)
      return startRuntime({ folder, configPath, variables, log, damaged })
    }
    const runtime = await launch(true)
    try {
      const url = `http://${bracketed(nameToReach(options.host))}:${front.port}`
      folder.write('url', url)
      const isFresh = folder.read('key') === null
      process.stdout.write(await greet({ folder, shownFolder, url, token: variables.ADMIN_TOKEN!, ...options, files }))
      const stopSchedule = runHourly(settings.cron, log)
      let stopping = false
      stopAsked.then(() => (stopping = true))
      // Another's embedder may have to be paid: that is for whoever runs it to say.
      if (isOwnEmbedder(variables))
        void reEmbedAll({
          ...{ operator: createServiceClient(url, { token: variables.ADMIN_TOKEN! }), folder, isFresh },
          ...{ mayList: files >= TOO_FEW_FILES, say: sayAndLog(log), isStopping: () => stopping },
        })
      await supervise({ runtime, start: () => launch(), stopAsked, say: sayAndLog(log) })
      stopSchedule()
    } finally {
      await runtime.stop()
    }
  } finally {
    front.close()
    log.close()
  }
  process.stdout.write('edge-brain has stopped.\n')
}

const isOwnEmbedder = ({ EMBEDDER, EMBEDDER_NEXT }: Readonly<Record<string, string | undefined>>): boolean =>
  (EMBEDDER ?? 'local') === 'local' && (EMBEDDER_NEXT ?? 'none') === 'none'

const sayAndLog =
  (log: ServiceLog) =>
  (sentence: string, notes: Readonly<Record<string, string>> = {}) => {
    process.stdout.write(`${sentence}\n`)
    log.write(`${JSON.stringify({ level: 'warn', at: new Date().toISOString(), message: sentence, ...notes })}\n`)
  }

interface Greeted {
  readonly folder: StateFolder
  readonly shownFolder: string
  readonly url: string
  readonly token: string
  readonly host: string
  readonly files: number
}

/** Waits for the models, so that the first call is a fast one, and sees to it that there is a key that works. */
async function greet({ folder, shownFolder, url, token, host, files }: Greeted): Promise<string> {
  const { body } = await createServiceClient(url, {}).ask('GET', '/brain/health')
  const kept = folder.read('key')
  const newKey = kept ? null : (await createFirstKey(createServiceClient(url, { token }))).key
  if (newKey) folder.write('key', newKey)
  const check = kept
    ? await createServiceClient(url, { key: kept }).ask('POST', '/brain/stats', { user_id: 'start' })
    : null
  return welcome({
    url,
    stateFolder: shownFolder,
    newKey,
    consoleUrl: await consoleUrl(createServiceClient(url, { token }), newKey ?? kept!),
    ready: (body as { ready?: boolean } | null)?.ready === true,
    problems: problemsIn(body),
    keyWorks: check?.status !== 401,
    listensBeyond: !['127.0.0.1', 'localhost', '::1'].includes(host),
    files,
  })
}

/** With a link that signs in once, where one can be made; the service itself never logs it. null: the console is turned off. */
const consoleUrl = (operator: ServiceClient, key: string): Promise<string | null> =>
  signInUrl(operator, key).catch(() => `${operator.url}/console`)

/** A store that is not configured right is named at once, not by the first call that needs it. */
const problemsIn = (health: unknown): string[] =>
  Object.entries((health ?? {}) as Record<string, unknown>).flatMap(([name, state]) =>
    typeof state === 'string' && state.startsWith('error: ') ? `${name} ${state}` : [],
  )

function runHourly(cron: string, log: ServiceLog): () => void {
  return everyHour((scheduledTime) => {
    fireSchedule(SCHEDULE_SOCKET, cron, scheduledTime).then(
      (status) => status < 300 || log.write(`the scheduled run was answered with ${status}\n`),
      (error: Error) => log.write(`the scheduled run failed: ${error.message}\n`),
    )
  })
}

/** npm passes Ctrl-C on to a process that has got it already: later signals are taken and change nothing. */
function nextStopSignal(): Promise<'asked'> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => resolve('asked'))
    if (!['start', 'npx'].includes(process.env.npm_lifecycle_event ?? '')) return
    // Who kills npm means the service: a killed npm passes nothing on, but its child gets another parent.
    const parent = process.ppid
    setInterval(() => process.ppid !== parent && resolve('asked'), 500).unref()
  })
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

/** Where a service that listens everywhere can be reached from here. */
const nameToReach = (host: string) => (host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host)

// Whatever is written, by the runtime too, is for the user alone.
process.umask(0o077)
await runScript(async () => {
  const options = parseOptions(process.argv.slice(2))
  if (options.help) process.stdout.write(HELP)
  else await start(options)
})
