import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import type { MemoryId } from '../../../src/domain/memory-id.ts'
import { packVector } from '../../../src/domain/ranking/vector.ts'
import type { Revision } from '../../../src/ports/memory-revisions.ts'
import type { ExportPlace, PortableRow } from '../../../src/ports/portable.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { TEAM } from '../../contracts/abstractions.contract.ts'
import { memory } from '../../contracts/memories.ts'
import { createRandom } from '../../fakes/random.ts'
import { randomHistory } from './revisions/history.ts'
import { answers, NOON, newNamespace, ports, revise, tell } from './revisions/told.ts'
import { warmUp } from './warm.ts'

const DAY = 86_400_000
const trace = createTrace()
const store = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => ports.embedder.id,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})
const embedder = ports.embedder.id

beforeAll(async () => {
  await warmUp()
  for (const model of ports.models) await model.load()
})

async function rowsOf(namespace: string, vectors = true, limit = 7): Promise<PortableRow[]> {
  const rows: PortableRow[] = []
  let place: ExportPlace | null = null
  do {
    const request = { place, limit, vectors, personas: null, asSaid: false }
    const page: Awaited<ReturnType<typeof store.exportPage>> = await store.exportPage(namespace, request)
    rows.push(...page.rows)
    place = page.next
  } while (place !== null)
  return rows
}

/** In parts, one of which comes twice. */
async function restored(rows: readonly PortableRow[], size = 5): Promise<string> {
  const namespace = newNamespace()
  for (let from = 0; from < rows.length; from += size) {
    const request = { now: NOON, embedder, rows: rows.slice(from, from + size) }
    expect(await store.restoreRows(namespace, request)).toMatchObject({ kind: 'done' })
    if (from === size) await store.restoreRows(namespace, request)
  }
  return namespace
}

const faded = (now: number, threshold: number) => ({ now, threshold, halfLifeMs: 7 * DAY, persona: null })

describe('an export', () => {
  it('is restored row for row, whatever was told, changed, taken out, erased, asked for and forgotten', async () => {
    const seen = new Set<string>()
    for (let seed = 1; seed <= 12; seed++) {
      const random = createRandom(seed)
      const { steps } = randomHistory(random)
      const told = newNamespace()
      const records = await tell(told, steps)
      const kinds = ['erase', 'invalidate', 'edit', 'none'] as const
      for (const id of new Set(records)) {
        const kind = random.pick(kinds)
        const revision = {
          erase: { id, kind },
          invalidate: { id, kind, reason: 'wrong' },
          edit: { id, kind, edit: { text: `Emma moved to Bergen in ${1990 + seed}.`, metadata: { seed } } },
          none: null,
        }[kind] as Revision | null
        const receipt = { id: seed * 100 + id, scope: { ids: [id] }, remaining: 0 }
        if (revision && random.chance(0.4)) await revise(told, [revision], kind === 'erase' ? { receipt } : {})
      }
      const found = (await rowsOf(told)).flatMap((row) => (row.type === 'memory' ? row.facts : []))
      const ids = found.filter(() => random.chance(0.3)).map(({ id }): MemoryId => `f${id}`)
      await store.touch(told, { now: NOON + DAY, ids })
      if (random.chance(0.5)) await store.prune(told, faded(NOON + 21 * DAY, 0.08))
      const rows = await rowsOf(told)
      for (const row of rows) {
        seen.add(row.type)
        if (row.type === 'memory' && row.parked.length > 0) seen.add('parked')
        if (row.type === 'memory' && row.versions.length > 0) seen.add('versions')
      }
      const to = await restored(rows, 1 + random.below(9))
      const about = `seed ${seed}`
      expect(await rowsOf(to), about).toEqual(rows)
      expect(await rowsOf(to, false), about).toEqual(await rowsOf(told, false))
      expect(await store.count(to, 'shared'), about).toEqual(await store.count(told, 'shared'))
      const question = steps[0]!.items[0]?.text ?? 'Emma'
      expect(await answers(to, question), about).toEqual(await answers(told, question))
      // What is taken out comes back the same from either.
      const hidden = rows.find((row) => row.type === 'memory' && row.parked.length > 0)
      if (hidden?.type !== 'memory') continue
      for (const namespace of [told, to]) await revise(namespace, [{ id: hidden.id, kind: 'restore', reason: null }])
      expect((await rowsOf(to)).length, about).toBe((await rowsOf(told)).length)
    }
    expect([...seen]).toEqual(expect.arrayContaining(['memory', 'entity', 'session', 'receipt', 'parked', 'versions']))
  }, 300_000)

  it('keeps what was merged into abstractions, names that were told apart, and ids that were given', async () => {
    const told = newNamespace()
    for (const [n, fact] of TEAM.entries()) {
      const text = `${fact[0]} ${fact[1].replaceAll('_', ' ')} ${fact[2]}.`
      await store.remember(told, { now: NOON + n, embedder, memories: [await memory(text, { facts: [fact] })] })
    }
    const report = await store.consolidate(told, {
      ...{ ...faded(NOON + 100, 0.05), force: true, minIntervalMs: 0, scheduled: false },
      compress: { maxClusters: 8, maxTokensPerDay: 100_000, embedder },
    })
    const [vector] = await ports.embedder.embed(['The team is in Zagreb.'], 'passage')
    const abstractions = report.clusters.map((cluster) => ({
      cluster: cluster.number,
      members: cluster.facts.map(({ id }) => id),
      text: 'The team is in Zagreb.',
      vector: packVector(vector!),
    }))
    await store.abstract(told, { now: NOON + 200, embedder, run: report.run!, abstractions, unfinished: [], tokens: 1 })
    const rows = await rowsOf(told)
    expect(rows.some((row) => row.type === 'fact' && row.members > 0)).toBe(true)
    const to = await restored(rows)
    expect(await rowsOf(to)).toEqual(rows)
    const next = { now: NOON + 300, embedder, memories: [await memory('Carl sails.', {})] }
    expect(await store.remember(to, next)).toEqual(await store.remember(told, next))
  })

  it('has nothing that was created after its beginning, and refuses what is another’s', async () => {
    const told = newNamespace()
    const say = async (ns: string, text: string, now: number) =>
      store.remember(ns, { now, embedder, memories: [await memory(text, { facts: [['Ann', 'likes', text]] })] })
    for (const n of [1, 2, 3]) await say(told, `Line ${n}.`, NOON + n)
    const first = await store.exportPage(told, { place: null, limit: 50, vectors: true, personas: null, asSaid: false })
    await say(told, 'Line 4.', NOON + 4)
    const rows: PortableRow[] = [...first.rows]
    for (let place = first.next; place !== null; ) {
      const page = await store.exportPage(told, { place, limit: 50, vectors: true, personas: null, asSaid: false })
      rows.push(...page.rows)
      place = page.next
    }
    expect(rows.filter(({ type }) => type === 'memory')).toHaveLength(3)
    const other = newNamespace()
    await say(other, 'Something else.', NOON + 9)
    const before = await rowsOf(other)
    expect(await store.restoreRows(other, { now: NOON, embedder, rows })).toEqual({ kind: 'conflict', memory: 1 })
    expect(await rowsOf(other)).toEqual(before)
  })

  it('keeps the numbers of what it refers to and does not have, and takes nobody else’s rows for them', async () => {
    const told = newNamespace()
    const say = async (ns: string, persona: string, text: string, now: number) =>
      store.remember(ns, {
        now,
        embedder,
        memories: [await memory(text, { persona, facts: [['Ann', 'likes', text]] })],
      })
    await say(told, 'ann', 'Tea.', NOON)
    await say(told, 'bob', 'Rum.', NOON + 1)
    const rows = await rowsOf(told)
    const [ann, bob] = rows.filter((row) => row.type === 'memory')
    const to = newNamespace()
    // Asked for its numbers before, it must not go on from what it knew then.
    await say(to, 'ann', 'Milk.', NOON + 2)
    const far = ann!.chunks.map((chunk) => ({ ...chunk, id: 40, memory: 30, facts: [50] }))
    const brought = { ...ann!, id: 30, stated: '[{"target":"c40"}]', chunks: far, facts: [] }
    const request = { now: NOON, embedder, rows: [brought, brought] }
    expect(await store.restoreRows(to, request)).toEqual({ kind: 'done', memories: 1, known: 1 })
    const late = { ...bob!.facts[0]!, type: 'fact' as const, id: 50, chunk: 40, memory: 0 }
    expect(await store.restoreRows(to, { ...request, rows: [late] })).toEqual({ kind: 'conflict', target: 'f50' })
    await say(to, 'bob', 'Gin.', NOON + 3)
    const last = (await rowsOf(to)).findLast((row) => row.type === 'memory')!
    expect([last.id, last.chunks[0]!.id, last.facts[0]!.id]).toEqual([31, 41, 51])
  })

  it('of a memory that names another persona’s chunks and facts, shows none of them', async () => {
    const told = newNamespace()
    for (const [persona, text] of [['bob', 'Rum.'] as const, ['ann', 'Tea.'] as const]) {
      const memories = [await memory(text, { persona, facts: [['Carl', 'likes', text]] })]
      await store.remember(told, { now: NOON, embedder, memories })
    }
    await runInDurableObject(env.VAULT.getByName(told), (_, state) => {
      state.storage.sql.exec(
        `UPDATE memories SET text = NULL, stated = '[{"target":"c1"},{"target":"f1"}]' WHERE id = 2`,
      )
    })
    const found = await store.findMemories(told, { ids: [2], personas: ['ann'] })
    expect(found).toMatchObject([{ id: 2, text: '', chunks: [], facts: [] }])
  })
})
