import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import type { SummariseCluster } from '../../../src/pipelines/lifecycle/abstract-clusters.ts'
import { consolidate } from '../../../src/pipelines/lifecycle/consolidate.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { warmUp } from '../../adapters/durable-objects/warm.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { createFakeEmbedder } from '../../fakes/embedder.ts'

const HOUR = 3_600_000
const NOON = Date.UTC(2026, 10, 15, 12)

function open() {
  const trace = createTrace()
  const namespace = `E${randomBase62(9)}`
  const clock = { now: NOON }
  const store = createEmbeddedMemoryStore({
    vaults: env.VAULT,
    embedderId: () => EMBEDDER,
    roundTrip: createRoundTrip(trace, 0),
    trace,
  })
  const ports = {
    config: {
      pruneThreshold: 0.05,
      decayHalfLifeDays: 7,
      consolidateMinIntervalSeconds: 600,
      compressTokensPerDay: 100_000,
    },
    clock: () => clock.now,
    memory: store,
    embedder: createFakeEmbedder(),
  } as unknown as Ports
  const run = (summarise: SummariseCluster | null) =>
    consolidate(ports, trace, { namespace, now: clock.now, persona: null, force: true }, summarise)
  /** Teams that know one another only inside. */
  const teams = async (count: number) => {
    for (let team = 0; team < count; team++) {
      const [ann, bob, firm, town] = ['Ann', 'Bob', 'Alto', 'Zagreb'].map((name) => `${name}${team}`) as [
        string,
        string,
        string,
        string,
      ]
      const facts = [
        [ann, 'works_at', firm],
        [bob, 'works_at', firm],
        [ann, 'manages', bob],
        [firm, 'based_in', town],
        [bob, 'born_in', town],
      ] as const
      const memories = await Promise.all(facts.map((fact) => memory(`${fact.join(' ')}.`, { facts: [fact] })))
      await store.remember(namespace, { now: clock.now, embedder: EMBEDDER, memories })
    }
  }
  return { namespace, clock, store, run, teams, trace }
}

const inBrief: SummariseCluster = async (facts) => ({
  text: `In brief: ${facts[0]!.text}.`,
  said: facts.map((_, at) => at),
  tokens: 10,
})

beforeAll(warmUp)

describe('consolidation', () => {
  it('compresses nothing without a model, and costs one round trip', async () => {
    const { run, teams, trace, clock } = open()
    await teams(1)
    clock.now += HOUR
    const before = trace.roundTrips
    expect(await run(null)).toMatchObject({ skipped: false, decayed: 5, pruned: 0, compressed: 0, abstractions: 0 })
    expect(trace.roundTrips - before).toBe(1)
  })

  it('puts each cluster into words and counts what it merged', async () => {
    const { run, teams, store, namespace, clock } = open()
    await teams(2)
    clock.now += HOUR
    expect(await run(inBrief)).toMatchObject({ compressed: 10, abstractions: 2 })
    const found = await store.recall(namespace, await plan('Ann1 manages Bob1'))
    expect(found.facts.filter(({ candidate }) => candidate).map(({ text }) => text)).toContain(
      'In brief: Ann1 works at Alto1.',
    )
    expect((await store.count(namespace, 'shared')).namespace.relations).toBe(10)
    clock.now += HOUR
    expect(await run(inBrief)).toMatchObject({ compressed: 0, abstractions: 0 })
  })

  it('merges at most eight clusters a call, and the rest in the next', async () => {
    const { run, teams, clock } = open()
    await teams(11)
    clock.now += HOUR
    expect(await run(inBrief)).toMatchObject({ compressed: 40, abstractions: 8 })
    clock.now += HOUR
    expect(await run(inBrief)).toMatchObject({ compressed: 15, abstractions: 3 })
  })

  it('works twenty seconds at most, and the rest in the next', async () => {
    const { run, teams, clock } = open()
    await teams(6)
    clock.now += HOUR
    const limits: number[] = []
    const slow: SummariseCluster = async (facts, timeoutMs) => {
      limits.push(timeoutMs)
      clock.now += 6_000
      return inBrief(facts, timeoutMs)
    }
    const first = await run(slow)
    expect(Math.max(...limits)).toBeLessThanOrEqual(20_000)
    expect(first.abstractions).toBeLessThan(6)
    clock.now += HOUR
    const second = await run(inBrief)
    expect(first.abstractions + second.abstractions).toBe(6)
  })

  it('leaves out what failed and tries it again, but not what there was nothing to say of', async () => {
    const { run, teams, clock } = open()
    await teams(3)
    clock.now += HOUR
    const moody: SummariseCluster = async (facts, timeoutMs) => {
      if (facts[0]!.text.includes('Ann0')) throw new Error('unreachable')
      if (facts[0]!.text.includes('Ann1')) return { text: null, said: [], tokens: 10 }
      return inBrief(facts, timeoutMs)
    }
    expect(await run(moody)).toMatchObject({ compressed: 5, abstractions: 1 })
    clock.now += HOUR
    const asked: string[] = []
    const again = await run(async (facts, timeoutMs) => {
      asked.push(facts[0]!.text)
      return inBrief(facts, timeoutMs)
    })
    expect(asked[0]).toMatch(/Ann0/)
    expect(again.abstractions).toBe(asked.length)
    clock.now += HOUR
    expect(await run(inBrief)).toMatchObject({ abstractions: 0 })
  })

  it('merges only what the summary says', async () => {
    const { run, teams, store, namespace, clock } = open()
    await teams(1)
    clock.now += HOUR
    const partly: SummariseCluster = async (facts, timeoutMs) => ({
      ...(await inBrief(facts, timeoutMs)),
      said: [0, 2, 2],
    })
    expect(await run(partly)).toMatchObject({ compressed: 2, abstractions: 1 })
    const found = await store.recall(namespace, await plan('Ann0 Bob0 Alto0 Zagreb0', { hops: 2 }))
    expect(found.facts.filter(({ candidate }) => candidate)).toHaveLength(4)
  })

  it('says nothing in a summary that no longer holds', async () => {
    const { run, teams, store, namespace, clock } = open()
    await teams(1)
    const firm = await memory('Alto0 has an office in Split.', { facts: [['Alto0', 'known_in', 'Zagreb0']] })
    await store.remember(namespace, { now: clock.now, embedder: EMBEDDER, memories: [firm] })
    clock.now += HOUR
    const moved = await memory('Bob0 was born in Split.', { facts: [['Bob0', 'born_in', 'Split']] })
    await store.remember(namespace, { now: clock.now, embedder: EMBEDDER, memories: [moved] })
    clock.now += HOUR
    const told: string[] = []
    await run(async (facts, timeoutMs) => {
      told.push(...facts.map(({ text }) => text))
      return inBrief(facts, timeoutMs)
    })
    expect(told).toContain('Ann0 manages Bob0')
    expect(told).not.toContain('Bob0 born in Zagreb0')
  })

  it('never has two at work on one namespace, whoever forces it', async () => {
    const { run, teams, clock } = open()
    await teams(2)
    clock.now += HOUR
    let asked = 0
    const counting: SummariseCluster = async (facts, timeoutMs) => {
      asked++
      return inBrief(facts, timeoutMs)
    }
    const reports = await Promise.all(Array.from({ length: 5 }, () => run(counting)))
    expect(asked).toBe(2)
    expect(reports.filter(({ skipped }) => skipped)).toHaveLength(4)
    expect(reports.reduce((sum, { abstractions }) => sum + abstractions, 0)).toBe(2)
  })

  it('ends the same when it was killed while clusters were put into words', async () => {
    const { run, teams, store, namespace, clock } = open()
    await teams(2)
    clock.now += HOUR
    // The store has offered; whoever asked for it is gone.
    await store.consolidate(namespace, {
      now: clock.now,
      persona: null,
      threshold: 0.05,
      halfLifeMs: 7 * 24 * HOUR,
      force: false,
      minIntervalMs: 600_000,
      scheduled: false,
      compress: { maxClusters: 8, maxTokensPerDay: 100_000, embedder: EMBEDDER },
    })
    clock.now += 60_000
    expect(await run(inBrief)).toMatchObject({ skipped: false, compressed: 10, abstractions: 2 })
  })
})
