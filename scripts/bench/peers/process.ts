/** One peer in a process of its own, which the benchmark tells what to do; times are taken here, without the way between processes. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { OpenPeer, Peer } from './peer.ts'

export interface PeerAsk {
  readonly open?: {
    readonly name: string
    readonly packages: string
    readonly folder: string
    readonly dimensions: number
    readonly capacity: number
  }
  readonly insert?: { readonly from: number; readonly texts: readonly string[]; readonly vectors: Float32Array }
  readonly build?: true
  readonly search?: { readonly question: string; readonly vector: Float32Array; readonly k: number }
}

export interface PeerReply {
  readonly ms: number
  readonly found?: number[]
  readonly setting?: string
  readonly vectorsAlone?: boolean
  readonly residentMb?: number
  readonly problem?: string
}

let peer: Peer | null = null

async function answer(ask: PeerAsk): Promise<PeerReply> {
  if (ask.open) {
    const { packages, name } = ask.open
    const require = createRequire(join(packages, 'package.json'))
    const load = <T>(wanted: string) => require(wanted) as T
    const { open } = (await import(`./${name}.ts`)) as { open: OpenPeer }
    peer = await open({ ...ask.open, load, resolve: require.resolve })
    return { ms: 0, setting: peer.setting, vectorsAlone: peer.vectorsAlone }
  }
  const began = performance.now()
  if (ask.insert) await peer!.insert(ask.insert.from, ask.insert.texts, ask.insert.vectors)
  if (ask.build) await peer!.build?.()
  const found = ask.search ? await peer!.search(ask.search.question, ask.search.vector, ask.search.k) : undefined
  const ms = performance.now() - began
  return { ms, ...(found && { found: found.map(Number) }), residentMb: process.memoryUsage.rss() / 2 ** 20 }
}

process.on('message', (ask: PeerAsk) => {
  answer(ask).then(
    (reply) => process.send!(reply),
    (error: Error) => process.send!({ ms: 0, problem: error.message.split('\n')[0] }),
  )
})
