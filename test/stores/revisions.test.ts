import { beforeAll, describe, expect, it } from 'vitest'
import { randomBase62 } from '../../src/domain/base62.ts'
import type { MemoryRevisions, Revised, Revision } from '../../src/ports/memory-revisions.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import { randomHistory, randomItem } from '../adapters/durable-objects/revisions/history.ts'
import { type Item, NOON, ports, read, type Step } from '../adapters/durable-objects/revisions/told.ts'
import { describeChangedMemories } from '../contracts/changed-memories.contract.ts'
import { EMBEDDER, memory, plan } from '../contracts/memories.ts'
import { describeMemoryRevisions } from '../contracts/memory-revisions.contract.ts'
import { createRandom } from '../fakes/random.ts'
import { createStores } from './composed-store.ts'
import { cypher, dumpGraph } from './revisions/graph-dump.ts'
import { stateOf } from './revisions/state.ts'

const HISTORIES = 6
const FIRST_SEED = 1
const namespace = () => `E${randomBase62(9)}`

describeMemoryRevisions('Qdrant and Neo4j', () => ({ store: createStores().store, namespace }))
describeChangedMemories('Qdrant and Neo4j', () => ({ store: createStores().store, namespace }))

const { store, vectors, graph, settled } = createStores()

async function tell(ns: string, steps: readonly Step[]): Promise<number[]> {
  const records: number[] = []
  for (const { now, items } of steps) {
    if (items.length === 0) continue
    const memories = await Promise.all(items.map((item) => read(item, now)))
    const remembered = await store.remember(ns, { now, embedder: EMBEDDER, memories })
    records.push(...remembered.map(({ memory: id }) => id!))
  }
  await settled()
  return records
}

type Asked = Partial<Parameters<MemoryRevisions['revise']>[1]>

/** Reads whatever is asked for, until it is done. */
async function revise(ns: string, revisions: readonly Revision[], given: Asked = {}, by = store): Promise<Revised> {
  const asked: { id: number; memory: NewMemory }[] = []
  for (let round = 0; round < 20; round++) {
    const revised = await by.revise(ns, {
      ...{ now: NOON, embedder: EMBEDDER, personas: null, revisions, read: asked, receipt: null },
      ...given,
    })
    if (revised.kind !== 'unread') return revised
    for (const { id, confidence: _, speaker: __, ...item } of revised.texts)
      asked.push({ id, memory: await read(item, item.occurredAt) })
  }
  throw new Error('it never had all that it asked for')
}

const called = (records: readonly number[], names: readonly string[]) =>
  new Map(records.map((record, at) => [record, names[at]!]))
const namesOf = (steps: readonly Step[]) => steps.flatMap(({ items }) => items).map(({ text }, at) => `${at}: ${text}`)
const without = (steps: readonly Step[], at: number, instead: Item[] = []): Step[] => {
  let before = 0
  return steps.map(({ now, items }) => {
    const place = at - before
    before += items.length
    return { now, items: place >= 0 && place < items.length ? items.toSpliced(place, 1, ...instead) : items }
  })
}

describe('memories in Qdrant and Neo4j that are changed', () => {
  beforeAll(() => ports.extractor.load())

  it('leave nothing when they are erased: all is as if they had never been told', async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
      const random = createRandom(seed)
      const { steps } = randomHistory(random)
      const names = namesOf(steps)
      const at = random.below(names.length)
      const [told, never] = [namespace(), namespace()]
      const records = await tell(told, steps)
      const others = await tell(never, without(steps, at))
      const about = `seed ${seed}, without ${names[at]}\n${names.join('\n')}`
      expect(await revise(told, [{ id: records[at]!, kind: 'erase' }]), about).toMatchObject({ kind: 'done' })
      expect(await stateOf(vectors, told, called(records, names)), about).toEqual(
        await stateOf(vectors, never, called(others, names.toSpliced(at, 1))),
      )
    }
  })

  it('are as if they had been told so from the start when they are edited', async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
      const random = createRandom(1_000_000 + seed)
      const { steps, texts } = randomHistory(random)
      const names = namesOf(steps)
      const at = random.below(names.length)
      const item = steps.flatMap(({ items }) => items)[at]!
      const other = randomItem(random, random.pick(texts))
      const edit = {
        text: other.text,
        ...(random.chance(0.3) && { persona: other.persona }),
        ...(random.chance(0.3) && { metadata: { title: random.pick(['one', 'three']) } }),
        ...(random.chance(0.3) &&
          other.occurredAt !== null && { occurredAt: other.occurredAt, offsetMs: other.offsetMs ?? null }),
      }
      const [told, so] = [namespace(), namespace()]
      const records = await tell(told, steps)
      const others = await tell(so, without(steps, at, [{ ...item, ...edit }]))
      const about = `seed ${seed}, ${names[at]} -> ${JSON.stringify(edit)}\n${names.join('\n')}`
      const before = await stateOf(vectors, told, called(records, names))
      const revised = await revise(told, [{ id: records[at]!, kind: 'edit', edit, version: 1 }])
      expect(revised, about).toMatchObject({ kind: 'done', versions: [{ id: records[at], version: 2 }] })
      const state = await stateOf(vectors, told, called(records, names))
      expect(withoutFormer(state, item.persona), about).toEqual(
        withoutFormer(await stateOf(vectors, so, called(others, names)), item.persona),
      )
      if (seed % 3 > 0) continue
      await revise(told, [{ id: records[at]!, kind: 'invalidate', reason: 'wrong' }])
      await revise(told, [{ id: records[at]!, kind: 'restore', reason: null }])
      expect(await stateOf(vectors, told, called(records, names)), about).toEqual(state)
      expect(before.memories).toHaveLength(state.memories.length)
    }
  })

  it('are in no node, relationship and point any more when they are erased', async () => {
    const ns = namespace()
    const marker = 'Zyxquorlanth'
    const said = (text: string, given = {}): Item => ({
      ...{ text, persona: 'shared', source: 'user', sessionId: null, metadata: null, occurredAt: null },
      ...given,
    })
    const own = { sessionId: marker, metadata: { a: marker } }
    const [id, second] = await tell(ns, [
      { now: NOON, items: [said(`${marker} lives in ${marker} Valley.`, own)] },
      { now: NOON, items: [said(`My locker code is ${marker}.`, { persona: marker })] },
      { now: NOON, items: [said('Ann bought apples.'), said('Ann bought pears.')] },
    ])
    const found = async () => {
      const { nodes, facts, names } = await dumpGraph(ns)
      const all = [...nodes, ['FACT', facts], ['MEANS', names], ['point', await vectors.in(ns).page(0, 100)]] as const
      return all.flatMap(([label, rows]) => (JSON.stringify(rows).includes(marker) ? label : [])).sort()
    }
    expect(await found()).toEqual(expect.arrayContaining(['Chunk', 'FACT', 'Memory', 'Session', 'point']))
    await revise(ns, [{ id: id!, kind: 'edit', edit: { text: `${marker} lives in Leeds.` } }])
    await revise(ns, [{ id: id!, kind: 'invalidate', reason: marker }])
    expect(await found()).toEqual(expect.arrayContaining(['Memory', 'Parked', 'Version']))
    const receipt = { id: 1, scope: {}, remaining: 0 }
    await revise(ns, [id!, second!].map((one) => ({ id: one, kind: 'erase' })), { receipt }) // biome-ignore format: one line
    // The name of its session alone waits until the session is reset, before the answer.
    expect(await found()).toEqual(['Namespace'])
    await store.noteReset(ns, [marker])
    expect(await found()).toEqual([])
    expect(await vectors.in(ns).count()).toBe(2)
  })
})

describe('erasing while memories are embedded anew', () => {
  it('reaches what was embedded already', async () => {
    const ns = namespace()
    const tomorrow = 'fake of tomorrow'
    const told = await Promise.all(['Bees dance.', 'Rain falls.'].map((text) => memory(text)))
    const [first] = await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: told })
    await settled()
    const { wanted } = await store.toEmbed(ns, { embedder: tomorrow, limit: 9 })
    const made = wanted.map(({ id, texts }) => ({ id, vectors: texts.map(() => told[0]!.chunks[0]!.vector) }))
    await store.putEmbedded(ns, { embedder: tomorrow, vectors: made })
    const next = createStores(tomorrow).vectors.in(ns)
    expect(await next.count()).toBe(2)
    expect(await revise(ns, [{ kind: 'erase', id: first!.memory! }])).toMatchObject({ kind: 'done' })
    expect([await next.count(), await vectors.in(ns).count()]).toEqual([1, 1])
  })
})

/** The persona whose version is kept stays known by its name. */
const withoutFormer = (state: Awaited<ReturnType<typeof stateOf>>, former: string) => ({
  ...state,
  personas: state.personas.filter(({ name, chunks }) => name !== former || chunks > 0),
})

describe('a change that got no further than the graph', () => {
  const down = createStores(EMBEDDER, { qdrantUrl: 'http://127.0.0.1:9' }).store
  const tellOne = async (ns: string, text: string) => {
    const said = { session: 's', facts: [['user', 'lives_in', text.split(' ').at(-1)!.slice(0, -1), 'place']] as const }
    const [told] = await store.remember(ns, { now: NOON, embedder: EMBEDDER, memories: [await memory(text, said)] })
    await settled()
    return told!.memory!
  }
  const recalled = async (ns: string) => {
    const { chunks, around, facts } = await store.recall(ns, await plan('Where does the user live?', { hops: 1 }))
    return [...chunks, ...around, ...facts].map(({ text }) => text)
  }

  it('shows nothing of what it erased, and is completed by a second try', async () => {
    const ns = namespace()
    await tellOne(ns, 'The user lives in Porto.')
    const id = await tellOne(ns, 'The user lives in Vienna.')
    const request = [{ kind: 'erase', id }] as const
    await expect(revise(ns, request, { once: 'o' }, down)).rejects.toMatchObject({ store: 'qdrant' })
    expect(await vectors.in(ns).count()).toBe(2)
    expect((await recalled(ns)).join()).not.toContain('Vienna')
    expect(JSON.stringify([...(await dumpGraph(ns)).nodes])).not.toMatch(/vienna/i)
    expect(await revise(ns, request, { once: 'o' })).toMatchObject({ kind: 'done', erased: { memories: 1 } })
    expect(await vectors.in(ns).count()).toBe(1)
    expect(await graph.in(ns).unsettled(9)).toEqual({ pending: [], tombstoned: [] })
  })

  it('shows the new text alone, as far as it has it, and is completed by the sweep', async () => {
    const ns = namespace()
    await tellOne(ns, 'The user lives in Porto.')
    const id = await tellOne(ns, 'The user lives in Vienna.')
    const said = { session: 's', facts: [['user', 'lives_in', 'Oslo', 'place']] as const, occurredAt: NOON }
    const anew = [{ id, memory: await memory('The user lives in Oslo.', said) }]
    const edited = { kind: 'edit', id, edit: { text: 'The user lives in Oslo.' } } as const
    const request = { now: NOON, embedder: EMBEDDER, personas: null, receipt: null, revisions: [edited], read: anew }
    await expect(down.revise(ns, request)).rejects.toMatchObject({ store: 'qdrant' })
    const meanwhile = (await recalled(ns)).join()
    expect(meanwhile).not.toContain('Vienna')
    expect(meanwhile).toContain('Oslo')
    const faded = { now: NOON + 1, persona: null, threshold: 0.05, halfLifeMs: 1e9 }
    await store.consolidate(ns, { ...faded, force: true, minIntervalMs: 0, scheduled: false, compress: null })
    const after = await recalled(ns)
    expect(after).toContain('The user lives in Oslo.')
    expect(after.join()).not.toContain('Vienna')
    expect(await vectors.in(ns).count()).toBe(2)
    expect(await graph.in(ns).unsettled(9)).toEqual({ pending: [], tombstoned: [] })
  })

  it('leaves edited memories as they are where the graph is rebuilt from the points', async () => {
    const ns = namespace()
    const first = await tellOne(ns, 'The user lives in Porto.')
    const second = await tellOne(ns, 'The user lives in Vienna.')
    const said = { session: 's', facts: [['user', 'lives_in', 'Oslo', 'place']] as const, occurredAt: NOON }
    const anew = [{ id: first, memory: await memory('The user lives in Oslo.', said) }]
    const offsetMs = -8 * 3_600_000
    const edited = { kind: 'edit', id: first, edit: { text: 'The user lives in Oslo.', offsetMs } } as const
    const request = { now: NOON, embedder: EMBEDDER, personas: null, receipt: null, revisions: [edited], read: anew }
    expect(await store.revise(ns, request)).toMatchObject({ kind: 'done' })
    const shown = async () => (await store.findMemories(ns, { ids: [first, second] })).map(({ id, text, state, offsetMs }) => ({ id, text, state, offsetMs })) // biome-ignore format: one line
    const before = await shown()
    expect(before).toContainEqual(expect.objectContaining({ id: first, offsetMs }))
    await cypher('MATCH (n:Namespace { id: $ns }) DETACH DELETE n', { ns })
    await cypher('MATCH (n { namespace: $ns }) DETACH DELETE n', { ns })
    await store.revise(ns, { ...request, revisions: [{ kind: 'edit', id: second, edit: { metadata: { a: 1 } } }] })
    expect(await shown()).toEqual(before)
  })
})
