import { createFirstKey } from '../first-account.ts'
import { Problem } from '../problem.ts'
import type { ServiceClient } from '../service-client.ts'
import type { StateFolder } from '../state-folder.ts'
import type { Wrangler, WranglerRun } from '../wrangler.ts'
import { makeMissingSecrets, withSecretsFile } from './secrets.ts'

export interface DeployTools {
  readonly wrangler: Wrangler
  readonly openFolder: () => StateFolder
  readonly connect: (url: string, identity: { token?: string }) => ServiceClient
  readonly print: (line: string) => void
  readonly wait: (ms: number) => Promise<void>
}

/** A new address on workers.dev takes a while to be known everywhere. */
const PATIENCE_MS = 60_000
const LOOK_MS = 2_000
const FIRST_ACCOUNT = 'first'

/** `wrangler deploy`; on the first one also the secrets that are missing and the first account. */
export async function deployService(args: readonly string[], tools: DeployTools): Promise<void> {
  if (args.includes('--dry-run')) return dryRun(args, tools)
  const environment = environmentOf(args)
  const missing = await makeMissingSecrets(tools.wrangler, environment)
  const folder = tools.openFolder()
  const tokenFile = environment ? (`deployed-admin-token-${environment}` as const) : 'deployed-admin-token'
  // Kept before it is sent: a token that only the deployment knows could never be used.
  if (missing.ADMIN_TOKEN) folder.write(tokenFile, missing.ADMIN_TOKEN)

  const run = await withSecretsFile(missing, (file) => tools.wrangler(['deploy', ...args, ...file], 'show'))
  if (run.code !== 0) throw new Problem('wrangler did not deploy it; what it says is above.')
  if (!missing.ADMIN_TOKEN) return
  await welcome(run, missing.ADMIN_TOKEN, `${folder.path}/${tokenFile}`, tools)
}

async function welcome(run: WranglerRun, token: string, tokenPath: string, tools: DeployTools): Promise<void> {
  const url = run.report.flatMap((entry) => entry.targets ?? []).find((target) => target.startsWith('https://'))
  const byHand = `BRAIN_URL=${url ?? 'https://…'} BRAIN_ADMIN_TOKEN="$(cat ${tokenPath})" npm run -s brain -- keys create --plan enterprise --account ${FIRST_ACCOUNT}`
  tools.print(`\nThe operator's token is kept in ${tokenPath}, for you alone.`)
  try {
    if (!url) throw new Problem('wrangler names no address.')
    await untilReachable(url, tools)
    const { key } = await createFirstKey(tools.connect(url, { token }), FIRST_ACCOUNT)
    tools.print(`edge-brain is deployed at ${url} (reference: ${url}/docs)`)
    tools.print(`The first key, shown this once: ${key}`)
  } catch (error) {
    throw new Problem(`It is deployed, but there is no key yet: ${(error as Error).message} Make one with: ${byHand}`)
  }
}

async function untilReachable(url: string, { connect, wait }: DeployTools): Promise<void> {
  for (let waited = 0; waited < PATIENCE_MS; waited += LOOK_MS) {
    const status = await connect(url, {})
      .ask('GET', '/brain/health')
      .then(
        (reply) => reply.status,
        () => 0,
      )
    if (status === 200) return
    await wait(LOOK_MS)
  }
  throw new Problem(`${url} does not answer yet.`)
}

async function dryRun(args: readonly string[], { wrangler, print }: DeployTools): Promise<void> {
  const run = await wrangler(['deploy', ...args], 'capture')
  if (run.code !== 0) throw new Problem(`wrangler cannot build it: ${firstLine(run.stderr)}`)
  print(bundleSize(run))
}

/** `1.86 KiB / gzip: 0.77 KiB`, as wrangler counts what it would upload. */
export function bundleSize(run: WranglerRun): string {
  const size = /Total Upload: (.+)/.exec(run.stdout)?.[1]
  return size ? `Bundle: ${size.trim()}` : 'Bundle: wrangler does not tell its size.'
}

const firstLine = (text: string) =>
  text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim() ?? 'it does not say why.'

function environmentOf(args: readonly string[]): string | null {
  const at = args.findIndex((word) => word === '--env' || word === '-e')
  if (at >= 0) return args[at + 1] ?? null
  return args.find((word) => word.startsWith('--env='))?.slice('--env='.length) ?? null
}
