import { beforeAll, describe, expect, it } from 'vitest'
import type { MemoryId } from '../../src/domain/memory-id.ts'
import { packVector } from '../../src/domain/ranking/vector.ts'
import { toLine } from '../../src/http/portable-lines.ts'
import { chunksOf, factsOf } from '../../src/memory/portable/references.ts'
import type { MemoryRevisions, Revision } from '../../src/ports/memory-revisions.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import type { Portable, PortableRow } from '../../src/ports/portable.ts'
import { randomHistory } from '../adapters/durable-objects/revisions/history.ts'
import { NOON, ports, read, type Step } from '../adapters/durable-objects/revisions/told.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'
import { createRandom } from '../fakes/random.ts'
import { TEAM } from './abstractions.contract.ts'
import { EMBEDDER, memory } from './memories.ts'
import { linesOf, restore, rowsOf } from './portable-rows.ts'

type Store = MemoryStore & MemoryRevisions & Portable

interface Suite {
  readonly store: Store
  readonly namespace: () => string
  /** How many generated histories are held against their copies. */
  readonly histories: number
  /** After what the store does behind an answer. */
  readonly settled?: () => Promise<void>
  /** What a question finds, where it can be asked. */
  readonly answers?: (namespace: string, question: string) => Promise<string[]>
}

const DAY = 86_400_000
const embedder = EMBEDDER
const faded = (now: number, threshold: number) => ({ now, threshold, halfLifeMs: 7 * DAY, persona: null })

async function tell(store: Store, namespace: string, steps: readonly Step[]): Promise<number[]> {
  const records: number[] = []
  for (const { now, items } of steps) {
    if (items.length === 0) continue
    const memories = await Promise.all(items.map((item) => read(item, now)))
    records.push(...(await store.remember(namespace, { now, embedder, memories })).map((one) => one.memory!))
  }
  return records
}

async function revise(store: Store, namespace: string, revision: Revision, receipt: unknown = null): Promise<void> {
  const asked: { id: number; memory: NewMemory }[] = []
  for (let round = 0; round < 20; round++) {
    const revised = await store.revise(namespace, {
      ...{ now: NOON, embedder, personas: null, revisions: [revision], read: asked, receipt: receipt as null },
    })
    if (revised.kind !== 'unread') return
    for (const { id, confidence: _, speaker: __, ...item } of revised.texts)
      asked.push({ id, memory: await read(item, item.occurredAt) })
  }
}

/** A history in which memories are told, changed, taken out, erased, asked for and forgotten. */
export async function tellHistory(store: Store, told: string, seed: number): Promise<readonly Step[]> {
  const random = createRandom(seed)
  const { steps } = randomHistory(random)
  const kinds = ['erase', 'invalidate', 'edit', 'none'] as const
  for (const id of new Set(await tell(store, told, steps))) {
    const kind = random.pick(kinds)
    const revision = {
      erase: { id, kind },
      invalidate: { id, kind, reason: 'wrong' },
      edit: { id, kind, edit: { text: `Emma moved to Bergen in ${1990 + seed}.`, metadata: { seed } } },
      none: null,
    }[kind] as Revision | null
    const receipt = { id: seed * 100 + id, scope: { ids: [id] }, remaining: 0 }
    if (revision && random.chance(0.4)) await revise(store, told, revision, kind === 'erase' ? receipt : null)
  }
  const found = (await rowsOf(store, told)).flatMap((row) => (row.type === 'memory' ? row.facts : []))
  const ids = found.filter(() => random.chance(0.3)).map(({ id }): MemoryId => `f${id}`)
  await store.touch(told, { now: NOON + DAY, ids })
  if (random.chance(0.5)) await store.prune(told, faded(NOON + 21 * DAY, 0.08))
  return steps
}

/** What every store promises of exports. */
export function describePortable(name: string, create: () => Suite) {
  describe(`an export of ${name}`, () => {
    const { store, namespace, histories, settled = async () => {}, answers } = create()
    beforeAll(() => ports.extractor.load())

    async function restored(rows: readonly PortableRow[], size?: number): Promise<string> {
      const to = namespace()
      for (const answer of await restore(store, to, rows, size)) expect(answer).toMatchObject({ kind: 'done' })
      await settled()
      return to
    }

    it(
      'is restored row for row, whatever was told, changed, taken out, erased, asked for and forgotten',
      async () => {
        const seen = new Set<string>()
        for (let seed = 1; seed <= histories; seed++) {
          const told = namespace()
          const steps = await tellHistory(store, told, seed)
          await settled()
          const rows = await rowsOf(store, told)
          for (const row of rows) {
            seen.add(row.type)
            if (row.type === 'memory' && row.parked.length > 0) seen.add('parked')
            if (row.type === 'memory' && row.versions.length > 0) seen.add('versions')
          }
          const to = await restored(rows, 1 + ((seed * 4) % 9))
          const about = `seed ${seed}`
          expect(await linesOf(store, to), about).toEqual(rows.map(toLine))
          const bare = { vectors: false }
          expect(await linesOf(store, to, bare), about).toEqual(await linesOf(store, told, bare))
          expect(await store.count(to, 'shared'), about).toEqual(await store.count(told, 'shared'))
          const question = steps[0]!.items[0]?.text ?? 'Emma'
          if (answers) expect(await answers(to, question), about).toEqual(await answers(told, question))
          // What is taken out comes back the same from either.
          const hidden = rows.find((row) => row.type === 'memory' && row.parked.length > 0)
          if (hidden?.type !== 'memory') continue
          for (const ns of [told, to]) await revise(store, ns, { id: hidden.id, kind: 'restore', reason: null })
          expect((await rowsOf(store, to)).length, about).toBe((await rowsOf(store, told)).length)
        }
        expect([...seen]).toEqual(
          expect.arrayContaining(['memory', 'entity', 'session', 'receipt', 'parked', 'versions']),
        )
      },
      300_000 + histories * 30_000,
    )

    it('keeps what was merged into abstractions, names that were told apart, and ids that were given', async () => {
      const told = namespace()
      for (const [n, fact] of TEAM.entries()) {
        const text = `${fact[0]} ${fact[1].replaceAll('_', ' ')} ${fact[2]}.`
        await store.remember(told, { now: NOON + n, embedder, memories: [await memory(text, { facts: [fact] })] })
      }
      const report = await store.consolidate(told, {
        ...{ ...faded(NOON + 100, 0.05), force: true, minIntervalMs: 0, scheduled: false },
        compress: { maxClusters: 8, maxTokensPerDay: 100_000, embedder },
      })
      const [vector] = await createFakeEmbedder().embed(['The team is in Zagreb.'], 'passage')
      const abstractions = report.clusters.map((cluster) => ({
        cluster: cluster.number,
        members: cluster.facts.map(({ id }) => id),
        text: 'The team is in Zagreb.',
        vector: packVector(vector!),
      }))
      const done = { now: NOON + 200, embedder, run: report.run!, abstractions, unfinished: [], tokens: 1 }
      await store.abstract(told, done)
      await settled()
      const rows = await rowsOf(store, told)
      expect(rows.some((row) => row.type === 'fact' && row.members > 0)).toBe(true)
      const to = await restored(rows)
      expect(await rowsOf(store, to)).toEqual(rows)
      expect(await store.count(to, 'shared')).toEqual(await store.count(told, 'shared'))
      const next = { now: NOON + 300, embedder, memories: [await memory('Carl sails.', {})] }
      expect(await store.remember(to, next)).toEqual(await store.remember(told, next))
    })

    it('keeps by whose clock texts and their former versions were said, and takes files that do not say so', async () => {
      const told = namespace()
      const offsetMs = -8 * 3_600_000
      const said = { occurredAt: NOON - DAY, offsetMs, facts: [['Emma', 'flies', 'Oslo']] as const }
      const memories = [await memory('Emma flies tomorrow.', said), await memory('Emma sails.', {})]
      const [flies] = await store.remember(told, { now: NOON, embedder, memories })
      await revise(store, told, { id: flies!.memory!, kind: 'edit', edit: { text: 'Emma walks tomorrow.' } })
      await settled()
      const rows = await rowsOf(store, told)
      const clocks = (all: readonly PortableRow[]) =>
        all.flatMap((row) => (row.type === 'memory' ? [[row, ...row.versions].map((one) => one.offsetMs)] : []))
      expect(clocks(rows)).toEqual([[offsetMs, offsetMs], [undefined]])
      const to = await restored(rows)
      expect(JSON.stringify(await rowsOf(store, to))).toBe(JSON.stringify(rows))
      const older = JSON.parse(JSON.stringify(rows, (name, value) => (name === 'offsetMs' ? undefined : value)))
      expect(await rowsOf(store, await restored(older))).toEqual(older)
    })

    it('names the memories of a receipt, however often it was added to and wherever it was restored', async () => {
      const told = namespace()
      const ids: number[] = []
      for (const n of [1, 2, 3, 4]) {
        const memories = [await memory(`Line ${n}.`, { facts: [['Ann', 'likes', `line ${n}`]] })]
        const [stored] = await store.remember(told, { now: NOON + n, embedder, memories })
        ids.push(stored!.memory!)
      }
      const receipt = { id: 7, scope: { persona: 'shared' }, remaining: 0 }
      const erase = (ns: string, id: number) => revise(store, ns, { id, kind: 'erase' }, receipt)
      const named = async (ns: string) =>
        (await rowsOf(store, ns)).flatMap((row) => (row.type === 'receipt' ? JSON.parse(row.memories) : []))
      for (const id of [ids[2]!, ids[0]!]) await erase(told, id)
      await settled()
      expect(await named(told)).toEqual([ids[2], ids[0]])
      const to = await restored(await rowsOf(store, told))
      expect(await named(to)).toEqual([ids[2], ids[0]])
      await erase(to, ids[1]!)
      expect(await named(to)).toEqual([ids[2], ids[0], ids[1]])
    })

    it('has no line that is too long to be imported, of however many memories a receipt is', async () => {
      const told = namespace()
      const plain = { now: NOON, embedder, memories: [await memory('Ann likes tea.', {})] }
      await store.remember(told, plain)
      const rows = await rowsOf(store, told)
      const erased = JSON.stringify({ memories: 280_000 })
      const ids = (first: number, count: number) => JSON.stringify(Array.from({ length: count }, (_, n) => first + n))
      const one = { type: 'receipt' as const, at: NOON, scope: '{}', erased, remaining: 0 }
      // A file of before has all of them in one line.
      const receipts = [
        { ...one, id: 7, memories: ids(4_000_000_000, 12_000) },
        { ...one, id: 8, memories: ids(1, 5_000) },
        { ...one, id: 9, memories: '[]' },
      ]
      const from = await restored([...rows, ...receipts], 100)
      const found = await rowsOf(store, from)
      const named = (all: readonly PortableRow[], id: number) =>
        all.flatMap((row) => (row.type === 'receipt' && row.id === id ? (JSON.parse(row.memories) as number[]) : []))
      for (const { id, memories } of receipts) expect(named(found, id)).toEqual(JSON.parse(memories))
      const lines = found.map(toLine)
      expect(found.flatMap((row) => (row.type === 'receipt' ? [[row.id, row.from]] : []))).toEqual([
        [7, undefined],
        [7, 5_000],
        [7, 10_000],
        [8, undefined],
        [9, undefined],
      ])
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60_000)
      expect(await linesOf(store, from, { limit: 1 })).toEqual(lines)
      const to = await restored(found, 1)
      expect(await linesOf(store, to)).toEqual(lines)
      // A file that was sorted, or comes again, changes nothing; nor does a line that does not go on where a receipt ends.
      const strange = { ...one, id: 8, from: 3, memories: '[1]' }
      await store.restoreRows(to, { now: NOON, embedder, rows: [strange, ...found.toReversed()] })
      expect(await linesOf(store, to)).toEqual(lines)
      expect(await linesOf(store, await restored(found.toReversed(), 100))).toEqual(lines)
    })

    it('is counted under a name as far as it is stored, whatever was there', async () => {
      const told = namespace()
      for (const n of [1, 2, 3]) {
        const memories = [await memory(`Line ${n}.`, { facts: [['Ann', 'likes', `line ${n}`]] })]
        await store.remember(told, { now: NOON + n, embedder, memories })
      }
      await settled()
      const rows = await rowsOf(store, told)
      const memories = rows.filter((row) => row.type === 'memory')
      const to = namespace()
      const restoring = (tally: string | null, some: readonly PortableRow[]) =>
        store.restoreRows(to, { now: NOON, embedder, tally, rows: some })
      await restoring(null, memories.slice(0, 1))
      await restoring('t', memories.slice(0, 2))
      await restoring('t', [
        ...memories.slice(1, 2),
        ...chunksOf(memories.slice(2)).map((one) => ({ type: 'chunk' as const, ...one })),
      ])
      await restoring('t', rows)
      // The second memory, the third one's chunk, and the third one.
      expect(await store.tallied(to, 't')).toBe(3)
    })

    it('has nothing that was created after its beginning, and refuses what is another’s', async () => {
      const told = namespace()
      const say = async (ns: string, text: string, now: number) =>
        store.remember(ns, { now, embedder, memories: [await memory(text, { facts: [['Ann', 'likes', text]] })] })
      for (const n of [1, 2, 3]) await say(told, `Line ${n}.`, NOON + n)
      const asked = { limit: 50, vectors: true, personas: null, asSaid: false }
      const first = await store.exportPage(told, { ...asked, place: null })
      await say(told, 'Line 4.', NOON + 4)
      const rows: PortableRow[] = [...first.rows]
      for (let place = first.next; place !== null; ) {
        const page = await store.exportPage(told, { ...asked, place })
        rows.push(...page.rows)
        place = page.next
      }
      expect(rows.filter(({ type }) => type === 'memory')).toHaveLength(3)
      const other = namespace()
      await say(other, 'Something else.', NOON + 9)
      const before = await rowsOf(store, other)
      const refused = await store.restoreRows(other, { now: NOON, embedder, rows })
      expect(refused).toMatchObject({ kind: 'conflict', memory: expect.any(Number) })
      expect(await rowsOf(store, other)).toEqual(before)
    })

    it('has pages of a bounded size, however much a memory tells, and does not repeat its metadata', async () => {
      const told = namespace()
      const metadata = { notes: 'n'.repeat(10_000) }
      for (const who of ['Ann', 'Bob']) {
        const facts = Array.from({ length: 680 }, (_, n) => [who, 'likes', `dish ${n}`] as const)
        const memories = [await memory(`${who} likes many dishes.`, { facts })]
        await store.remember(told, { now: NOON, embedder, memories })
      }
      const until = { memories: 1e6, chunks: 1e6, facts: 1e6 }
      const asked = { limit: 50, vectors: false, personas: null, asSaid: false }
      const page = await store.exportPage(told, { ...asked, place: { type: 'memory', after: 0, until } })
      expect(page.rows).toHaveLength(1)
      expect((await store.exportPage(told, { ...asked, place: page.next })).rows).toHaveLength(1)
      const noted = namespace()
      const facts = [['Cid', 'likes', 'tea'] as const, ['Cid', 'likes', 'jam'] as const]
      const memories = [await memory('Cid likes tea and jam.', { facts, metadata })]
      await store.remember(noted, { now: NOON, embedder, memories })
      await settled()
      const rows = await rowsOf(store, noted)
      expect(JSON.stringify(rows).length).toBeLessThan(2 * metadata.notes.length)
      expect(await rowsOf(store, await restored(rows))).toEqual(rows)
    }, 120_000)

    it('has no line that is too long to be imported, however often a memory was changed', async () => {
      const told = namespace()
      const likes = [['Ann', 'likes', 'tea']] as const
      for (const persona of ['ann', 'bob']) {
        const memories = [await memory(`Ann likes tea, says ${persona}.`, { persona, facts: likes })]
        await store.remember(told, { now: NOON, embedder, memories })
      }
      await settled()
      const plain = await rowsOf(store, told)
      const versions = Array.from({ length: 30 }, (_, n) => ({
        ...{
          version: n + 1,
          text: `${n} `.repeat(1 + ((n * 7) % 30) * 1_500) + '\u{1f600}\u0000é'.repeat(500),
          replacedAt: NOON + n,
        },
        ...{ metadata: n % 3 ? null : JSON.stringify({ n }), persona: n % 4 ? 'ann' : 'bob', occurredAt: NOON - n },
      }))
      const changes = JSON.stringify([{ state: 'invalidated', at: NOON + 27.5, by: null, reason: 'private' }])
      const changed = (row: PortableRow) =>
        row.type === 'memory' && row.persona === 'ann' ? { ...row, version: 31, versions, changes } : row
      const rows = await rowsOf(store, await restored(plain.map(changed)))
      const lines = rows.map(toLine)
      expect(JSON.stringify(versions).length).toBeGreaterThan(1_000_000)
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(250_000)
      expect(rows.flatMap((row) => (row.type === 'memory' || row.type === 'history' ? row.versions : []))).toEqual(
        versions,
      )
      const ann = rows.find((row) => row.type === 'memory' && row.versions.length > 0)!
      const histories = rows.filter((row) => row.type === 'history')
      expect(rows.indexOf(histories[0]!)).toBe(rows.indexOf(ann) + 1)
      const to = await restored(rows, 2)
      expect(await linesOf(store, to)).toEqual(lines)
      // An import that was interrupted brings the rest, whatever of it is there.
      const again = { now: NOON, embedder, rows: histories }
      expect(await store.restoreRows(to, again)).toMatchObject({ kind: 'done', knownBeside: histories.length })
      expect(await linesOf(store, to)).toEqual(lines)
      // Nobody sees by a place that he made up what another persona's memory was before.
      const until = { memories: 1e6, chunks: 1e6, facts: 1e6 }
      const asked = {
        limit: 50,
        vectors: false,
        place: { type: 'memory' as const, after: (ann as { id: number }).id, version: 1, until },
      }
      expect((await store.exportPage(to, { ...asked, personas: ['bob'], asSaid: true })).rows).toEqual([])
      const bound = { ...asked, personas: ['ann'], asSaid: true }
      const [seen] = (await store.exportPage(to, bound)).rows
      expect(seen).toMatchObject({ type: 'history', persona: 'ann' })
      expect(JSON.stringify(seen)).not.toContain('"persona":"bob"')
      const [whole] = (
        await store.exportPage(to, { ...bound, place: { ...asked.place, after: 0, version: undefined } })
      ).rows
      expect(JSON.stringify(whole)).not.toContain('private')
      // Without its memory a history is named and left out, and another's memory has none.
      expect(await store.restoreRows(namespace(), again)).toEqual({
        kind: 'missing-references',
        memories: [histories[0]!.memory],
      })
      const stolen = { ...again, rows: [{ ...histories[0]!, persona: 'bob' }] }
      expect(await store.restoreRows(to, stolen)).toMatchObject({ kind: 'conflict' })
      // What a memory never was is not taken, and so none of its changes becomes another's.
      const made = { ...histories[0]!.versions[0]!, persona: 'ann', replacedAt: NOON + 27.6 }
      const forged = [31, 32, 999].map((version) => ({ ...histories[0]!, versions: [{ ...made, version }] }))
      expect(await store.restoreRows(to, { ...again, rows: forged })).toMatchObject({ kind: 'done', knownBeside: 3 })
      expect(await linesOf(store, to)).toEqual(lines)
      // Whoever sorts a file loses nothing.
      const memories = new Set(rows.filter(({ type }) => type === 'memory'))
      const sorted = [...rows.filter((row) => !memories.has(row)), ...memories]
      const from = namespace()
      expect(await store.restoreRows(from, { ...again, rows: sorted })).toMatchObject({ kind: 'done' })
      await settled()
      expect(await linesOf(store, from)).toEqual(lines)
    })

    it('names memories that tell what is nowhere, and what only those would bring, and takes the others', async () => {
      const told = namespace()
      const facts = [['Ann', 'likes', 'tea']] as const
      const say = async (text: string, now: number) =>
        store.remember(told, { now, embedder, memories: [await memory(text, { facts })] })
      await say('Ann likes tea.', NOON)
      await say('Ann likes tea, as everybody knows.', NOON + 1)
      await say('Ann likes tea, as everybody knows.', NOON + 2)
      await settled()
      const rows = await rowsOf(store, told)
      const [first, second, third] = rows.filter((row) => row.type === 'memory')
      const to = namespace()
      const request = { now: NOON, embedder, rows: rows.filter((row) => row !== first) }
      const memories = [second!.id, third!.id]
      expect(await store.restoreRows(to, request)).toEqual({ kind: 'missing-references', memories })
      expect((await store.restoreRows(to, { ...request, rows })).kind).toBe('done')
      await settled()
      expect(await rowsOf(store, to)).toEqual(rows)
    })

    it('brings back what was erased since, under its own numbers', async () => {
      const told = namespace()
      await tellHistory(store, told, 3)
      await settled()
      const rows = await rowsOf(store, told)
      const memories = rows.flatMap((row) => (row.type === 'memory' ? row.id : []))
      for (const id of memories) await revise(store, told, { id, kind: 'erase' })
      await settled()
      expect((await rowsOf(store, told)).filter(({ type }) => type === 'memory')).toEqual([])
      await restore(store, told, rows)
      // Numbers that were given meanwhile are not given again.
      const isLasting = ({ type }: PortableRow) => type !== 'state'
      expect((await rowsOf(store, told)).filter(isLasting)).toEqual(rows.filter(isLasting))
    })

    it('of all or of one persona brings it back when it was erased since, with its entities and the sessions that it began', async () => {
      const told = namespace()
      const said = ['ann', 'bob', 'ann', 'bob'].map((persona, n) => ({ persona, session: `s${n >> 1}`, n }))
      const others = [
        { persona: 'bob', session: 's2', n: 4 },
        { persona: 'ann', session: 's2', n: 5 },
      ]
      for (const { persona, session, n } of [...said, ...others]) {
        const facts = [['Carl', 'likes', `dish ${n}`, 'value', 'person'] as const]
        const memories = [await memory(`Carl likes dish ${n}.`, { persona, session, facts })]
        await store.remember(told, { now: NOON + n, embedder, memories })
      }
      await settled()
      const rows = await rowsOf(store, told)
      for (const personas of [null, ['ann']]) {
        const file = await rowsOf(store, told, { personas })
        for (const row of rows)
          if (row.type === 'memory' && row.persona === 'ann') await revise(store, told, { id: row.id, kind: 'erase' })
        await settled()
        const left = await rowsOf(store, told)
        const owners = left.flatMap((row) => (row.type === 'session' ? [[row.name, row.persona]] : []))
        expect(owners).toEqual(['s0', 's1', 's2'].map((name) => [name, 'bob']))
        await restore(store, told, file)
        await settled()
        // Numbers that were given meanwhile are not given again.
        const isLasting = ({ type }: PortableRow) => type !== 'state'
        expect((await rowsOf(store, told)).filter(isLasting)).toEqual(rows.filter(isLasting))
      }
      const keys = (await rowsOf(store, told, { personas: ['ann'] })).flatMap((row) =>
        row.type === 'entity' ? row.key : [],
      )
      expect(keys).toEqual(['carl', 'dish 0', 'dish 2', 'dish 5'])
    })

    it('takes facts that come before the chunks whose words they have, and chunks that come before their facts', async () => {
      const told = namespace()
      await tellHistory(store, told, 5)
      await settled()
      const rows = await rowsOf(store, told)
      const parts = rows.flatMap((row): PortableRow[] =>
        row.type === 'memory'
          ? [
              ...factsOf([row]).map((fact) => ({ type: 'fact' as const, ...fact })),
              ...chunksOf([row]).map((chunk) => ({ type: 'chunk' as const, ...chunk })),
            ]
          : [],
      )
      const rest = rows.filter(({ type }) => type !== 'chunk' && type !== 'fact')
      const whole = [...rest.filter(({ type }) => type !== 'vector'), ...rest.filter(({ type }) => type === 'vector')]
      for (const first of [parts, parts.toReversed()]) {
        const to = await restored(
          [...first, ...rows.filter(({ type }) => type === 'chunk' || type === 'fact'), ...whole],
          3,
        )
        expect((await rowsOf(store, to)).filter(({ type }) => type === 'memory')).toEqual(
          rows.filter(({ type }) => type === 'memory'),
        )
      }
    })
  })
}
