import { env } from 'cloudflare:workers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDriver } from '../../src/adapters/cloud-store/neo4j/connection.ts'
import { createNeo4jGraphStore } from '../../src/adapters/cloud-store/neo4j/graph-store.ts'
import { prepareSchema } from '../../src/adapters/cloud-store/neo4j/schema.ts'
import { randomBase62 } from '../../src/domain/base62.ts'
import { createGuard, newBreaker } from '../../src/runtime/guard.ts'
import { changeOf, describeGraphStore, fact } from '../contracts/graph-store.contract.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'

const v = inject('stores')
const store = (given: { uri?: string; password?: string } = {}) =>
  createNeo4jGraphStore({
    graphs: env.GRAPH,
    uri: given.uri ?? v.NEO4J_URI,
    username: v.NEO4J_USERNAME,
    password: given.password ?? v.NEO4J_PASSWORD,
    embedder: createFakeEmbedder().id,
    dimensions: createFakeEmbedder().dimensions,
    guard: createGuard({ store: 'neo4j', timeoutMs: 60_000, breaker: newBreaker() }),
    prepared: new Set(),
  })

describeGraphStore('Neo4j', () => ({ store: store(), namespace: () => `E${randomBase62(9)}` }))

describe('a database', () => {
  const { dimensions } = createFakeEmbedder()
  let driver: Awaited<ReturnType<typeof openDriver>>
  const ask = async (query: string, parameters = {}) =>
    (await driver.executeQuery(query, parameters)).records.map((record) => record.toObject())
  const indexes = async () =>
    (await ask(`SHOW INDEXES YIELD name WHERE name STARTS WITH 'brain_' RETURN name`)).map(({ name }) => name as string)
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await ask('RETURN 1')
  }
  beforeAll(async () => {
    driver = await openDriver({ uri: v.NEO4J_URI, username: v.NEO4J_USERNAME, password: v.NEO4J_PASSWORD })
  })
  afterAll(() => driver.close())

  it('of an earlier version gets the indexes that it lacks, and loses those that nobody asks any more', async () => {
    await prepareSchema(driver, dimensions)
    const wanted = (await indexes()).sort()
    await ask('DROP INDEX brain_fact_place')
    await ask('CREATE INDEX brain_fact_meaning FOR ()-[r:FACT]-() ON (r.nothing)')
    await prepareSchema(driver, dimensions)
    expect((await indexes()).sort()).toEqual(wanted)
    expect(wanted).toContain('brain_fact_place')
  })

  it('has every entity of a namespace once, by constraint', async () => {
    const ns = `E${randomBase62(9)}`
    const make = () => ask('CREATE (:Entity { namespace: $ns, key: "ann" })', { ns })
    await make()
    await expect(make()).rejects.toThrow(/already exists/)
    await ask('MATCH (e:Entity { namespace: $ns, key: "ann" }) DELETE e', { ns })
  })

  it('takes the facts of a large namespace into the vector index, beside its ingests, and finds the nearest of all', async () => {
    const ns = `E${randomBase62(9)}`
    const graph = store().in(ns)
    // Directions that differ in two places each, so that every one has a few near neighbours.
    const vectorOf = (id: number) =>
      Array.from({ length: dimensions }, (_, i) =>
        i === id % dimensions ? 1 : i === (id * 7) % dimensions ? 0.5 : 0.001 * ((i * id) % 13),
      )
    const FACTS = 3_500
    const SLICE = 700
    for (let at = 0; at < FACTS; at += SLICE) {
      const facts = Array.from({ length: SLICE }, (_, i) =>
        fact(at + i + 1, `s${(at + i) % 50}`, `o${at + i}`, { vector: vectorOf(at + i + 1) }),
      )
      await graph.change(
        { statements: [], names: [], sessions: [] },
        async () => [],
        async () => changeOf({ facts, lastId: FACTS }),
      )
    }
    const indexedUpTo = async () =>
      (
        (await ask('MATCH (n:Namespace { id: $ns }) RETURN coalesce(n.indexedUpTo, 0) AS id', { ns }))[0] as {
          id: number
        }
      ).id
    await until(async () => (await indexedUpTo()) > FACTS - 300)
    await until(async () =>
      (await ask(`SHOW INDEXES YIELD name, state WHERE name = 'brain_fact_nearness' RETURN state`)).every(
        ({ state }) => state === 'ONLINE',
      ),
    )
    const query = vectorOf(9_999)
    const cosine = (a: readonly number[], b: readonly number[]) =>
      a.reduce((sum, x, i) => sum + x * b[i]!, 0) / Math.hypot(...a) / Math.hypot(...b)
    const exact = Array.from({ length: FACTS }, (_, i) => ({ id: i + 1, near: cosine(vectorOf(i + 1), query) }))
      .sort((a, b) => b.near - a.near)
      .slice(0, 24)
    const found = await graph.gather({
      ...{ personas: null, vector: query, nearest: 24, chunks: [], hotChunks: [], facts: [], names: [], entities: [] },
      ...{ semantic: false, hops: 0 },
    })
    const least = exact.at(-1)!.near - 1e-3
    const good = found.facts.filter(({ candidate, meaning }) => candidate && meaning >= least)
    expect(good.length).toBeGreaterThanOrEqual(22)
  })
})

it('says that the password is wrong, and that nobody answers', async () => {
  await store().check()
  await expect(store({ password: 'wrong' }).check()).rejects.toThrow(/NEO4J_PASSWORD/)
  await expect(store({ uri: 'bolt://127.0.0.1:9' }).check()).rejects.toThrow(/neo4j: it cannot be reached/)
})
