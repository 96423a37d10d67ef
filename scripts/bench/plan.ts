import type { PeerName } from './peers/install.ts'
import type { PeerPlan } from './peers/measure.ts'

/** How much of everything a run measures. */
export interface Plan {
  /** Chunks in the memory; the last is the largest. */
  readonly sizes: readonly number[]
  readonly questions: number
  readonly loadSeconds: number
  readonly ceilingSeconds: number
  readonly besideSeconds: number
  readonly manyNamespaces: number
  /** Large vaults that take turns. */
  readonly turns: number
  readonly ingestBatches: number
  readonly roundTrips: number
  /** How often the runtime is started anew for one figure. */
  readonly starts: number
  readonly peers: Readonly<Partial<Record<PeerName, PeerPlan>>>
}

/** So many other questions are asked before anything is measured: an engine optimises what has run a few hundred times. */
export const WARM_UP = 150

const upTo = (limit: number, sizes: readonly number[]) => sizes.filter((size) => size <= limit)

function peerPlans(sizes: readonly number[], thorough: number): Plan['peers'] {
  const plan = (limit: number, small: number, large: number, batch = 1_000): PeerPlan => ({
    sizes: upTo(limit, sizes),
    searches: (size) => (size > 10_000 ? large : small) * thorough,
    batch,
  })
  return {
    'sqlite-vec': plan(100_000, 100, 40),
    hnswlib: plan(100_000, 100, 100),
    orama: plan(100_000, 50, 3),
    lancedb: plan(100_000, 50, 25),
    mem0: plan(10_000, 6, 0, 100),
    'server-memory': plan(10_000, 20, 0, 10_000),
  }
}

export const FULL: Plan = {
  sizes: [1_000, 10_000, 100_000],
  questions: 240,
  loadSeconds: 60,
  ceilingSeconds: 6,
  besideSeconds: 60,
  manyNamespaces: 100,
  turns: 50,
  ingestBatches: 30,
  roundTrips: 40,
  starts: 7,
  peers: peerPlans([1_000, 10_000, 100_000], 2),
}

export const QUICK: Plan = {
  sizes: [1_000, 10_000],
  questions: 100,
  loadSeconds: 10,
  ceilingSeconds: 2,
  besideSeconds: 15,
  manyNamespaces: 20,
  turns: 3,
  ingestBatches: 8,
  roundTrips: 12,
  starts: 3,
  peers: peerPlans([10_000], 1),
}
