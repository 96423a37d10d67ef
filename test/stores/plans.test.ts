import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDriver, type Transaction, toTransaction } from '../../src/adapters/cloud-store/neo4j/connection.ts'
import { pairSome, removePairs, writePairs } from '../../src/adapters/cloud-store/neo4j/filter.ts'
import { tidy } from '../../src/adapters/cloud-store/neo4j/journal.ts'
import { eraseSome, markErased, sessionNames } from '../../src/adapters/cloud-store/neo4j/maintain.ts'
import { moveFacts } from '../../src/adapters/cloud-store/neo4j/move-facts.ts'
import { indexSome } from '../../src/adapters/cloud-store/neo4j/nearest.ts'
import { READS, WRITES } from '../../src/adapters/cloud-store/neo4j/operations.ts'
import { changeOver, tidySome } from '../../src/adapters/cloud-store/neo4j/re-embed.ts'
import { recordSome, removeEvidenceOf } from '../../src/adapters/cloud-store/neo4j/records.ts'
import { prepareSchema } from '../../src/adapters/cloud-store/neo4j/schema.ts'
import { warmUp } from '../../src/adapters/cloud-store/neo4j/warm-up.ts'
import { vectorToText } from '../../src/domain/ranking/packed-text.ts'
import { packVector } from '../../src/domain/ranking/vector.ts'
import { strengthRanges } from '../../src/memory/strengths.ts'
import type { Revision } from '../../src/ports/memory-revisions.ts'
import type { NewFact, NewMemory } from '../../src/ports/new-memory.ts'
import { type PortableRow, ROW_TYPES } from '../../src/ports/portable.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'

const v = inject('stores')
const connection = { uri: v.NEO4J_URI, username: v.NEO4J_USERNAME, password: v.NEO4J_PASSWORD }
const { dimensions } = createFakeEmbedder()
const ns = 'nobody'
const faded = { persona: null, ranges: [{ level: 1, before: 5 }] }
const noted = { by: { action: 'a', key: 'k', requestId: null }, now: 1, counts: {}, changed: {} }
const run = { id: 1, startedAt: 0, until: 9, lastFact: 0, upTo: 0, whole: true, scheduled: false }

const EVERYTHING = {
  ...{ personas: ['a'], sessionId: 's', source: 'user' as const, entity: null, since: 1, until: 9 },
  ...{ metadata: [['a', '1']] as const, words: [], state: null },
}

const fact: Omit<NewFact, 'vector'> = {
  ...{ subject: { name: 'a', kind: 'thing' }, object: { name: 'b', kind: 'thing' }, predicate: 'is', relation: 'is' },
  ...{ text: 'a is b', negated: false, slot: 'is', value: 'b', denies: false, confidence: 1, chunk: 0, aspect: 'is' },
}
const said = (text: string): NewMemory => ({
  ...{ persona: 'a', source: 'user', confidence: 1, sessionId: 's', speaker: 'p', metadata: { a: 1 }, text },
  occurredAt: 1,
  chunks: [{ text, start: 0, end: text.length, words: [text], statement: text.length, vector: VECTOR }],
  facts: [{ ...fact, vector: null }],
})
const VECTOR = packVector(Float32Array.from({ length: dimensions }, () => 1))
const revision = {
  ...{ now: 1, embedder: 'e', personas: null, read: [], by: noted.by },
  receipt: { id: 1, scope: {}, remaining: 0 },
}

const standing = {
  ...{ persona: 'a', source: 0, level: 1, createdAt: 1, statedAt: 1, lastAccess: 1, accessCount: 0, metadata: null },
  statedBy: [],
}
const portableFact = {
  ...{
    ...standing,
    subject: 'a',
    predicate: 'is',
    relation: 'is',
    object: 'b',
    leaf: false,
    text: 'a is b',
    value: 'b',
  },
  ...{ negated: false, aspect: 'is' as const, slot: 'is', denies: false, chunk: 7, abstraction: null, members: 0 },
  ...{ latest: 0, date: null, memory: 5 },
}
const portableVector = { facts: [8], data: vectorToText(VECTOR) }
/** One of every kind. A fact comes before its chunk. */
const EVERY_ROW: readonly PortableRow[] = [
  { type: 'persona', name: 'a', consolidatedAt: 1 },
  { type: 'session', name: 's', persona: 'a' },
  { type: 'entity', key: 'a', name: 'a', kind: 'thing', aliases: '[]', names: ['aa'] },
  { type: 'fact', id: 8, vector: 0, ...portableFact },
  {
    ...{ type: 'memory', id: 5, persona: 'a', source: 0, level: 1, session: 's', speaker: null, metadata: '{"a":1}' },
    ...{ occurredAt: 1, createdAt: 1, statedAt: 1, text: null, version: 2, changes: null },
    stated: '[{"target":"c7"},{"target":"f8"}]',
    versions: [{ version: 1, text: 'w', metadata: null, persona: 'a', occurredAt: 1, replacedAt: 2 }],
    chunks: [
      {
        ...{ ...standing, id: 7, memory: 5, text: 'a is b', start: 0, statement: 1, session: 's', speaker: 'p' },
        ...{ facts: [8], vectors: [portableVector] },
      },
    ],
    facts: [],
    parked: [{ piece: 0, reading: '{"chunk":{"start":0,"text":"w"},"facts":[]}', vectors: [portableVector] }],
  },
  {
    ...{ type: 'history', memory: 5, persona: 'a' },
    versions: [{ version: 2, text: 'w', metadata: null, persona: 'a', occurredAt: 1, replacedAt: 3 }],
  },
  { type: 'vector', chunk: 0, persona: 'a', ...portableVector },
  { type: 'receipt', id: 9, at: 1, scope: '{}', erased: '{}', remaining: 0, memories: '[1]' },
  { type: 'state', memories: 9, chunks: 9, facts: 9, compressedUpTo: 1 },
]

/** One memory, changed in every way. */
async function reviseAll(tx: Transaction): Promise<void> {
  await tx.run(
    `MATCH (n:Namespace { id: $ns }) SET n.embedder = 'e', n.recorded = true
     CREATE (:Memory { namespace: $ns, id: 1, persona: 'a', source: 0, level: 1, session: 's', metadata: '{"a":1}', occurredAt: 1, createdAt: 1, text: 'w', stated: [] })`,
    { ns },
  )
  const steps: Revision[] = [
    { kind: 'edit', id: 1, edit: { text: 'ww' } },
    { kind: 'edit', id: 1, edit: { text: 'www' } },
    { kind: 'invalidate', id: 1, reason: null },
    { kind: 'restore', id: 1, reason: null },
    { kind: 'erase', id: 1 },
  ]
  for (const [at, step] of steps.entries()) {
    const read = step.kind === 'edit' ? [{ id: 1, memory: said(step.edit.text!) }] : []
    const done = await WRITES.revise(tx, ns, { ...revision, read, revisions: [step], once: `once ${at}` })
    expect(done).toHaveProperty('revised')
  }
}

/** Every operation once, in an order in which each gets as far as its last query. */
async function everything(tx: Transaction): Promise<void> {
  await warmUp(tx, dimensions)
  await tx.run('MERGE (n:Namespace { id: $ns }) SET n.writes = 0, n.facts = 0, n.chunks = 0, n.lastId = 0', { ns })
  const reads: { [K in keyof typeof READS]: Parameters<(typeof READS)[K]> } = {
    duplicates: [tx, ns, [{ persona: 'a', statement: 1 }]],
    imported: [tx, ns, ['"import_id":"x"']],
    orient: [tx, ns, { personas: ['a'], words: ['w'], roles: ['has_boss'] }],
    gather: [
      tx,
      ns,
      {
        personas: ['a'],
        vector: [1],
        nearest: 1,
        chunks: [1],
        hotChunks: [2],
        facts: [1],
        names: ['a'],
        entities: [{ name: 'a', entity: 'a' }],
        semantic: true,
        hops: 2,
      },
    ],
    stated: [tx, ns, EVERYTHING, 1],
    passing: [tx, ns, { ...EVERYTHING, entity: 'a' }, ['c1', 'f1']],
    countFaded: [tx, ns, faded],
    stale: [tx, ns, 1],
    lifecycle: [tx, ns],
    factsAfter: [tx, ns, 0, 1],
    neighbourhood: [tx, ns, 'a', ['a']],
    competing: [tx, ns, 'a', [{ subject: 'a', slot: 'b' }]],
    count: [tx, ns, ['a'], ['a']],
    unsettled: [tx, ns, 1],
    entities: [tx, ns, '', 1],
    page: [tx, ns, 0, 1],
    toEmbed: [tx, ns, 'e', 1],
    chunks: [tx, ns, [1]],
    listMemories: [tx, ns, { before: 9, limit: 1, filter: { ...EVERYTHING, entity: 'a', words: ['w'] } }],
    findMemories: [tx, ns, { ids: [1] }],
    listFacts: [tx, ns, { before: 9, limit: 1, personas: ['a'], entity: 'a', relation: null, state: null }],
    profile: [tx, ns, { entity: 'a', personas: ['a'] }],
    strengths: [tx, ns, strengthRanges({ now: 9, personas: ['a'], threshold: 0.05, halfLifeMs: 9, days: [0, 1] })],
    graph: [tx, ns, { entity: null, personas: ['a'], limit: 1 }],
    listEntities: [tx, ns, { after: '', limit: 1, personas: ['a'] }],
    outcome: [tx, ns, 'o'],
    journal: [tx, ns, { before: 9, limit: 1, action: 'ingest', since: null, until: null }],
    journalAfter: [tx, ns, 0, 1],
    inScope: [tx, ns, { filter: { ...EVERYTHING, entity: 'a', words: ['w'] }, ids: [1], limit: 1, former: true }],
    history: [tx, ns, { id: 1 }],
    receipts: [tx, ns, { before: 9, limit: 1 }],
  }
  const writes: { [K in keyof typeof WRITES]: Parameters<(typeof WRITES)[K]> } = {
    settle: [tx, ns, [1]],
    touch: [tx, ns, { now: 1, chunks: [1], facts: [1] }],
    prune: [tx, ns, { ...faded, limit: 1 }, { ...noted, onlyIfPruned: false }, { once: 'o', before: 0, all: 1 }],
    purge: [tx, ns, [1]],
    clean: [tx, ns, [{ id: 1, accessCount: 1 }]],
    begin: [tx, ns, { persona: 'a', now: 1, minIntervalMs: 0, force: true }],
    finish: [
      tx,
      ns,
      { persona: 'a', at: 1, run: { ...run, clusters: [] }, watermark: null, outcome: { once: 'o', result: '1' } },
    ],
    told: [tx, ns, 1, 1, false],
    abstract: [tx, ns, { now: 1, run: 1, tokens: 0, abstractions: [], unfinished: [] }],
    putEmbedded: [
      tx,
      ns,
      'e',
      {
        chunks: [{ id: 1, vectors: ['v'] }],
        facts: [
          { key: 'a', vector: [1] },
          { id: 1, vector: [1] },
        ],
      },
    ],
    watch: [tx, ns, { ...noted, watched: true }],
    noteReset: [tx, ns, ['s']],
    revise: [tx, ns, { ...revision, revisions: [] }],
    exportPage: [tx, ns, { place: null, limit: 1, vectors: true, personas: ['a'], asSaid: false }],
    restoreRows: [tx, ns, { now: 1, embedder: 'e', rows: EVERY_ROW, by: noted.by, isNew: true }],
  }
  for (const [name, given] of Object.entries(reads))
    await (READS[name as keyof typeof READS] as (...all: unknown[]) => Promise<unknown>)(...given)
  for (const [name, given] of Object.entries(writes))
    await (WRITES[name as keyof typeof WRITES] as (...all: unknown[]) => Promise<unknown>)(...given)
  const until = { memories: 9, chunks: 9, facts: 9 }
  for (const type of ROW_TYPES)
    for (const personas of [['a'], null])
      await WRITES.exportPage(tx, ns, {
        ...{
          place: { type, after: type === 'entity' ? '' : 0, until },
          limit: 1,
          vectors: true,
          personas,
          asSaid: false,
        },
      })
  await moveFacts(tx, ns, [{ key: 'a', to: { key: 'b', subject: 'a', object: 'b', place: 'a\nb' } }])
  await changeOver(tx, ns, 'e')
  await tidySome(tx, ns)
  await recordSome(tx, ns)
  await pairSome(tx, ns)
  await writePairs(tx, ns, [{ id: 1, metadata: '{"a":1}' }])
  const anywhen = { ...EVERYTHING, since: null, until: null }
  for (const filter of [{ ...EVERYTHING, entity: 'a' }, anywhen, { ...anywhen, sessionId: null, metadata: [] }])
    await READS.stated(tx, ns, filter, 1)
  await READS.stated(tx, ns, { ...EVERYTHING, sessionId: null, metadata: [] }, null)
  await removePairs(tx, ns, [{ id: 1, metadata: '{"a":1}' }])
  await removeEvidenceOf(tx, ns, [{ target: 'c1', memory: 1 }])
  await reviseAll(tx)
  await tidy(tx, ns, 1, 1)
  await indexSome(tx, ns, true)
  await sessionNames(tx, ns)
  await markErased(tx, ns, 1)
  await eraseSome(tx, ns)
}

interface Plan {
  readonly operatorType: string
  readonly children?: readonly Plan[]
}

const operators = (plan: Plan): string[] => [plan.operatorType, ...(plan.children ?? []).flatMap(operators)]

describe('the plans of Neo4j', () => {
  let driver: Awaited<ReturnType<typeof openDriver>>
  beforeAll(async () => {
    driver = await openDriver(connection)
    await prepareSchema(driver, dimensions)
  })
  afterAll(() => driver.close())

  it('find everything by an index that begins with the namespace, and scan nobody else', async () => {
    const session = driver.session()
    const transaction = session.beginTransaction()
    const tx = toTransaction(transaction, 'e')
    const explain = toTransaction(
      {
        // biome-ignore lint/suspicious/noExplicitAny: stands in for the driver's own, whose results are of a class
        run: async (query: string, given: any) => {
          const { summary } = await transaction.run(`EXPLAIN ${query}`, given)
          const scans = operators(summary.plan as unknown as Plan).filter((name) => /Scan/.test(name))
          seen.set(query.replace(/\s+/g, ' '), scans)
          return { records: [] }
        },
      } as never,
      'e',
    )
    const seen = new Map<string, string[]>()
    await everything({
      async run<T extends object>(query: string, given: Record<string, unknown>) {
        await explain.run(query, given)
        return tx.run<T>(query, given)
      },
    })
    await transaction.rollback()
    await session.close()
    expect(seen.size).toBeGreaterThan(60)
    expect([...seen].filter(([, scans]) => scans.length > 0)).toEqual([])
  })
})
