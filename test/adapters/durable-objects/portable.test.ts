import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEmbeddedMemoryStore } from '../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { memory } from '../../contracts/memories.ts'
import { describePortable } from '../../contracts/portable.contract.ts'
import { rowsOf } from '../../contracts/portable-rows.ts'
import { answers, NOON, newNamespace, ports } from './revisions/told.ts'
import { warmUp } from './warm.ts'

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

const { HISTORIES } = env as unknown as Record<'HISTORIES', string>
describePortable('the embedded store', () => ({
  store,
  namespace: newNamespace,
  histories: Number(HISTORIES),
  answers,
}))

describe('an export', () => {
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
    const rows = await rowsOf(store, told)
    const [ann, bob] = rows.filter((row) => row.type === 'memory')
    const to = newNamespace()
    // Asked for its numbers before, it must not go on from what it knew then.
    await say(to, 'ann', 'Milk.', NOON + 2)
    const far = ann!.chunks.map((chunk) => ({ ...chunk, id: 40, memory: 30, facts: [50] }))
    const brought = { ...ann!, id: 30, stated: '[{"target":"c40"}]', chunks: far, facts: [] }
    const request = { now: NOON, embedder, rows: [brought, brought] }
    expect(await store.restoreRows(to, request)).toMatchObject({ kind: 'done', memories: 1, known: 1 })
    const late = { ...bob!.facts[0]!, metadata: null, type: 'fact' as const, id: 50, chunk: 40, memory: 0 }
    expect(await store.restoreRows(to, { ...request, rows: [late] })).toEqual({ kind: 'conflict', target: 'f50' })
    await say(to, 'bob', 'Gin.', NOON + 3)
    const last = (await rowsOf(store, to)).findLast((row) => row.type === 'memory')!
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
