import { writeFileSync } from 'node:fs'
import { runScript } from '../problem.ts'
import { createServiceClient, type ServiceClient } from '../service-client.ts'
import { type Brain, createBrain } from './brain.ts'
import { cosineOfConversations, cosineOfFacts } from './cosine-alone.ts'
import {
  LIFE_SETS,
  type LifeSet,
  loadChats,
  loadConversations,
  loadLives,
  loadPeople,
  loadPlain,
  loadWorlds,
  PLAIN_SETS,
  type PlainSet,
  WHERE_TO_GET_LOCOMO,
} from './data-sets.ts'
import { type Figures, printTable, toRows } from './figure-table.ts'
import { loadModels, type Models } from './in-process-models.ts'
import { measureCalibration } from './measure-calibration.ts'
import { measureConversations } from './measure-conversations.ts'
import { measureCost } from './measure-cost.ts'
import { measureDeterminism } from './measure-determinism.ts'
import { measureHops, measurePersonalFacts } from './measure-facts.ts'
import { type LifeFigures, measureLives } from './measure-lives.ts'
import { measurePlain, type PlainFigures } from './measure-plain.ts'
import { measureSessions } from './measure-sessions.ts'
import { type EvalOptions, HELP, parseOptions } from './options.ts'
import { type RunningService, startOwnService } from './own-service.ts'
import { writeQualityPage } from './quality-page.ts'

/** Every measurement of retrieval, one after the other: side by side they would disturb each other's times. */
async function measure(brain: Brain, { locomo: path, quick }: EvalOptions, open: OpenAccount | null): Promise<Figures> {
  const dialogues = path === undefined ? [] : loadConversations(path)
  const chats = loadChats()
  const people = quick ? loadPeople().slice(0, 2) : loadPeople()
  const every = quick ? 5 : 1
  const sample = quick ? 60 : 300

  const models = await loadModels()
  // First: it keeps this process busy for longer than the service keeps a connection.
  const cosineAlone: Figures['cosineAlone'] = {
    dialogues: dialogues.length === 0 ? null : await cosineOfConversations(models, dialogues, every),
    chats: await cosineOfConversations(models, [chats], 1),
    personalFacts: await cosineOfFacts(models, people, null),
    factsBesideChats: await cosineOfFacts(models, people, chats),
  }
  const scoring = await measureCost(chats, 40)
  const personal = await measurePersonalFacts(brain, people)
  const hops = await measureHops(brain, loadWorlds())
  const chat = await measureConversations(brain, [chats], 1, 'chats')
  const locomo = dialogues.length === 0 ? null : await measureConversations(brain, dialogues, every, 'dialogues')
  const findings = [...(locomo?.hybrid ?? []), ...chat.hybrid, ...personal.findings]
  return {
    at: new Date().toISOString().slice(0, 10),
    quick,
    locomo: locomo?.figures ?? null,
    chats: chat.figures,
    personalFacts: personal.figures,
    hops: hops.figures,
    plain: await measureAllPlain(brain, every),
    lives: open && (await measureAllLives(open, models, quick ? 2 : Infinity)),
    cosineAlone,
    calibration: await measureCalibration(brain, findings, dialogues, people, chats, sample),
    deterministic: await measureDeterminism(
      brain,
      chats.questions.map(({ q }) => ({ query: q, persona: chats.id })),
    ),
    // Late: what is returned in a session stays hot in it.
    sessions: await measureSessions(brain, chats, dialogues, sample),
    // Last: the same chats many times over would change how rare a word is.
    factsBesideChats: (await measurePersonalFacts(brain, people, chats)).figures,
    scoring,
  }
}

type OpenAccount = (name: string) => Promise<ServiceClient>

/** Each life is an account of its own: what one was told is nothing to another. */
const accountsOf = ({ base, adminToken }: RunningService): OpenAccount => {
  const operator = createServiceClient(base, { token: adminToken })
  return async (name) => {
    await operator.get('POST', '/admin/accounts', { name: `life-${name}`, plan: 'enterprise' })
    const { key } = await operator.get<{ key: string }>('POST', `/admin/accounts/life-${name}/keys`, {})
    return createServiceClient(base, { key })
  }
}

/** One in so many cases. */
async function measureAllPlain(brain: Brain, every: number): Promise<Figures['plain']> {
  const figures = {} as Record<PlainSet, PlainFigures>
  for (const set of PLAIN_SETS) {
    const cases = loadPlain(set).filter((_, at) => at % every === 0)
    figures[set] = await measurePlain(brain, cases, `plain-${set}`)
  }
  return figures
}

/** So many of each set, at most. */
async function measureAllLives(open: OpenAccount, models: Models, most: number): Promise<Figures['lives']> {
  const figures = {} as Record<LifeSet, LifeFigures>
  for (const set of LIFE_SETS) figures[set] = await measureLives(open, models, loadLives(set).slice(0, most))
  return figures
}

async function main(options: EvalOptions): Promise<void> {
  if (options.locomo === undefined) process.stderr.write(`No dialogues without --locomo. ${WHERE_TO_GET_LOCOMO}\n`)
  const own = options.base === undefined ? await startOwnService() : null
  try {
    const service = createServiceClient(own?.base ?? options.base!, { key: own?.key ?? options.key! })
    const figures = await measure(createBrain(service, showProgress), options, own && accountsOf(own))
    showProgress('')
    process.stdout.write(`${printTable(toRows(figures))}\n\n${tokenLine(figures)}\n`)
    if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)
    if (options.write) writeQualityPage(figures)
  } finally {
    await own?.stop()
  }
}

function tokenLine({ locomo, chats }: Figures): string {
  const points = (locomo ?? chats).tokens.filter(({ k }) => [1, 2, 3, 5, 8, 10, 15, 20].includes(k))
  return `recall for tokens: ${points.map(({ k, tokens, recall }) => `k=${k} ${tokens.toFixed(0)} tokens ${recall.toFixed(3)}`).join(' · ')}`
}

/** One line that is overwritten on a terminal; elsewhere a line a step would bury the table. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
}

await runScript(async () => {
  const options = parseOptions(process.argv.slice(2))
  if (options.help) process.stdout.write(HELP)
  else await main(options)
})
