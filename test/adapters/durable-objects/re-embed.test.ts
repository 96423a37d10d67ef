import { beforeAll, expect, it } from 'vitest'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { EMBEDDER, memory } from '../../contracts/memories.ts'
import { describeReEmbeddable } from '../../contracts/re-embeddable.contract.ts'
import { storeOf } from './store-of.ts'
import { warmUp } from './warm.ts'

beforeAll(warmUp)

const namespace = () => `E${randomBase62(9)}`

describeReEmbeddable('the embedded vault', () => ({ store: storeOf, namespace }))

it('asks for the texts of what is out of retrieval while the embedder changes', async () => {
  const NEXT = 'next-embedder'
  const [ns, now] = [namespace(), Date.UTC(2026, 10, 15, 12)]
  const [old, next] = [storeOf(EMBEDDER), storeOf(NEXT)]
  const [bees, owls] = [await memory('Bees dance.'), await memory('Owls hoot.')]
  const [, told] = await old.remember(ns, { now, embedder: EMBEDDER, memories: [bees, owls] })
  const [id, asked] = [told!.memory!, { now, personas: null, read: [], receipt: null }]
  const invalidated = { ...asked, embedder: EMBEDDER, revisions: [{ id, kind: 'invalidate', reason: null } as const] }
  expect(await old.revise(ns, invalidated)).toMatchObject({ kind: 'done' })
  const { wanted } = await old.toEmbed(ns, { embedder: NEXT, limit: 9 })
  const made = bees.chunks[0]!.vector
  await old.putEmbedded(ns, { embedder: NEXT, vectors: wanted.map(({ id }) => ({ id, vectors: [made] })) })
  const restored = { ...asked, embedder: NEXT, revisions: [{ id, kind: 'restore', reason: null } as const] }
  expect(await next.revise(ns, restored)).toMatchObject({ kind: 'unread', texts: [{ id, text: owls.text }] })
  expect(await next.revise(ns, { ...restored, read: [{ id, memory: owls }] })).toMatchObject({ kind: 'done' })
  expect((await next.count(ns, 'shared')).persona.chunks).toBe(2)
})
