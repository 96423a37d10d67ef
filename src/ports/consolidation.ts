import type { PackedVector } from '../domain/ranking/vector.ts'
import type { Source } from '../domain/statement/source.ts'

export interface Faded {
  readonly now: number
  readonly persona: string | null
  readonly threshold: number
  readonly halfLifeMs: number
}

export interface ClusterFact {
  readonly id: number
  readonly text: string
  readonly source: Source
}

/** A dense part of the graph of one persona, offered to be merged into an abstraction. It has only facts that hold: what lost its slot
 * stays by itself, and comes back when the winner goes. */
export interface Cluster {
  /** Its place among the clusters of its run. */
  readonly number: number
  readonly facts: readonly ClusterFact[]
}

/** Of one level of confidence (1 to 20), when the memory was last accessed that has been idle for longest. */
export interface LongestIdle {
  readonly level: number
  readonly since: number
}

/**
 * When a namespace has to be looked at next, without the half-life or the threshold in it, so that both can change at any time.
 * Later ones have a higher `turn`.
 */
export interface Horizon {
  readonly turn: number
  readonly idle: readonly LongestIdle[]
  /** From when on there is something to compress; null: not yet. */
  readonly compressFrom: number | null
  /** How many chunks there are, where the store tells it with this. */
  readonly chunks?: number
}

export interface CompressionLimits {
  readonly maxClusters: number
  /** Of the whole namespace. */
  readonly maxTokensPerDay: number
  /** The encoder in use: a namespace of another one's vectors is offered nothing, for nothing could be added to it. */
  readonly embedder: string
}

export interface ConsolidationReport {
  readonly skipped: boolean
  readonly reinforced: number
  readonly decayed: number
  readonly pruned: number
  /** Names the run to `abstract`, while it offers clusters; no other run works on the namespace until then or until it ran out of time. */
  readonly run: number | null
  readonly clusters: readonly Cluster[]
  readonly horizon: Horizon
}

export interface NewAbstraction {
  /** Of which cluster. */
  readonly cluster: number
  /** Ids of the facts that it says. */
  readonly members: readonly number[]
  readonly text: string
  readonly vector: PackedVector
}

export interface AbstractionRequest {
  readonly now: number
  readonly embedder: string
  readonly run: number
  readonly abstractions: readonly NewAbstraction[]
  /** Clusters to be offered again: their summary failed in a way that may pass. */
  readonly unfinished: readonly number[]
  readonly tokens: number
}

export interface AbstractionReport {
  readonly created: number
  readonly merged: number
  readonly horizon: Horizon
}
