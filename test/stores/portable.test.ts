import { env } from 'cloudflare:workers'
import { describe, expect, inject, it } from 'vitest'
import { openDriver } from '../../src/adapters/cloud-store/neo4j/connection.ts'
import { createEmbeddedMemoryStore } from '../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../src/adapters/durable-objects/round-trip.ts'
import { randomBase62 } from '../../src/domain/base62.ts'
import { toLine } from '../../src/http/portable-lines.ts'
import { createTrace } from '../../src/runtime/trace.ts'
import { NOON } from '../adapters/durable-objects/revisions/told.ts'
import { EMBEDDER, memory } from '../contracts/memories.ts'
import { describePortable, tellHistory } from '../contracts/portable.contract.ts'
import { linesOf, restore, rowsOf } from '../contracts/portable-rows.ts'
import { createStores } from './composed-store.ts'

const namespace = () => `E${randomBase62(9)}`

const { HISTORIES } = env as unknown as Record<'HISTORIES', string>
const histories = Number(HISTORIES)

describePortable('Qdrant and Neo4j', () => ({ ...createStores(), namespace, histories }))

const { store: cloud, settled, vectors } = createStores()
const trace = createTrace()
const embedded = createEmbeddedMemoryStore({
  vaults: env.VAULT,
  embedderId: () => EMBEDDER,
  roundTrip: createRoundTrip(trace, 0),
  trace,
})

describe('an account that goes from one store to the other', () => {
  it(
    'is the same file in both, and comes back the same',
    async () => {
      for (let seed = 21; seed < 21 + histories; seed++) {
        const [from, there, back] = [namespace(), namespace(), namespace()]
        await tellHistory(embedded, from, seed)
        const rows = await rowsOf(embedded, from)
        const chunks = rows.flatMap((row) => (row.type === 'memory' ? row.chunks : row.type === 'chunk' ? row : []))
        await restore(cloud, there, rows)
        await settled()
        expect(await linesOf(cloud, there), `seed ${seed}`).toEqual(rows.map(toLine))
        expect(await vectors.in(there).count()).toBe(chunks.length)
        await restore(embedded, back, await rowsOf(cloud, there))
        expect(await linesOf(embedded, back), `seed ${seed}`).toEqual(rows.map(toLine))
        expect(await cloud.count(there, 'shared')).toEqual(await embedded.count(from, 'shared'))
      }
    },
    300_000 + histories * 30_000,
  )

  it('has its names in the same order in both, whatever letters they are of', async () => {
    const [from, there, paged] = [namespace(), namespace(), { limit: 2 }]
    // Letters above U+FFFF come before U+FF21 where they are compared as UTF-16, and after it as UTF-8.
    const names = [
      '\u{1f600}smile',
      '\uff21wide',
      '\ue000own',
      'zed',
      'Zed',
      '\u{10ffff}last',
      'a\u0000b',
      'a',
      'ä',
      'a\u0301',
    ]
    for (const [n, name] of names.entries()) {
      const said = { persona: name, session: name, facts: [[name, 'likes', `${name} tea`]] as const }
      const memories = [await memory(`${name} likes ${name} tea.`, said)]
      await embedded.remember(from, { now: NOON + n, embedder: EMBEDDER, memories })
    }
    const lines = await linesOf(embedded, from, paged)
    await restore(cloud, there, await rowsOf(embedded, from))
    await settled()
    expect(await linesOf(cloud, there, paged)).toEqual(lines)
  })
})

describe('an export of a namespace', () => {
  const tell = async (ns: string) => {
    const memories = [
      await memory('Ann likes tea.', { facts: [['Ann', 'likes', 'tea']] }),
      await memory('Ann likes jam.', { facts: [['Ann', 'likes', 'jam']] }),
    ]
    await cloud.remember(ns, { now: 1, embedder: EMBEDDER, memories })
    await settled()
  }

  it('has no vectors where another embedder is in use than the one that it names', async () => {
    const ns = namespace()
    await tell(ns)
    const told = (rows: unknown) => JSON.stringify(rows).includes('"data":')
    expect(told(await rowsOf(cloud, ns))).toBe(true)
    const { store: other } = createStores('another-embedder')
    expect(told(await rowsOf(other, ns))).toBe(false)
    const asked = { place: null, limit: 1, vectors: true, personas: null, asSaid: false }
    expect((await other.exportPage(ns, asked)).embedder).toBe(EMBEDDER)
  })

  it('is restored below what the vector index has, which then takes it in', async () => {
    const v = inject('stores')
    const driver = await openDriver({ uri: v.NEO4J_URI, username: v.NEO4J_USERNAME, password: v.NEO4J_PASSWORD })
    const ns = namespace()
    await tell(ns)
    const rows = await rowsOf(cloud, ns)
    const facts = rows.flatMap((row) => (row.type === 'memory' ? row.facts.map(({ id }) => id) : []))
    const mark = async (set = '') => {
      const { records } = await driver.executeQuery(`MATCH (n:Namespace { id: $ns }) ${set} RETURN n.indexedUpTo AS id`, { ns }) // biome-ignore format: one line
      return records[0]!.get('id') as number
    }
    // As if it were large, and all of it were in the index.
    await mark('SET n.indexedUpTo = 1000.0')
    await restore(cloud, ns, rows)
    expect(await mark(), 'nothing was new').toBe(1000)
    const [first, second] = rows.flatMap((row) => (row.type === 'memory' ? row.id : []))
    const erasure = { now: 2, embedder: EMBEDDER, personas: null, read: [], receipt: null }
    await cloud.revise(ns, { ...erasure, revisions: [first!, second!].map((id) => ({ kind: 'erase', id })) })
    await settled()
    await restore(cloud, ns, rows)
    expect(await mark()).toBe(Math.min(...facts) - 1)
    await driver.close()
  })
})
