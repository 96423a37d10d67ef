import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { fromBlob, toBlob } from '../../../src/adapters/durable-objects/tables/vectors.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { type PackedVector, packVector } from '../../../src/domain/ranking/vector.ts'
import { describeLateInteraction, planWithTokens, tokensOf } from '../../contracts/late-interaction.contract.ts'
import { EMBEDDER, memory } from '../../contracts/memories.ts'
import { createFakeEmbedder } from '../../fakes/embedder.ts'
import { storeOf } from './store-of.ts'
import { warmUp } from './warm.ts'

const NOON = Date.UTC(2026, 10, 15, 12)

beforeAll(warmUp)

const namespace = () => `E${randomBase62(9)}`

describeLateInteraction('the embedded vault', () => ({ store: storeOf, namespace }))

/** A vector as vaults kept it before, one byte a dimension. */
function narrowBlob({ values, scale }: PackedVector): ArrayBuffer {
  const blob = new ArrayBuffer(values.length + 4)
  new Int8Array(blob, 0, values.length).set(values.map((value) => Math.round(value / 258)))
  new DataView(blob).setFloat32(values.length, scale * 258, true)
  return blob
}

/** As vaults kept it later and without tokens, two bytes a dimension and one that says so. */
function wideBlob({ values, scale }: PackedVector): ArrayBuffer {
  const blob = new ArrayBuffer(values.byteLength + 5)
  new Int16Array(blob, 0, values.length).set(values)
  new DataView(blob).setFloat32(values.byteLength, scale, true)
  return blob
}

const fake = createFakeEmbedder()
const vectorOf = async (text: string): Promise<PackedVector> => {
  const { values, scale } = packVector((await fake.embed([text], 'passage'))[0]!)
  return { values, scale: Math.fround(scale) }
}

describe('a stored vector', () => {
  it('comes back the same, with tokens and without', async () => {
    const vector = await vectorOf('Bees dance.')
    expect(fromBlob(toBlob(vector))).toEqual(vector)
    expect(fromBlob(toBlob(vector))).not.toHaveProperty('tokens')
    for (const text of ['bees', 'bees dance', 'bees dance in circles '.repeat(60)]) {
      const tokens = tokensOf(text)
      expect(fromBlob(toBlob({ ...vector, tokens }))).toEqual({ ...vector, tokens })
    }
  })

  it('of before, of either width, has no tokens', async () => {
    const vector = await vectorOf('Bees dance.')
    expect(fromBlob(wideBlob(vector))).toEqual(vector)
    expect(new Uint8Array(toBlob(vector))).toEqual(new Uint8Array(wideBlob(vector)))
    const { values, scale, ...rest } = fromBlob(narrowBlob(vector))
    expect([values.length, rest]).toEqual([vector.values.length, {}])
    expect(Array.from(values, (value) => value * scale)).toEqual(
      Array.from(vector.values, (value) => expect.closeTo(value * vector.scale, 3)),
    )
  })
})

describe.each([
  ['one byte', narrowBlob],
  ['two bytes', wideBlob],
])('a vault of before that has %s a dimension and no tokens', (_, blobOf) => {
  const store = storeOf(EMBEDDER)
  const text = 'Emma grows figs and likes plums.'
  const sentence = 'Emma likes plums, as a sentence'

  /** Tells it, and keeps it as it was kept before. */
  async function tellOld(ns: string, invalidated: boolean): Promise<number> {
    const said = await memory(text, { facts: [['Emma', 'grows', 'figs'], ['Emma', 'likes', 'plums']] }) // biome-ignore format: one line
    const vector = await vectorOf(sentence)
    const told = { ...said, facts: said.facts.map((fact, at) => (at === 1 ? { ...fact, vector } : fact)) }
    const [done] = await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: [told] })
    const id = done!.memory!
    if (invalidated) expect(await revise(ns, { id, kind: 'invalidate', reason: null })).toBe('done')
    const blobs = [blobOf(said.chunks[0]!.vector), blobOf(vector)]
    await runInDurableObject(env.VAULT.getByName(ns), (_, { storage: { sql } }) => {
      for (const [at, blob] of blobs.entries()) sql.exec('UPDATE vectors SET data = ? WHERE id = ?', blob, at + 1)
      const both = new Uint8Array(blobs.flatMap((blob) => [...new Uint8Array(blob)])).buffer
      const parked = sql.exec(
        `UPDATE parked SET vectors = ?, reading = json_set(reading, '$.vectors', 2) RETURNING json_type(reading, '$.vectors') AS type`,
        both,
      )
      expect(parked.toArray()).toEqual(invalidated ? [{ type: 'integer' }] : [])
      const lengths = sql.exec('SELECT length(data) AS length FROM vectors').toArray()
      expect(lengths).toEqual(invalidated ? [] : blobs.map(({ byteLength }) => ({ length: byteLength })))
    })
    await evictDurableObject(env.VAULT.getByName(ns))
    return id
  }

  async function revise(ns: string, revision: { id: number; kind: 'invalidate' | 'restore'; reason: null }) {
    const asked = { now: NOON + 1, embedder: EMBEDDER, personas: null, revisions: [revision], read: [], receipt: null }
    return (await store.revise(ns, asked)).kind
  }

  async function expectFound(ns: string, given = {}): Promise<void> {
    const own = await store.recall(ns, await planWithTokens(text, given))
    expect(own.chunks.map(({ text: found, late }) => [found, late])).toEqual([[text, null]])
    expect(own.chunks[0]!.meaning).toBeCloseTo(1, 2)
    const { facts } = await store.recall(ns, await planWithTokens(sentence, given))
    expect(facts.find(({ object }) => object.startsWith('plum'))?.meaning).toBeCloseTo(1, 2)
  }

  it('finds what it has, and says nothing of tokens', async () => {
    const ns = namespace()
    await tellOld(ns, false)
    await expectFound(ns)
  })

  it('brings back what was taken out of retrieval', async () => {
    const ns = namespace()
    const id = await tellOld(ns, true)
    await expectFound(ns, { asOf: NOON })
    expect(await revise(ns, { id, kind: 'restore', reason: null })).toBe('done')
    await expectFound(ns)
  })
})
