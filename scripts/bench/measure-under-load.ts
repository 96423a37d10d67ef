import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StateFolder } from '../state-folder.ts'
import { BATCH, type Corpus } from './corpus.ts'
import type { Figures, LoadSummary } from './figures.ts'
import { fill } from './fill.ts'
import { countLost, type LoadFigures, measureCeiling, measureLoad } from './measure-load.ts'
import type { Plan } from './plan.ts'
import { newStateFolder, startService } from './service.ts'
import { vaultFolder } from './vault-folder.ts'

/** Statements that no other part of the run stores, and far enough apart. */
const FIRST = { one: 5_000_000, many: 6_000_000 }

/** One namespace with `chunks` in it, then many with a few, then one again until it cannot keep up. On a folder of its own. */
export async function measureUnderLoad(corpus: Corpus, plan: Plan, chunks: number): Promise<Figures['load']> {
  const folder = newStateFolder()
  const maker = await startService(folder)
  const one = await maker.newKey('one')
  const many = []
  for (let i = 0; i < plan.manyNamespaces; i++) many.push(await maker.newKey(`many ${i}`))
  await maker.stop()
  await fill(folder, corpus, [
    { namespace: one.account, from: 0, to: chunks },
    ...many.map(({ account }) => ({ namespace: account, from: 0, to: BATCH })),
  ])
  const questions = corpus.asked.texts
  const service = await startService(folder)
  const onOne = await measureLoad(service, [one.key], questions, plan.loadSeconds, FIRST.one)
  const keys = many.map(({ key }) => key)
  const onMany = await measureLoad(service, keys, questions, plan.loadSeconds, FIRST.many)
  const ceiling = await measureCeiling(service, one.key, questions, plan.ceilingSeconds)
  await service.stop()
  return { chunks, one: verified(folder, onOne), many: verified(folder, onMany), ceiling }
}

/** Looks into the files for every text whose ingest was answered with success. */
function verified(folder: StateFolder, { acknowledged, ...figures }: LoadFigures): LoadSummary {
  const files = readdirSync(vaultFolder(folder)).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  const lost = countLost(
    acknowledged,
    files.map((name) => join(vaultFolder(folder), name)),
  )
  return { ...figures, acknowledged: acknowledged.length, lost }
}
