/// <reference types="@cloudflare/vitest-plugin/types" />
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { countRows } from '../../../src/adapters/durable-objects/tables/counted-sql.ts'
import { createSchema } from '../../../src/adapters/durable-objects/tables/vault-schema.ts'
import { createVectors } from '../../../src/adapters/durable-objects/tables/vectors.ts'
import { createVectorIndex } from '../../../src/adapters/durable-objects/vector-index.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { type PackedVector, packVector } from '../../../src/domain/ranking/vector.ts'

/** On the axes that the bits of its number name, so that each is nearest to itself. */
function vectorOf(id: number): PackedVector {
  const values = new Float32Array(64)
  for (let bit = 0; bit < 12; bit++) values[2 * bit + ((id >> bit) & 1)] = 1 / Math.sqrt(12)
  return { ...packVector(values), tokens: new Uint8Array(100).fill(id % 251) }
}

describe('vectors that are in no segment yet', () => {
  it('are all read when the vault is opened, in however many steps, and scanned', async () => {
    const owner = `V${randomBase62(9)}`
    const found = await runInDurableObject(env.VAULT.getByName(owner), (_, state) => {
      const sql = countRows(state.storage.sql)
      createSchema(sql)
      const vectors = createVectors(sql)
      const all = Array.from({ length: 600 }, (_, at) => at + 1)
      vectors.insert(all.map((id) => ({ id, chunk: id, persona: 1, facts: [], vector: vectorOf(id) })))
      const index = createVectorIndex(owner, vectors)
      const nearest = (id: number) => index.nearest(vectorOf(id), null, 1)[0]!.id
      const read = [...vectors.tailAfter(300, 280)].map(({ id }) => id)
      const first = [1, 256, 257, 512, 513, 600].map(nearest)
      vectors.insert([{ id: 601, chunk: 601, persona: 1, facts: [], vector: vectorOf(601) }])
      index.add(601, 1, vectorOf(601))
      const last = [601, 600].map(nearest)
      index.forget()
      return { read, first, last }
    })
    expect(found.read).toEqual(Array.from({ length: 280 }, (_, at) => at + 301))
    expect(found.first).toEqual([1, 256, 257, 512, 513, 600])
    expect(found.last).toEqual([601, 600])
  })
})
