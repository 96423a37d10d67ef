import { describe, expect, it } from 'vitest'
import { localTime } from '../../src/domain/date/local-time.ts'
import { resolveConflicts } from '../../src/memory/resolve-conflicts.ts'
import { rank } from '../../src/pipelines/search/rank.ts'
import type { MemoryFilter, MemoryRecords } from '../../src/ports/memory-records.ts'
import type { MemoryRevisions } from '../../src/ports/memory-revisions.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import { createRandom } from '../fakes/random.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const HOUR = 3600 * 1000
const DAY = 24 * HOUR
const HALF_LIFE_DAYS = 30
/** Of clocks that are on another day than UTC at some time of it. */
const OFFSETS = [-8 * HOUR, 5.5 * HOUR, 13 * HOUR]
/** Histories of one test, and how long that may take on a busy machine. */
const EACH = 50
const TIMEOUT_MS = 120_000

interface Tested {
  readonly store: MemoryStore & MemoryRecords & MemoryRevisions
  readonly namespace: () => string
  /** How many made-up histories are told; each takes some twenty visits. */
  readonly histories: number
}

/** What is told at one time. */
interface Told {
  readonly now: number
  readonly memories: readonly NewMemory[]
}

const QUESTIONS = [
  'Where does the user live?',
  'What does Tom own?',
  'Where does Maria live?',
  'What is the gate code?',
]

type Random = ReturnType<typeof createRandom>

function randomMemory(random: Random, names: readonly string[], now: number): Promise<NewMemory> {
  const who = random.pick(['user', 'user', ...names])
  const source = random.pick(['user', 'user', 'document', 'assistant'] as const)
  const said = {
    source,
    persona: random.pick(['shared', 'work']),
    ...(random.chance(0.5) && {
      occurredAt: now - random.below(8) * DAY + random.below(24) * HOUR,
      ...(random.chance(0.6) && { offsetMs: random.pick(OFFSETS) }),
    }),
    ...(random.chance(0.3) && { session: random.pick(['one', 'two']) }),
    ...(source === 'document' && { metadata: { title: random.pick(['one', 'two']) } }),
  }
  const kind = who === 'user' ? ('user' as const) : ('person' as const)
  if (random.chance(0.2)) return memory(`The gate code is ${random.pick(['4417', '9021'])}.`, { ...said, facts: [] })
  if (random.chance(0.3)) {
    const thing = random.pick(['boat', 'bike', 'barn'])
    return memory(`${who} owns a ${thing}.`, { ...said, facts: [[who, 'owns', thing, 'thing', kind]] })
  }
  const town = random.pick(['Porto', 'Vienna', 'Leeds'])
  if (random.chance(0.3)) {
    // The same words name the same date on one day, by the clock there.
    const tomorrow = new Date(localTime({ occurredAt: now, ...said }) + DAY).toISOString().slice(0, 10)
    const facts = [[who, 'visits', town, 'place', kind]] as const
    return memory(`${who} visits ${town} tomorrow.`, { ...said, date: tomorrow, facts })
  }
  const negated = random.chance(0.15)
  const text = negated
    ? `${who} does not live in ${town}.`
    : random.pick([`${who} lives in ${town}.`, `${who} LIVES in ${town}`, `Home of ${who}: ${town}!`])
  // The same words name the same date.
  const dated = text.startsWith('Home') ? { date: '2026-11-06' } : {}
  return memory(text, { ...said, ...dated, negated, facts: [[who, 'lives_in', town, 'place', kind]] })
}

async function randomHistory(random: Random, names: readonly string[]): Promise<Told[]> {
  const history: Told[] = []
  for (let step = 0; step < 8; step++) {
    const now = NOON + step * 6 * HOUR
    const memories = Array.from({ length: 1 + random.below(3) }, () => randomMemory(random, names, now))
    history.push({ now, memories: await Promise.all(memories) })
  }
  return history
}

const saidAt = ({ now }: Told, { occurredAt }: NewMemory): number => occurredAt ?? now

/** What of a history came before a time, in the order in which it was told. */
const until = (history: readonly Told[], at: number): Told[] =>
  history.flatMap((told) => {
    const memories = told.memories.filter((one) => saidAt(told, one) <= at)
    return memories.length > 0 ? { ...told, memories } : []
  })

const sorted = <T>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

/** What every store promises of questions as of a time: they are answered as if nothing had been told since. */
export function describeAsOf(name: string, create: () => Tested) {
  const { store, namespace, histories } = create()

  async function tell(ns: string, history: readonly Told[]): Promise<void> {
    for (const { now, memories } of history) await store.remember(ns, { now, embedder: EMBEDDER, memories })
  }

  /** Every fact with its standing, whatever it is called by. */
  async function facts(ns: string, asOf: number | null) {
    const { facts } = await store.listFacts(ns, {
      ...{ before: null, limit: 200, personas: null, entity: null, relation: null, state: null, asOf },
    })
    const textOf = new Map(facts.map((fact) => [fact.id, fact.text]))
    return sorted(
      facts.map(({ text, date, persona, source, relation, confidence, state, supersededBy, statedAt, memories }) => ({
        ...{ text, date, persona, source, relation, confidence, state, statedAt, tellers: memories.length },
        by: supersededBy && textOf.get(supersededBy),
      })),
    )
  }

  /** Marks of what is found, and what comes first. */
  async function search(ns: string, query: string, asOf: number | null, now: number) {
    const asked = await plan(query, { now, asOf, hops: 2 })
    const found = await store.recall(ns, asked)
    const superseded = resolveConflicts(found.facts, found.rivals)
    const textOf = new Map([...found.facts].map((fact) => [fact.id, fact.text]))
    const standing = ({ text, persona, source, confidence, statedAt, createdAt, metadata, statedBy }: Standing) => ({
      ...{ text, persona, source, confidence, statedAt, createdAt, metadata, statedBy },
    })
    const request = { namespace: ns, now, query, k: 5, persona: null, maxHops: 2 }
    const included = { includeEpisodic: true, includeSemantic: true, includeWorking: true }
    const [first] = rank(found, superseded, asked, { ...request, ...included }, HALF_LIFE_DAYS)
    return {
      chunks: sorted(found.chunks.map(standing)),
      facts: sorted(
        found.facts.map((fact) => ({
          ...standing(fact),
          date: fact.date,
          superseded: superseded.has(fact.id),
          by: textOf.get(superseded.get(fact.id) ?? -1) ?? null,
        })),
      ),
      first: first && {
        fact: first.fact,
        confirmed: first.trust.confirmed,
        superseded: first.supersededBy !== undefined,
      },
    }
  }
  type Found = Awaited<ReturnType<MemoryStore['recall']>>
  type Standing = Found['chunks'][number] | Found['facts'][number]

  async function compare(seeds: readonly number[], names: readonly string[]) {
    let [asked, same] = [0, 0]
    const differing: number[] = []
    for (const seed of seeds) {
      const random = createRandom(seed)
      const history = await randomHistory(random, names)
      const ns = namespace()
      await tell(ns, history)
      const times = history.flatMap((told) => told.memories.map((one) => saidAt(told, one)))
      const at = random.pick(times) + random.below(2)
      const fresh = namespace()
      await tell(fresh, until(history, at))
      const query = random.pick(QUESTIONS)
      const now = Math.min(at, history.at(-1)!.now)
      const [then, expected] = [await search(ns, query, at, now), await search(fresh, query, null, now)]
      const [known, told] = [await facts(ns, at), await facts(fresh, null)]
      asked++
      if (JSON.stringify(then.first) === JSON.stringify(expected.first)) same++
      const all = { known, chunks: then.chunks, facts: then.facts }
      const wanted = { known: told, chunks: expected.chunks, facts: expected.facts }
      if (JSON.stringify(all) !== JSON.stringify(wanted)) {
        differing.push(seed)
      }
    }
    return { asked, same, differing }
  }

  describe(`${name}, asked as of a time`, () => {
    const groups = Array.from({ length: Math.ceil(histories / EACH) }, (_, at) => at * EACH)
    it.each(groups)(
      'knows what an account would know that was told only what came before: histories from %i on',
      async (from) => {
        const seeds = Array.from({ length: Math.min(EACH, histories - from) }, (_, at) => from + at + 1)
        const { asked, same, differing } = await compare(seeds, ['Tom', 'Maria Lopez'])
        expect(differing).toEqual([])
        expect(same / asked, 'the first result').toBeGreaterThanOrEqual(0.95)
      },
      TIMEOUT_MS,
    )

    it(
      'knows whom names meant, in histories in which a later name tells whom an earlier one means',
      async () => {
        const seeds = Array.from({ length: histories }, (_, at) => 10_000 + at)
        const { differing } = await compare(seeds, ['Maria', 'Maria Lopez', 'Maria Reed'])
        expect(differing).toEqual([])
      },
      TIMEOUT_MS * Math.ceil(histories / EACH),
    )

    it('hears of nothing that was said later', async () => {
      const ns = namespace()
      await tell(ns, [
        { now: NOON, memories: [await memory('The user lives in Porto.', { facts: [['user', 'lives_in', 'Porto']] })] },
        {
          now: NOON + DAY,
          memories: [await memory('The user lives in Vienna.', { facts: [['user', 'lives_in', 'Vienna']] })],
        },
      ])
      const texts = async (asOf: number | null) =>
        (await store.recall(ns, await plan('Where does the user live?', { asOf }))).chunks.map(({ text }) => text)
      expect(await texts(NOON - 1)).toEqual([])
      expect(await texts(NOON)).toEqual(['The user lives in Porto.'])
      expect((await texts(NOON + DAY)).sort()).toEqual(['The user lives in Porto.', 'The user lives in Vienna.'])
      expect(await facts(ns, NOON)).toMatchObject([{ text: 'user lives in Porto', state: 'current' }])
      expect(await facts(ns, null)).toMatchObject([
        { text: 'user lives in Porto', state: 'superseded' },
        { text: 'user lives in Vienna', state: 'current' },
      ])
      const graph = await store.graph(ns, { entity: null, personas: null, limit: 9, asOf: NOON })
      expect(graph.nodes.map(({ key }) => key).sort()).toEqual(['porto', 'user'])
      expect(graph.edges).toMatchObject([{ state: 'current' }])
    })
  })

  describe(`${name}, asked as of a time before memories were taken out of retrieval`, () => {
    const lives = (town: string, given: Parameters<typeof memory>[1] = {}) =>
      memory(`The user lives in ${town}.`, { facts: [['user', 'lives_in', town, 'place']], date: '2026-11', ...given })
    const likes = (thing: string, given: Parameters<typeof memory>[1] = {}) =>
      memory(`The user likes ${thing}.`, { facts: [['user', 'likes', thing]], ...given })

    function open() {
      const ns = namespace()
      const readings = new Map<string, NewMemory>()
      return {
        ns,
        tell: async (now: number, ...told: Promise<NewMemory>[]) => {
          const memories = await Promise.all(told)
          for (const one of memories) readings.set(one.text, one)
          const stored = await store.remember(ns, { now, embedder: EMBEDDER, memories })
          return stored.map((one) => one.memory!)
        },
        /** Reads whatever it is asked for. */
        revise: async (now: number, kind: 'invalidate' | 'restore', ids: readonly number[]) => {
          const read: { id: number; memory: NewMemory }[] = []
          for (;;) {
            const revised = await store.revise(ns, {
              ...{ now, embedder: EMBEDDER, personas: null, read, receipt: null },
              revisions: ids.map((id) => ({ id, kind, reason: null })),
            })
            if (revised.kind === 'done') return
            if (revised.kind !== 'unread') throw new Error(revised.kind)
            read.push(...revised.texts.map(({ id, text }) => ({ id, memory: readings.get(text)! })))
          }
        },
        recalled: async (query: string, asOf: number | null, given: Partial<Parameters<typeof plan>[1]> = {}) =>
          (await store.recall(ns, await plan(query, { asOf, ...given }))).chunks.map(({ text }) => text).sort(),
      }
    }

    it('finds them, and not between then and their return', async () => {
      const { ns, tell, revise, recalled } = open()
      const [porto] = await tell(NOON, lives('Porto'))
      await tell(NOON + HOUR, lives('Vienna'))
      const known = async (asOf: number | null) => {
        const asked = { before: null, limit: 9, personas: null, entity: null, relation: null, state: null, asOf }
        const listed = (await store.listFacts(ns, asked)).facts
        const found = await store.recall(ns, await plan('Where does the user live?', { asOf }))
        const { edges } = await store.graph(ns, { entity: null, personas: null, limit: 9, asOf })
        expect(edges.map(({ to }) => to).sort()).toEqual(listed.map(({ object }) => object.toLowerCase()).sort())
        const texts = listed.map(({ object }) => `The user lives in ${object}.`).sort()
        expect(await recalled('Where does the user live?', asOf)).toEqual(texts)
        expect(found.facts.map(({ text }) => text).sort()).toEqual(listed.map(({ text }) => text).sort())
        return listed.map(({ object, state, date }) => `${object} ${state} ${date}`).sort()
      }
      const both = ['Porto superseded 2026-11', 'Vienna current 2026-11']
      await revise(NOON + 2 * HOUR, 'invalidate', [porto!])
      expect(await known(null)).toEqual(['Vienna current 2026-11'])
      expect(await known(NOON + 3 * HOUR)).toEqual(['Vienna current 2026-11'])
      expect(await known(NOON + HOUR)).toEqual(both)
      expect(await known(NOON)).toEqual(['Porto current 2026-11'])
      expect(await known(null), 'a look changes nothing').toEqual(['Vienna current 2026-11'])
      await revise(NOON + 4 * HOUR, 'restore', [porto!])
      expect(await known(null)).toEqual(both)
      expect(await known(NOON + 3 * HOUR)).toEqual(['Vienna current 2026-11'])
      expect(await known(NOON + HOUR)).toEqual(both)
    })

    it('finds them by filters, personas and what stood beside them', async () => {
      const { tell, revise, recalled } = open()
      const said = { session: 'one', metadata: { team: 'red' } }
      const ids = await tell(NOON, likes('tea', said), likes('jam', { ...said, persona: 'work' }), likes('ale', said))
      await revise(NOON + HOUR, 'invalidate', ids.slice(0, 2))
      const any = { personas: null, sessionId: null, source: null, entity: null, since: null, until: null }
      const red: MemoryFilter = { ...any, metadata: [['team', '"red"']] }
      const query = 'What does the user like?'
      expect(await recalled(query, null)).toEqual(['The user likes ale.'])
      expect(await recalled(query, NOON + 9, { filter: red })).toHaveLength(3)
      expect(await recalled(query, NOON + 9, { filter: { ...red, metadata: [['team', '"blue"']] } })).toEqual([])
      expect(await recalled(query, NOON + 9, { personas: ['work'] })).toEqual(['The user likes jam.'])
      expect(await recalled(query, NOON + 2 * HOUR, { filter: red })).toEqual(['The user likes ale.'])
    })

    it('finds what can be brought back, whatever cannot', async () => {
      const { tell, revise, recalled } = open()
      await tell(NOON, likes('tea'))
      const [again] = await tell(NOON + 1, likes('tea'))
      const [jam] = await tell(NOON + 2, likes('jam'))
      await revise(NOON + HOUR, 'invalidate', [again!, jam!])
      const query = 'What does the user like?'
      expect(await recalled(query, null)).toEqual(['The user likes tea.'])
      expect(await recalled(query, NOON + 3)).toEqual(['The user likes jam.', 'The user likes tea.'])
      expect(await recalled(query, NOON + 2 * HOUR)).toEqual(['The user likes tea.'])
    })

    it('finds them though another memory has only a part of what it said', async () => {
      const { ns, tell, revise, recalled } = open()
      await tell(NOON, likes('tea'))
      const [tea, pie] = [await memory('The user likes tea.'), await memory('The user likes pie.')]
      const text = `${tea.text}${pie.text}`
      const chunks = [...tea.chunks, ...pie.chunks.map((chunk) => ({ ...chunk, start: 19, end: 38 }))]
      const memories = [{ ...tea, text, chunks }]
      const [both] = await store.remember(ns, { now: NOON + 1, embedder: EMBEDDER, memories })
      const [plum] = await tell(NOON + 2, likes('plum'))
      await revise(NOON + HOUR, 'invalidate', [both!.memory!, plum!])
      const query = 'What does the user like?'
      expect(await recalled(query, null)).toEqual(['The user likes tea.'])
      expect(await recalled(query, NOON + 3)).toEqual(['The user likes plum.', 'The user likes tea.'])
    })

    it('knows whom names meant, and what held', async () => {
      const { ns, tell, revise } = open()
      const town = (who: string, place: string) =>
        memory(`${who} lives in ${place}.`, { facts: [[who, 'lives_in', place, 'place', 'person']] })
      const [lopez] = await tell(NOON, town('Maria Lopez', 'Leeds'))
      await tell(NOON + HOUR, town('Maria', 'Porto'))
      const told = await facts(ns, null)
      const found = async (asOf: number | null) => {
        const { chunks: _, ...rest } = await search(ns, 'Where does Maria live?', asOf, NOON + HOUR)
        return rest
      }
      const before = await found(null)
      await revise(NOON + 2 * HOUR, 'invalidate', [lopez!])
      expect(await facts(ns, null)).not.toEqual(told)
      expect(await facts(ns, NOON + HOUR)).toEqual(told)
      expect(await found(NOON + HOUR)).toEqual(before)
    })
  })
}
