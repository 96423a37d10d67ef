import { toFactId } from '../domain/memory-id.ts'
import type { Page } from '../ports/memory-records.ts'
import { endsOf } from './edge.ts'
import { createFoldAt } from './fold-at.ts'
import { heldAt } from './held-at.ts'
import { type CountedEntity, MOST_PICKED, type Personas, type RecordReader } from './record-reader.ts'
import type { Evidence, MemoryRecord, StoredFact } from './records.ts'

/** What has to be looked up to know what had been told. */
export type Tellers = Pick<RecordReader, 'evidence' | 'recordsById'>

/** Makes chunks and facts again of what had been told by a time; `first`: each with the memory that stated it first. */
export async function foldAsOf(tellers: Tellers, at: number, first: readonly Evidence[]) {
  const again = await tellers.evidence(first.map(({ target }) => target))
  const ids = [...new Set([...first, ...again].map(({ memory }) => memory))].filter((id) => id > 0)
  return createFoldAt(at, ids.length === 0 ? [] : await tellers.recordsById(ids))
}

/** Facts as they were; none that only later tellings state, and no abstractions: what was merged stands for itself. */
export async function factsAsOf<F extends StoredFact>(tellers: Tellers, at: number, facts: readonly F[]): Promise<F[]> {
  const own = facts.filter(({ members }) => members === 0)
  const fold = await foldAsOf(
    tellers,
    at,
    own.map(({ id, memory }) => ({ target: toFactId(id), memory })),
  )
  return own.flatMap((fact) => {
    const then = fold.fact(fact)
    if (!then) return []
    const { vector: _, ...words } = then
    return { ...fact, ...words, abstraction: null, lastAccess: Math.min(fact.lastAccess, at) }
  })
}

/** A reader of records to which nothing is known that was told after a time. Counts are of the newest facts. */
export function readAsOf(reader: RecordReader, at: number): RecordReader {
  const held = (records: readonly MemoryRecord[]) => records.filter((record) => heldAt(record, at))
  const facts = async (found: readonly StoredFact[] | Promise<readonly StoredFact[]>) =>
    factsAsOf(reader, at, await found)

  /** A page is full unless there are no more. */
  async function factPage(wanted: Parameters<RecordReader['factPage']>[0]): Promise<StoredFact[]> {
    const page: StoredFact[] = []
    for (let before: Page['before'] = wanted.before; page.length < wanted.limit; ) {
      const some: readonly StoredFact[] = await reader.factPage({ ...wanted, before })
      page.push(...(await facts(some)))
      if (some.length < wanted.limit) break
      before = some.at(-1)!.id
    }
    return page.slice(0, wanted.limit)
  }

  async function counted(entities: readonly CountedEntity[], personas: Personas): Promise<CountedEntity[]> {
    if (entities.length === 0) return []
    const keys = entities.map(({ key }) => key)
    const touching = await factPage({ before: null, limit: MOST_PICKED, personas, entities: keys })
    const times = new Map<string, number>()
    for (const fact of touching) for (const end of new Set(endsOf(fact))) times.set(end, (times.get(end) ?? 0) + 1)
    return entities.flatMap((one) => (times.has(one.key) ? { ...one, facts: times.get(one.key)! } : []))
  }

  return {
    ...reader,
    recordsById: async (ids) => held(await reader.recordsById(ids)),
    records: async (conditions) => {
      const until = Math.min(conditions.until ?? Number.POSITIVE_INFINITY, at + 1)
      return held(await reader.records({ ...conditions, until }))
    },
    facts: (ids) => facts(reader.facts(ids)),
    rivals: async (of, personas) => {
      const known = new Set(of.map(({ id }) => id))
      const ids = (await reader.rivals(of, personas)).map(({ id }) => id)
      return (await facts(reader.facts(ids))).filter(({ id }) => !known.has(id))
    },
    evidence: async (targets) => {
      const again = await reader.evidence(targets)
      const tellers = held(await reader.recordsById([...new Set(again.map(({ memory }) => memory))]))
      const ids = new Set(tellers.map(({ id }) => id))
      return again.filter(({ memory }) => ids.has(memory))
    },
    entities: async (keys, personas) => counted(await reader.entities(keys, personas), personas),
    strongest: async (personas, limit) =>
      (await counted(await reader.strongest(personas, limit * 2), personas))
        .sort((a, b) => b.facts - a.facts || (a.key < b.key ? -1 : 1))
        .slice(0, limit),
    factPage,
    lastingFacts: (wanted) => facts(reader.lastingFacts(wanted)),
  }
}
