import { writeFileSync } from 'node:fs'
import { lazy } from '../../src/runtime/lazy.ts'
import { printTable } from '../eval/figure-table.ts'
import { runScript } from '../problem.ts'
import { withCleanEnd } from './at-end.ts'
import { type Corpus, loadCorpus } from './corpus.ts'
import { createExact } from './exact.ts'
import { toRows } from './figure-rows.ts'
import type { Figures } from './figures.ts'
import { describeMachine, machineLine } from './machine.ts'
import { measureBeside } from './measure-beside.ts'
import { measureService } from './measure-service.ts'
import { measureStartup } from './measure-startup.ts'
import { measureExactness } from './measure-storage.ts'
import { type BenchOptions, HELP, parseOptions, type Section } from './options.ts'
import type { PeerName } from './peers/install.ts'
import { measurePeer } from './peers/measure.ts'
import { requireMeasured } from './peers/require-measured.ts'
import { writePerformancePage } from './performance-page.ts'
import { FULL, type Plan, QUICK } from './plan.ts'
import { progress } from './progress.ts'

const K = 10

/** One measurement after the other: side by side they would disturb each other. */
async function measure(options: BenchOptions): Promise<Figures> {
  const began = performance.now()
  const plan = options.quick ? QUICK : FULL
  const wants = (section: Section) => options.only.includes(section)
  const machine = describeMachine()
  const loadTexts = lazy(() => loadCorpus(plan.sizes.at(-1)!, plan.questions, plan.sizes[0]!))
  const startup = wants('startup') ? await measureStartup(plan.starts) : null
  const service = await measureService(loadTexts, plan, wants)
  const beside = wants('beside') ? await measureBeside(plan.besideSeconds) : null
  const { exactness, peers } = await measureAgainstExact(loadTexts, plan, wants)
  progress('')
  return {
    at: new Date().toISOString().slice(0, 10),
    quick: options.quick,
    seconds: (performance.now() - began) / 1000,
    machine,
    startup,
    ...service,
    beside,
    exactness,
    peers,
  }
}

async function measureAgainstExact(loadTexts: () => Promise<Corpus>, plan: Plan, wants: (section: Section) => boolean) {
  if (!wants('exactness') && !wants('peers')) return { exactness: null, peers: null }
  const corpus = await loadTexts()
  const exact = createExact(corpus.stored, corpus.asked, K)
  const exactness = wants('exactness') ? await measureExactness(corpus, plan.sizes, exact) : null
  const peers = []
  if (wants('peers'))
    for (const [name, peerPlan] of Object.entries(plan.peers))
      peers.push(await measurePeer(name as PeerName, peerPlan, corpus, exact))
  return { exactness, peers: wants('peers') ? peers : null }
}

async function main(options: BenchOptions): Promise<void> {
  const figures = await measure(options)
  process.stdout.write(`${printTable(toRows(figures))}\n\n${machineLine(figures.machine)}\n`)
  process.stdout.write(`${(figures.seconds / 60).toFixed(1)} minutes\n`)
  if (options.json) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)
  requireMeasured(figures.peers)
  if (options.write) writePerformancePage(figures)
}

await runScript(async () => {
  const options = parseOptions(process.argv.slice(2))
  if (options.help) process.stdout.write(HELP)
  else await withCleanEnd(() => main(options))
})
