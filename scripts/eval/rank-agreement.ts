import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Problem, runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { startServers } from '../servers/servers.ts'
import { createServiceClient, type ServiceClient } from '../service-client.ts'
import { type Conversation, loadChats, loadConversations } from './data-sets.ts'

const HELP = `Asks the embedded and the cloud stores the same questions over the same conversations, and compares what comes back.

  node scripts/eval/rank-agreement.ts [--conversations FILE] [--questions 60] [--only 2]

FILE holds conversations in LoCoMo's neutral form; without it the chats of scripts/eval/data are told and asked. The stores are those that
the environment names (QDRANT_URL, NEO4J_URI …), or servers of its own. Rank correlation is Spearman's over the union of both lists of 20,
what is missing from one standing right behind it.
`

const K = 20
const BATCH = 50
const LEAST = 0.95
/** The chats are few: each store nominates most of what the other does, and half as many candidates already show as .98. */
const LEAST_OF_CHATS = 0.99

interface Service {
  readonly name: string
  readonly operator: ServiceClient
  readonly url: string
  stop(): Promise<void>
}

async function start(name: string, extra: Record<string, string>): Promise<Service> {
  const state = mkdtempSync(join(tmpdir(), 'brain-agreement-'))
  const child = spawn(
    process.execPath,
    [join(PROJECT_ROOT, 'scripts/start/start.ts'), '--port', '0', '--state', state],
    {
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  const ended = new Promise((done) => child.once('close', done))
  for (let tries = 0; !said.includes('Ctrl-C stops it'); tries++) {
    if (tries > 900 || child.exitCode !== null)
      throw new Problem(`The ${name} service did not start: ${said.slice(-300)}`)
    await wait(100)
  }
  const read = (file: string) => readFileSync(join(state, file), 'utf8').trim()
  return {
    name,
    url: read('url'),
    operator: createServiceClient(read('url'), { token: read('admin-token') }),
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(state, { recursive: true, force: true })
    },
  }
}

async function userOf(service: Service, account: string): Promise<ServiceClient> {
  await service.operator.get('POST', '/admin/accounts', { name: account, plan: 'enterprise' })
  const { key } = await service.operator.get<{ key: string }>('POST', `/admin/accounts/${account}/keys`, {
    label: 'eval',
  })
  return createServiceClient(service.url, { key })
}

async function tell(user: ServiceClient, { turns }: Conversation): Promise<void> {
  const items = turns.map(({ speaker, text, session }) => ({ text: `${speaker}: ${text}`, session_id: `s${session}` }))
  for (let at = 0; at < items.length; at += BATCH)
    await user.get('POST', '/brain/ingest/batch', { items: items.slice(at, at + BATCH) })
}

async function ask(user: ServiceClient, query: string): Promise<string[]> {
  const { facts } = await user.get<{ facts: { fact: string }[] }>('POST', '/brain/retrieve', {
    query,
    k: K,
    min_score: 0,
  })
  return facts.map(({ fact }) => fact)
}

/** Spearman's rho of two lists over their union; what one list lacks stands behind its last. */
export function rankCorrelation(a: readonly string[], b: readonly string[]): number {
  const union = [...new Set([...a, ...b])]
  if (union.length < 2) return 1
  const ranks = (list: readonly string[]) =>
    union.map((item) => (list.includes(item) ? list.indexOf(item) : (list.length + union.length - 1) / 2))
  const [x, y] = [ranks(a), ranks(b)]
  const mean = (list: readonly number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const [mx, my] = [mean(x), mean(y)]
  let [xy, xx, yy] = [0, 0, 0]
  for (const i of union.keys()) {
    xy += (x[i]! - mx) * (y[i]! - my)
    xx += (x[i]! - mx) ** 2
    yy += (y[i]! - my) ** 2
  }
  return xx === 0 || yy === 0 ? 1 : xy / Math.sqrt(xx * yy)
}

if (import.meta.main) {
  await runScript(async () => {
    const { values } = parseArgs({
      options: {
        conversations: { type: 'string' },
        questions: { type: 'string', default: '60' },
        only: { type: 'string', default: '2' },
        help: { type: 'boolean' },
      },
    })
    if (values.help) return void process.stdout.write(HELP)
    const given = values.conversations ? loadConversations(values.conversations) : [loadChats()]
    const conversations = given.slice(0, Number(values.only))
    const servers = process.env.QDRANT_URL ? null : await startServers()
    const variables = servers?.variables ?? (process.env as Record<string, string>)
    const names = ['QDRANT_URL', 'QDRANT_API_KEY', 'NEO4J_URI', 'NEO4J_USERNAME', 'NEO4J_PASSWORD'] as const
    const cloudStores = Object.fromEntries(names.map((name) => [name, variables[name] ?? '']))
    const embedded = await start('embedded', {})
    const cloud = await start('cloud', { ...cloudStores, MEMORY_STORE: 'cloud', STORE_TIMEOUT_MS: '60000' })
    try {
      const correlations: number[] = []
      let shared = 0
      let first = 0
      for (const conversation of conversations) {
        const account = `agreement-${Date.now()}`
        const [one, other] = [await userOf(embedded, account), await userOf(cloud, account)]
        await tell(one, conversation)
        await tell(other, conversation)
        for (const { q } of conversation.questions.slice(0, Number(values.questions))) {
          const [a, b] = await Promise.all([ask(one, q), ask(other, q)])
          correlations.push(rankCorrelation(a, b))
          shared += a.filter((fact) => b.includes(fact)).length / Math.max(1, a.length)
          if (a[0] === b[0]) first++
        }
      }
      const sorted = [...correlations].sort((a, b) => a - b)
      const mean = sorted.reduce((sum, value) => sum + value, 0) / sorted.length
      const figures = {
        conversations: conversations.length,
        questions: sorted.length,
        meanCorrelation: Number(mean.toFixed(4)),
        worstTenth: Number(sorted[Math.floor(sorted.length / 10)]!.toFixed(4)),
        sharedOf20: Number((shared / sorted.length).toFixed(4)),
        sameFirst: Number((first / sorted.length).toFixed(4)),
      }
      process.stdout.write(`${JSON.stringify(figures)}\n`)
      const least = values.conversations ? LEAST : LEAST_OF_CHATS
      if (mean < least) throw new Problem(`The two do not agree: the mean rank correlation is below ${least}.`)
    } finally {
      await Promise.all([embedded.stop(), cloud.stop()])
      await servers?.stop()
    }
  })
}
