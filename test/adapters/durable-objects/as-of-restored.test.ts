/// <reference types="@cloudflare/vitest-plugin/types" />
import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { ON_TIME } from '../../../src/adapters/durable-objects/wait-limit.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import type { NewMemory } from '../../../src/ports/new-memory.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const HOUR = 3600 * 1000

beforeAll(warmUp)

function open() {
  const trace = createTrace()
  const store = createEmbeddedMemoryStore({
    ...{ vaults: env.VAULT, embedderId: () => EMBEDDER, roundTrip: createRoundTrip(trace, 0), trace },
  })
  const ns = `E${randomBase62(9)}`
  const readings = new Map<string, NewMemory>()
  const likes = async (thing: string, persona = 'shared') => {
    const read = await memory(`The user likes ${thing}.`, { persona, facts: [['user', 'likes', thing]] })
    readings.set(read.text, read)
    return read
  }
  const rowsWritten = async (work: () => Promise<unknown>) => {
    trace.notes.delete('rows_written')
    await work()
    return Number(trace.notes.get('rows_written') ?? 0)
  }
  return {
    ...{ store, ns, rowsWritten },
    tell: async (now: number, things: readonly string[], persona?: string) => {
      const memories = await Promise.all(things.map((thing) => likes(thing, persona)))
      const stored = await store.remember(ns, { now, embedder: EMBEDDER, memories })
      return stored.map(({ memory }) => memory!)
    },
    /** Reads whatever it is asked for. */
    invalidate: async (now: number, ids: readonly number[]) => {
      const read: { id: number; memory: NewMemory }[] = []
      for (;;) {
        const revised = await store.revise(ns, {
          ...{ now, embedder: EMBEDDER, personas: null, read, receipt: null },
          revisions: ids.map((id) => ({ id, kind: 'invalidate', reason: null })),
        })
        if (revised.kind === 'done') return
        if (revised.kind !== 'unread') throw new Error(revised.kind)
        read.push(...revised.texts.map(({ id, text }) => ({ id, memory: readings.get(text)! })))
      }
    },
    likedAt: async (asOf: number | null, personas: readonly string[] | null = null) => {
      const asked = { before: null, limit: 500, entity: null, relation: null, state: null }
      const { facts } = await store.listFacts(ns, { ...asked, personas, asOf })
      return facts.map(({ object }) => object).sort()
    },
    recalledAt: async (asOf: number | null, personas: readonly string[] | null = null) => {
      const { chunks } = await store.recall(ns, await plan('What does the user like?', { asOf, personas }))
      return chunks.map(({ text }) => text).sort()
    },
  }
}

describe('what is brought back as of a time', () => {
  it('is there though another memory, which only said something again, cannot be', async () => {
    const { tell, invalidate, likedAt, recalledAt } = open()
    await tell(NOON, ['tea'])
    const [again] = await tell(NOON + 1, ['tea'])
    const [jam] = await tell(NOON + 2, ['jam'])
    await invalidate(NOON + HOUR, [again!, jam!])
    expect(await likedAt(null)).toEqual(['tea'])
    expect(await likedAt(NOON + 3)).toEqual(['jam', 'tea'])
    expect(await recalledAt(NOON + 3)).toEqual(['The user likes jam.', 'The user likes tea.'])
    expect(await likedAt(NOON + 2 * HOUR)).toEqual(['tea'])
  })

  it('is there though another memory has only a part of what it said', async () => {
    const { store, ns, tell, invalidate, recalledAt } = open()
    await tell(NOON, ['tea'])
    const [tea, jam] = [await memory('The user likes tea.'), await memory('The user likes pie.')]
    const text = `${tea.text}${jam.text}`
    const chunks = [...tea.chunks, ...jam.chunks.map((chunk) => ({ ...chunk, start: 19, end: 38 }))]
    const [both] = await store.remember(ns, {
      ...{ now: NOON + 1, embedder: EMBEDDER },
      memories: [{ ...tea, text, chunks }],
    })
    const [plum] = await tell(NOON + 2, ['plum'])
    await invalidate(NOON + HOUR, [both!.memory!, plum!])
    expect(await recalledAt(null)).toEqual(['The user likes tea.'])
    expect(await recalledAt(NOON + 3)).toEqual(['The user likes plum.', 'The user likes tea.'])
  })

  it('is looked for in the personas that are asked for, and where there is nothing nothing is written', async () => {
    const { tell, invalidate, likedAt, recalledAt, rowsWritten } = open()
    await tell(NOON, ['tea'], 'ann')
    const [again] = await tell(NOON + 1, ['tea'], 'ann')
    const [jam] = await tell(NOON, ['jam'], 'ben')
    const [early] = await tell(NOON, ['ale'], 'ann')
    const [late] = await tell(NOON + 3 * HOUR, ['rum'], 'ann')
    await invalidate(NOON + HOUR, [early!])
    await invalidate(NOON + 4 * HOUR, [again!, jam!, late!])
    const at = NOON + 2 * HOUR
    expect(await likedAt(at, ['ann'])).toEqual(['tea'])
    expect(await rowsWritten(() => likedAt(at, ['ann']))).toBe(0)
    expect(await rowsWritten(() => recalledAt(at, ['ann']))).toBe(0)
    expect(await rowsWritten(() => recalledAt(at, ['nobody']))).toBe(0)
    expect(await likedAt(at, ['ben'])).toEqual(['jam'])
    expect(await rowsWritten(() => likedAt(at, ['ben'])), 'for the look alone').toBeGreaterThan(0)
    expect(await likedAt(at)).toEqual(['jam', 'tea'])
  })

  it('is the newest 200 memories', { timeout: 60_000 }, async () => {
    const { tell, invalidate, likedAt } = open()
    const things = Array.from({ length: 203 }, (_, at) => `thing ${1000 + at}`)
    const ids = await tell(NOON, things)
    await invalidate(NOON + HOUR, ids)
    expect(await likedAt(null)).toEqual([])
    expect(await likedAt(NOON)).toEqual(things.slice(3))
  })

  it('has no text of more than 1,000 chunks', { timeout: 60_000 }, async () => {
    const { store, ns, tell, invalidate, likedAt, recalledAt } = open()
    const tea = await memory('Tea.')
    const parts = Array.from({ length: 1001 }, (_, at) => `Cup ${1000 + at}. `)
    const chunks = parts.map((text, at) => ({
      ...tea.chunks[0]!,
      text,
      start: at * 10,
      end: at * 10 + 10,
      statement: at,
    }))
    const long = { ...tea, text: parts.join(''), chunks }
    const [told] = await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: [long] })
    const [jam] = await tell(NOON, ['jam'])
    const [plum] = await tell(NOON, ['plum'])
    await invalidate(NOON + HOUR, [jam!, told!.memory!, plum!])
    expect(await likedAt(NOON)).toEqual(['jam', 'plum'])
    expect(await recalledAt(NOON)).toEqual(['The user likes jam.', 'The user likes plum.'])
  })

  it('loses no access that was not written yet', async () => {
    const { ns, tell, invalidate } = open()
    const [first] = await tell(NOON, ['tea'])
    await tell(NOON + 1, ['tea'])
    await invalidate(NOON + HOUR, [first!])
    const stub = env.VAULT.getByName(ns)
    const asked = await plan('tea', { asOf: NOON + 2 })
    await runInDurableObject(stub, async (vault) => {
      await vault.touch({ now: NOON + 2 * HOUR, ids: ['c1'] })
      vault.recall({ ...asked, embedder: EMBEDDER, sentAt: ON_TIME })
      await scheduler.wait(120)
    })
    await evictDurableObject(stub)
    const now = await plan('tea')
    const recalled = await runInDurableObject(stub, (vault) =>
      vault.recall({ ...now, embedder: EMBEDDER, sentAt: ON_TIME }),
    )
    if ('refused' in recalled) throw new Error(recalled.refused)
    expect(JSON.parse(recalled.result).chunks).toMatchObject([{ lastAccess: NOON + 2 * HOUR }])
  })
})
