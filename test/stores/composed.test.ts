import neo4j from 'neo4j-driver'
import { describe, expect, inject, it } from 'vitest'
import { recall } from '../../src/adapters/cloud-store/recall.ts'
import { randomBase62 } from '../../src/domain/base62.ts'
import { describeAbstractions } from '../contracts/abstractions.contract.ts'
import { describeEntityRegister } from '../contracts/entity-register.contract.ts'
import { describeFilter } from '../contracts/filter.contract.ts'
import { describeJournal } from '../contracts/journal.contract.ts'
import { EMBEDDER, memory, plan } from '../contracts/memories.ts'
import { describeMemoryLifecycle } from '../contracts/memory-lifecycle.contract.ts'
import { describeMemoryRecords } from '../contracts/memory-records.contract.ts'
import { describeMemoryStore } from '../contracts/memory-store.contract.ts'
import { describeReEmbeddable } from '../contracts/re-embeddable.contract.ts'
import { describeRecords, type StoredRecords } from '../contracts/records.contract.ts'
import { describeTrust } from '../contracts/trust.contract.ts'
import { createStores, storesByEmbedder } from './composed-store.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const namespace = () => `E${randomBase62(9)}`
/** Says something to the graph behind the service's back. */
async function cypher(query: string, parameters: Record<string, unknown>) {
  const v = inject('stores')
  const auth = neo4j.auth.basic(v.NEO4J_USERNAME, v.NEO4J_PASSWORD)
  const driver = neo4j.driver(v.NEO4J_URI, auth, { disableLosslessIntegers: true })
  const { records } = await driver.executeQuery(query, parameters)
  await driver.close()
  return records.map((record) => record.toObject())
}

async function storedRecords(ns: string): Promise<StoredRecords> {
  const memories = await cypher('MATCH (m:Memory { namespace: $ns }) RETURN properties(m) AS record ORDER BY m.id', {
    ns,
  })
  const evidence = await cypher(
    'MATCH (e:Evidence { namespace: $ns }) RETURN e.target AS target, e.memory AS memory ORDER BY target, memory',
    { ns },
  )
  return {
    memories: memories.map(({ record }) => ({
      ...{ session: null, speaker: null, metadata: null, text: null, ...record },
      stated: record.stated.map((text: string) => {
        const [target, ...known] = text.split(' ')
        return { target, ...JSON.parse(known.join(' ') || '{}') }
      }),
    })),
    evidence: evidence as unknown as StoredRecords['evidence'],
  }
}

const create = () => ({ store: createStores().store, namespace })

describeMemoryStore('Qdrant and Neo4j', create)
describeMemoryLifecycle('Qdrant and Neo4j', create)
describeAbstractions('Qdrant and Neo4j', create)
describeEntityRegister('Qdrant and Neo4j', create)
describeMemoryRecords('Qdrant and Neo4j', create)
describeFilter('Qdrant and Neo4j', create)
describeJournal('Qdrant and Neo4j', create)

describe('a filter that more memories pass than are listed', () => {
  it('is checked on what is nearest', async () => {
    const { store, vectors, graph } = createStores()
    const ns = namespace()
    const said = { session: 'old', metadata: { fruit: 'fig' }, facts: [['Emma', 'grows', 'figs'] as const] }
    const memories = await Promise.all([
      memory('Emma grows figs in the garden.', said),
      memory('Apples grow in the garden.', { session: 'new' }),
      memory('Paul grows pears in the garden.', { session: 'new', facts: [['Paul', 'grows', 'pears']] }),
    ])
    await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories })
    const scope = graph.in(ns)
    const stores = {
      ...{ vectors: vectors.in(ns), embedder: EMBEDDER, missing: () => {}, wake: () => {} },
      names: { find: async () => new Map(), note: () => {} },
      graph: { ...scope, stated: async () => null },
    }
    const none = { personas: null, sessionId: null, source: null, entity: null, since: null, until: null }
    for (const only of [{ sessionId: 'old' }, { metadata: [['fruit', '"fig"'] as const] }, { entity: 'Emma' }]) {
      const filter = { ...none, metadata: [], ...only }
      const found = await recall(stores, await plan('What grows in the garden?', { hops: 2, filter }))
      expect(found.chunks.map(({ text }) => text)).toEqual(['Emma grows figs in the garden.'])
      expect(found.facts.flatMap(({ candidate, object }) => (candidate ? object : []))).toEqual(['fig'])
    }
  })
})

describe('the outbox of a namespace', () => {
  it('is woken by what changes while somebody watches, and by nothing else', async () => {
    const { store, settled, woken } = createStores()
    const ns = namespace()
    const by = { action: 'ingest', key: 'key_a', requestId: null }
    const say = async (text: string) => {
      woken.length = 0
      await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: [await memory(text)], by })
      await store.prune(ns, { now: NOON, persona: null, threshold: 0, halfLifeMs: 1, by })
      await settled()
      return [...woken]
    }
    expect(await say('The gate is green.')).toEqual([])
    await store.watch(ns, { now: NOON, watched: true, by })
    expect(await say('The gate is blue.')).toEqual([ns, ns])
    await store.watch(ns, { now: NOON, watched: false, by })
    expect(await say('The gate is red.')).toEqual([])
  })
})

describeRecords('Qdrant and Neo4j', () => ({ ...create(), records: storedRecords }))
describeTrust('Qdrant and Neo4j', () => ({ ...create(), histories: 3 }))
describeReEmbeddable('Qdrant and Neo4j', () => ({ ...storesByEmbedder(), namespace }))

describe('Qdrant and Neo4j together', () => {
  const { store, vectors, graph, settled } = createStores()
  const said = { facts: [['gate code', 'is', '4417', 'value']] as const, session: 's' }
  const remember = async (ns: string) =>
    (
      await store.remember(ns, {
        now: NOON,
        embedder: EMBEDDER,
        memories: [await memory('The gate code is 4417.', said)],
      })
    )[0]!

  it('notice that the vector store came back without its data, answer from the rest and fill it again', async () => {
    const ns = namespace()
    await remember(ns)
    await settled()
    const [chunk] = await graph.in(ns).page(0, 1)
    await vectors.in(ns).erase()
    // The vector store lost it: recall says so, and repairs it.
    const found = await store.recall(ns, await plan('gate code'))
    expect(found.degraded).toEqual(['qdrant'])
    expect(found.facts.map(({ text }) => text)).toEqual(['gate code is 4417'])
    await settled()
    const again = await store.recall(ns, await plan('gate code'))
    expect([again.degraded, again.chunks.map(({ id }) => id)]).toEqual([[], [chunk!.id]])
    expect((await remember(ns)).duplicateOf).toBe(`c${chunk!.id}`)
    expect(await vectors.in(ns).count()).toBe(1)
  })

  it('let go of what only the vector store knows too, where more faded than one transaction deletes', async () => {
    const ns = namespace()
    const texts = Array.from({ length: 520 }, (_, n) => `Crate ${n} stands in hall ${n * 7}.`)
    const memories = await Promise.all(['Nobody knows of this one.', ...texts].map((text) => memory(text)))
    for (let at = 0; at < memories.length; at += 100)
      await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: memories.slice(at, at + 100) })
    await settled()
    const [orphan] = await graph.in(ns).page(0, 1)
    await cypher('MATCH (c:Chunk { namespace: $ns, id: $id }) DETACH DELETE c', { ns, id: orphan!.id })
    expect(await vectors.in(ns).count()).toBe(521)
    const faded = { now: NOON + 400 * 86_400_000, persona: null, threshold: 0.05, halfLifeMs: 86_400_000 }
    expect(await store.prune(ns, faded)).toBe(520)
    expect(await vectors.in(ns).count()).toBe(0)
  })

  it('complete on a second try, or by the sweep, what got no further than the graph', async () => {
    for (const completed of ['by a second try', 'by the sweep'] as const) {
      const ns = namespace()
      await remember(ns)
      await settled()
      // As a crash between the two leaves it.
      await vectors.in(ns).erase()
      await cypher('MATCH (c:Chunk { namespace: $ns }) SET c.pending = $ns', { ns })
      if (completed === 'by a second try') {
        expect(await remember(ns)).toMatchObject({ chunks: 1, facts: 1, duplicateOf: null })
      } else {
        const faded = { now: NOON + 1, persona: null, threshold: 0.05, halfLifeMs: 1e9 }
        await store.consolidate(ns, { ...faded, force: true, minIntervalMs: 0, scheduled: false, compress: null })
      }
      await settled()
      expect(await graph.in(ns).unsettled(10)).toEqual({ pending: [], tombstoned: [] })
      expect(await vectors.in(ns).count()).toBe(1)
      expect((await remember(ns)).duplicateOf).not.toBeNull()
      expect((await store.count(ns, 'shared')).persona).toEqual({ chunks: 1, entities: 2, relations: 1 })
    }
  })

  it('answer from the one that is up, say which is not, and refuse where none is', async () => {
    const ns = namespace()
    await remember(ns)
    await settled()
    const nobody = { qdrantUrl: 'http://127.0.0.1:9', neo4jUri: 'bolt://127.0.0.1:9' }
    const recall = async (down: Partial<typeof nobody>) =>
      createStores(EMBEDDER, down).store.recall(ns, await plan('gate code'))
    const withoutVectors = await recall({ qdrantUrl: nobody.qdrantUrl })
    expect([withoutVectors.degraded, withoutVectors.chunks]).toEqual([['qdrant'], []])
    expect(withoutVectors.facts.map(({ text }) => text)).toEqual(['gate code is 4417'])
    const withoutGraph = await recall({ neo4jUri: nobody.neo4jUri })
    expect([withoutGraph.degraded, withoutGraph.facts]).toEqual([['neo4j'], []])
    expect(withoutGraph.chunks.map(({ text }) => text)).toEqual(['The gate code is 4417.'])
    await expect(recall(nobody)).rejects.toMatchObject({ code: 'store-unavailable' })
  })

  it('rebuild the graph from the vector store, where that is all that is left', async () => {
    const ns = namespace()
    await remember(ns)
    await settled()
    const before = await store.count(ns, 'shared')
    await cypher('MATCH (n:Namespace { id: $ns }) DETACH DELETE n', { ns })
    await cypher('MATCH (n { namespace: $ns }) DETACH DELETE n', { ns })
    await store.remember(ns, { now: NOON + 1, embedder: EMBEDDER, memories: [await memory('Bees dance.')] })
    await settled()
    const after = await store.count(ns, 'shared')
    expect(after.persona).toEqual({ ...before.persona, chunks: 2 })
    expect((await remember(ns)).duplicateOf).not.toBeNull()
    expect(await vectors.in(ns).count()).toBe(2)
  })

  it('rebuild the records with the graph, and make those that an earlier version did not have', async () => {
    for (const lost of ['the graph', 'the records'] as const) {
      const ns = namespace()
      const at = NOON - 3 * 86_400_000
      const told = [await memory('The gate code is 4417.', { ...said, occurredAt: at })]
      await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: told })
      await settled()
      const before = await storedRecords(ns)
      if (lost === 'the graph') {
        await cypher('MATCH (n:Namespace { id: $ns }) DETACH DELETE n', { ns })
        await cypher('MATCH (n { namespace: $ns }) DETACH DELETE n', { ns })
      } else {
        await cypher('MATCH (m:Memory { namespace: $ns }) DELETE m', { ns })
        await cypher('MATCH (c:Chunk { namespace: $ns }) SET c.message = c.memory REMOVE c.memory', { ns })
        await cypher('MATCH ()-[r:FACT { namespace: $ns }]->() REMOVE r.memory', { ns })
        await cypher('MATCH (n:Namespace { id: $ns }) REMOVE n.recorded', { ns })
      }
      const recorded = async () => (await storedRecords(ns)).memories.length > 1
      await store.remember(ns, { now: NOON + 1, embedder: EMBEDDER, memories: [await memory('Bees dance.')] })
      await settled()
      while (!(await recorded())) await cypher('RETURN 1', {})
      const [first] = (await storedRecords(ns)).memories
      const { id, stated, ...rest } = before.memories[0]!
      expect(first).toMatchObject({ ...rest, id, ...(lost === 'the records' && { occurredAt: NOON }) })
      expect(first!.stated.map(({ subject, object }) => [subject, object])).toEqual(
        stated.map(({ subject, object }) => [subject, object]),
      )
    }
  })
})
