import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import type { MemoryId } from '../../../src/domain/memory-id.ts'
import { sourceConfidence } from '../../../src/domain/statement/source.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOON = Date.UTC(2026, 10, 15, 12)
const THRESHOLD = 0.05

const trace = createTrace()
const store = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})

function random(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

interface Remembered {
  readonly id: MemoryId
  readonly persona: string
  readonly confidence: number
  lastAccess: number
  accesses: number[]
}

/** The lifecycle as the page on it has it, over a plain list: no index, no levels, no tables. */
function createModel(halfLifeDays: number) {
  let memories: Remembered[] = []
  const previous = new Map<string, number>()
  const strengthAt = ({ confidence, lastAccess }: Remembered, now: number) =>
    confidence * Math.exp(-((now - lastAccess) / DAY) / (halfLifeDays / Math.LN2))
  const inScope = (persona: string | null) => (one: Remembered) => persona === null || one.persona === persona
  const since = (persona: string) => Math.max(previous.get('*') ?? -1, previous.get(persona) ?? -1)
  const isRelation = ({ id }: Remembered) => id.startsWith('f')

  return {
    add: (one: Omit<Remembered, 'accesses'>) => void memories.push({ ...one, accesses: [] }),
    access(ids: readonly MemoryId[], now: number) {
      for (const one of memories) {
        if (!ids.includes(one.id)) continue
        one.lastAccess = Math.max(one.lastAccess, now)
        one.accesses.push(now)
      }
    },
    consolidate(persona: string | null, now: number) {
      const relations = memories.filter(inScope(persona)).filter(isRelation)
      const accessed = relations.filter((one) => one.accesses.some((at) => at > since(one.persona)))
      const decayed = relations.filter((one) => one.lastAccess < now && !accessed.includes(one))
      const faded = memories.filter(inScope(persona)).filter((one) => strengthAt(one, now) < THRESHOLD)
      memories = memories.filter((one) => !faded.includes(one))
      previous.set(persona ?? '*', now)
      return { reinforced: accessed.length, decayed: decayed.length, pruned: faded.length }
    },
    survivors: () => memories,
  }
}

beforeAll(warmUp)

describe('a month in the life of a namespace', () => {
  it.each([1, 2])('goes hour by hour as the formula has it (seed %i)', { timeout: 180_000 }, async (seed) => {
    const next = random(seed)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!
    const namespace = `E${randomBase62(9)}`
    // Half-lives at which a month sees much come and go.
    const halfLifeDays = pick([0.5, 1, 2])
    const model = createModel(halfLifeDays)
    let said = 0
    let totals = { reinforced: 0, decayed: 0, pruned: 0 }

    for (let hour = 1; hour <= 720; hour++) {
      const start = NOON + hour * HOUR
      for (let events = Math.floor(next() * 3); events > 0; events--) {
        const now = start - Math.floor(next() * HOUR)
        if (next() < 0.5 || model.survivors().length === 0) {
          const persona = pick(['shared', 'work', 'home'])
          const source = pick(['user', 'document', 'assistant'] as const)
          const thing = `thing ${++said}`
          const [stored] = await store.remember(namespace, {
            now,
            embedder: EMBEDDER,
            memories: [await memory(`The ${thing} is near.`, { persona, source, facts: [[thing, 'near', 'lake']] })],
          })
          for (const id of stored!.ids)
            model.add({ id, persona, confidence: sourceConfidence[source], lastAccess: now })
        } else {
          // Two retrievals at once, which return some of the same memories.
          const ids = () => Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(model.survivors()).id)
          const returned = [[...new Set(ids())], [...new Set(ids())]]
          await Promise.all(returned.map((list) => store.touch(namespace, { now, ids: list })))
          for (const list of returned) model.access(list, now)
        }
      }
      const persona = next() < 0.2 ? pick(['shared', 'work', 'home']) : null
      const at = { now: start, persona, threshold: THRESHOLD, halfLifeMs: halfLifeDays * DAY }
      const candidates = await store.countFaded(namespace, at)
      const run = { force: true, minIntervalMs: 600_000, scheduled: false, compress: null }
      const { reinforced, decayed, pruned } = await store.consolidate(namespace, { ...at, ...run })
      const expected = model.consolidate(persona, start)
      expect({ hour, reinforced, decayed, pruned }).toEqual({ hour, ...expected })
      expect(candidates).toBe(pruned)
      totals = {
        reinforced: totals.reinforced + reinforced,
        decayed: totals.decayed + decayed,
        pruned: totals.pruned + pruned,
      }

      const alive = model.survivors()
      const counts = (await store.count(namespace, 'shared')).namespace
      expect([hour, counts.chunks + counts.relations]).toEqual([hour, alive.length])
      if (hour % 48 === 0) {
        const hot = alive.map(({ id }) => id)
        const found = await store.recall(namespace, await plan('near', { hot, now: start }))
        const shown = new Map<string, { lastAccess: number; accessCount: number }>([
          ...found.chunks.map((one) => [`c${one.id}`, one] as const),
          ...found.facts.map((one) => [`f${one.id}`, one] as const),
        ])
        expect([...shown.keys()].sort()).toEqual(hot.sort())
        for (const one of alive) {
          expect(shown.get(one.id)).toMatchObject({ lastAccess: one.lastAccess, accessCount: one.accesses.length })
        }
      }
    }
    expect(Math.min(totals.reinforced, totals.decayed, totals.pruned)).toBeGreaterThan(100)
  })
})

describe('the strength of a week', () => {
  it('is the same whether consolidation ran 168 times or once', { timeout: 60_000 }, async () => {
    const weekly = async (hours: readonly number[]) => {
      const namespace = `E${randomBase62(9)}`
      for (const source of ['user', 'document', 'assistant'] as const)
        await store.remember(namespace, {
          now: NOON,
          embedder: EMBEDDER,
          memories: [await memory(`Said by ${source}.`, { source, facts: [[source, 'said', 'it']] })],
        })
      const at = (hour: number) => ({
        now: NOON + hour * HOUR,
        persona: null,
        threshold: THRESHOLD,
        halfLifeMs: 7 * DAY,
      })
      const run = { force: true, minIntervalMs: 0, scheduled: false, compress: null }
      for (const hour of hours) await store.consolidate(namespace, { ...at(hour), ...run })
      const thresholds = [0.34, 0.36, 0.44, 0.46, 0.49, 0.5, 0.51]
      return Promise.all(thresholds.map((threshold) => store.countFaded(namespace, { ...at(168), threshold })))
    }
    const hourly = Array.from({ length: 168 }, (_, hour) => hour + 1)
    const next = random(3)
    const now = await weekly([168])
    expect(now).toEqual([0, 2, 2, 4, 4, 4, 6])
    expect(await weekly(hourly)).toEqual(now)
    for (let trial = 0; trial < 3; trial++) expect(await weekly(hourly.filter(() => next() < 0.1))).toEqual(now)
  })
})
