/// <reference types="@cloudflare/vitest-plugin/types" />
import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type ChunkRow, createChunks } from '../../../src/adapters/durable-objects/tables/chunks.ts'
import { countRows } from '../../../src/adapters/durable-objects/tables/counted-sql.ts'
import { createSchema } from '../../../src/adapters/durable-objects/tables/vault-schema.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'

const chunk = (id: number, persona: number): ChunkRow => ({
  ...{ id, persona, statement: id, text: '', start: 0, source: 0, level: 0, createdAt: 0, statedAt: 0 },
  ...{ lastAccess: 0, accessCount: 0, session: null, memory: id, speaker: null, metadata: null, statedBy: [] },
  ...{ facts: [], vectors: [], words: 1 },
})

type Chunks = ReturnType<typeof createChunks>

const onTable = <T>(work: (chunks: Chunks) => T): Promise<T> =>
  runInDurableObject(env.VAULT.getByName(`W${randomBase62(9)}`), (_, state) => {
    const sql = countRows(state.storage.sql)
    createSchema(sql)
    return work(createChunks(sql))
  })

describe('words of chunks', () => {
  it('are found in the personas in sight, however many newer ones others have', async () => {
    const found = await onTable((chunks) => {
      for (let id = 1; id <= 20; id++) chunks.insert(chunk(id, 1), ['budget'])
      for (let id = 21; id <= 120; id++) chunks.insert(chunk(id, 2), ['budget', 'plan'])
      return chunks.having([['budget'], ['budget', 'plan']], [1, 3], 10)
    })
    expect(found).toEqual([[20, 19, 18, 17, 16, 15, 14, 13, 12, 11], []])
  })

  it('are counted, common ones too, and again when more are written', async () => {
    const counted = await onTable((chunks) => {
      for (let id = 1; id <= 300; id++) chunks.insert(chunk(id, 1), id <= 5 ? ['rare', 'common'] : ['common'])
      const before = chunks.frequencies(['rare', 'common', 'unknown'], 300)
      chunks.insert(chunk(301, 2), ['rare', 'unknown'])
      return [before, chunks.frequencies(['rare', 'common', 'unknown'], 301)]
    })
    expect(counted).toEqual([
      [5, 300, 0],
      [6, 300, 1],
    ])
  })

  it('are strings to the index, never operators', async () => {
    const found = await onTable((chunks) => {
      chunks.insert(chunk(1, 1), ['quoted'])
      const odd = ['"', 'a" OR text : "quoted', 'NOT', '*', '(', 'near', '']
      return [
        chunks.having(
          odd.map((word) => [word]),
          null,
          10,
        ),
        chunks.frequencies(odd, 1),
      ]
    })
    expect(found).toEqual([
      [[], [], [], [], [], [], []],
      [0, 0, 0, 0, 0, 0, 0],
    ])
  })
})
