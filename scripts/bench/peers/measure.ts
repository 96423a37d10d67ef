import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from '../at-end.ts'
import type { Corpus } from '../corpus.ts'
import { WARM_UP } from '../plan.ts'
import { announce, progress } from '../progress.ts'
import { summarise, type Times } from '../times.ts'
import { DIMENSIONS, vectorOf } from '../vectors.ts'
import { installPeer, named, type PeerName } from './install.ts'
import type { PeerAsk, PeerReply } from './process.ts'

export interface PeerSize {
  readonly size: number
  /** Texts a second, of those between the size before and this one. */
  readonly insertsPerSecond: number
  readonly search: Times
  /** Share of the exact ten nearest among the ten found; null where it does not search by vectors alone. */
  readonly recall: number | null
  readonly residentMb: number
}

export interface PeerFigures {
  readonly name: PeerName
  readonly version: string
  readonly setting: string
  readonly sizes: readonly PeerSize[]
  /** Why there are no figures, or none of the larger sizes. */
  readonly problem: string | null
}

export interface PeerPlan {
  readonly sizes: readonly number[]
  readonly searches: (size: number) => number
  /** Texts in one call. */
  readonly batch: number
}

const K = 10
const WARM_UP_MS = 2_000

/** Runs one peer through all sizes, in a process of its own; what goes wrong there is told, and stops nothing else. */
export async function measurePeer(
  name: PeerName,
  plan: PeerPlan,
  corpus: Corpus,
  exact: (question: number, size: number) => readonly number[],
): Promise<PeerFigures> {
  const sizes: PeerSize[] = []
  const figures = { name, version: named(name), setting: '', sizes }
  try {
    const packages = await installPeer(name)
    const peer = startPeer()
    try {
      const folder = mkdtempSync(join(tmpdir(), 'edge-brain-peer-'))
      atEnd(() => rmSync(folder, { recursive: true, force: true }))
      const capacity = plan.sizes.at(-1)!
      const { setting = '', vectorsAlone = false } = await peer.ask({
        open: { name, packages, folder, dimensions: DIMENSIONS, capacity },
      })
      figures.setting = setting
      let stored = 0
      for (const size of plan.sizes) {
        announce(`${named(name)}: ${size} texts`)
        const insertMs = await insert(peer, corpus, stored, size, plan.batch)
        sizes.push({
          size,
          insertsPerSecond: (size - stored) / (insertMs / 1000),
          ...(await search(peer, corpus, plan.searches(size), vectorsAlone ? (at) => exact(at, size) : null)),
        })
        stored = size
      }
    } finally {
      await peer.stop()
    }
    return { ...figures, problem: null }
  } catch (error) {
    const problem = (error as Error).message
    announce(`NO FIGURES of ${named(name)}${sizes.length > 0 ? ' beyond these' : ''}: ${problem}`)
    return { ...figures, problem }
  }
}

/** Which questions warm a peer up: from the last one backwards, so that few are asked twice, and round again where there are too few. */
export const warmUpOrder = (questions: number): number[] =>
  Array.from({ length: WARM_UP }, (_, i) => questions - 1 - (i % questions))

type Running = ReturnType<typeof startPeer>

async function insert(peer: Running, { stored }: Corpus, from: number, to: number, batch: number): Promise<number> {
  let ms = 0
  for (let at = from; at < to; at += batch) {
    const end = Math.min(at + batch, to)
    const vectors = stored.data.slice(at * DIMENSIONS, end * DIMENSIONS)
    ms += (await peer.ask({ insert: { from: at, texts: stored.texts.slice(at, end), vectors } })).ms
    progress(`inserting: ${end} of ${to}`)
  }
  return ms + (await peer.ask({ build: true })).ms
}

async function search(
  peer: Running,
  { asked }: Corpus,
  count: number,
  exact: ((question: number) => readonly number[]) | null,
) {
  const times: number[] = []
  let found = 0
  let residentMb = 0
  const ask = (at: number) =>
    peer.ask({ search: { question: asked.texts[at]!, vector: vectorOf(asked, at).slice(), k: K } })
  const begun = performance.now()
  for (const at of warmUpOrder(asked.texts.length)) {
    if (performance.now() - begun > WARM_UP_MS) break
    await ask(at)
  }
  for (let i = 0; i < count; i++) {
    const at = i % asked.texts.length
    const reply = await ask(at)
    times.push(reply.ms)
    if (exact) found += exact(at).filter((id) => reply.found!.includes(id)).length
    residentMb = reply.residentMb!
    progress(`searching: ${i + 1} of ${count}`)
  }
  return { search: summarise(times), recall: exact && found / (K * count), residentMb }
}

function startPeer() {
  const child = fork(join(import.meta.dirname, 'process.ts'), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '', MEM0_TELEMETRY: 'False' },
    execArgv: ['--max-old-space-size=8192', '--disable-warning=ExperimentalWarning'],
  })
  const ended = new Promise<string>((resolve) =>
    child.once('close', (code, signal) => resolve(`its process ended (${signal ?? `code ${code}`})`)),
  )
  const stop = atEnd(async () => {
    child.kill('SIGKILL')
    await ended
  })
  async function ask(request: PeerAsk): Promise<PeerReply> {
    const reply = await new Promise<PeerReply>((resolve, reject) => {
      child.once('message', (message) => resolve(message as PeerReply))
      void ended.then((how) => reject(new Error(how)))
      child.send(request)
    })
    if (reply.problem) throw new Error(reply.problem)
    return reply
  }
  return { ask, stop }
}
