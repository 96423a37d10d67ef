import { type MemoryId, toChunkId, toFactId } from '../../../domain/memory-id.ts'
import { createFoldAt } from '../../../memory/fold-at.ts'
import { heldAt } from '../../../memory/held-at.ts'
import { slotKey } from '../../../memory/records.ts'
import type { AroundRow, ChunkRow } from '../tables/chunks.ts'
import type { FactRow } from '../tables/facts.ts'
import type { MemoryRow } from '../tables/memories.ts'
import type { VaultTables } from '../vault-tables.ts'

/** What stands around is looked for so many times as far: what was said since takes places in between. */
const FURTHER = 8

/**
 * The tables as they would be if nothing had been told after a time: whatever reads rows through it gets them made of the earlier tellings alone,
 * and none that only later ones state. For reading only. What was merged stands for itself; counts and names are today's.
 */
export function tablesAsOf(tables: VaultTables, at: number): VaultTables {
  const records = new Map<number, MemoryRow>()
  const asked = new Set<number>()
  function recordsOf(ids: readonly number[]): MemoryRow[] {
    const wanted = [...new Set(ids)]
    const unknown = wanted.filter((id) => !asked.has(id))
    for (const id of unknown) asked.add(id)
    for (const record of tables.memories.byIds(unknown)) records.set(record.id, record)
    return wanted.flatMap((id) => records.get(id) ?? [])
  }
  function foldOf(targets: readonly { readonly target: MemoryId; readonly memory: number }[]) {
    const again = tables.memories.evidenceOf(targets.map(({ target }) => target))
    return createFoldAt(at, recordsOf([...targets, ...again].map(({ memory }) => memory)))
  }

  function chunksAt(rows: readonly ChunkRow[]): ChunkRow[] {
    const fold = foldOf(rows.map(({ id, memory }) => ({ target: toChunkId(id), memory })))
    return rows.flatMap((row) => {
      const then = fold.chunk(row)
      return then ? { ...row, ...then, lastAccess: Math.min(row.lastAccess, at) } : []
    })
  }
  function factsAt(rows: readonly FactRow[]): FactRow[] {
    const own = rows.filter(({ members }) => members === 0)
    const fold = foldOf(own.map(({ id, memory }) => ({ target: toFactId(id), memory })))
    return own.flatMap((row) => {
      const then = fold.fact(row)
      if (!then) return []
      const { vector, ...words } = then
      return {
        ...row,
        ...words,
        vector:
          vector === null || (words.text === row.text && words.chunk === row.chunk)
            ? row.vector
            : vectorOf(words.chunk, vector, row.vector),
        abstraction: null,
        lastAccess: Math.min(row.lastAccess, at),
      }
    })
  }
  /** Those that stood in facts then. */
  function countedAt<Entity extends { readonly key: string }>(
    entities: readonly Entity[],
    scopes: readonly number[] | null,
  ) {
    const facts = tables.facts.countTouching(
      entities.map(({ key }) => key),
      scopes,
      at,
    )
    return entities.flatMap((one) => (facts.get(one.key) ? { ...one, facts: facts.get(one.key)! } : []))
  }
  const vectorOf = (chunk: number, place: number, otherwise: number): number =>
    tables.chunks.recent([chunk])[0]?.vectors[place] ?? otherwise
  const chunksIn = (ids: readonly number[]): ChunkRow[] => chunksAt(tables.chunks.recent(ids))

  return {
    ...tables,
    chunks: {
      ...tables.chunks,
      byIds: chunksIn,
      recent: chunksIn,
      recentTexts: (ids): AroundRow[] => chunksIn(ids),
      around(of, reach) {
        const further = tables.chunks.around(of, reach * FURTHER)
        const beside = [...further.values()].flatMap(({ before, after }) => [...before, ...after])
        const said = new Set(chunksIn([...new Set(beside)]).map(({ id }) => id))
        const nearest = (ids: readonly number[]) => ids.filter((id) => said.has(id)).slice(0, reach)
        return new Map(
          [...further].map(([id, { before, after }]) => [id, { before: nearest(before), after: nearest(after) }]),
        )
      },
    },
    facts: {
      ...tables.facts,
      byIds: (ids) => factsAt(tables.facts.recent(ids)),
      recent: (ids) => factsAt(tables.facts.recent(ids)),
      touching: (entities, scopes, limit, most) => factsAt(tables.facts.touching(entities, scopes, limit, most, at)),
      inSlots: (slots, scopes) => factsAt(tables.facts.inSlots(slots, scopes, at)),
      inSlotRanges: (ranges) => factsAt(tables.facts.inSlotRanges(ranges, at)),
      // All of them: whoever is the best today need not have been there.
      rivalsOf(rows, scopes) {
        const known = new Set(rows.map(({ id }) => id))
        const contested = [...new Map(rows.filter((row) => row.contested).map((row) => [slotKey(row), row])).values()]
        return factsAt(tables.facts.inSlots(contested, scopes, at)).filter(({ id }) => !known.has(id))
      },
      membersOf: () => [],
      page: (page, entities, scopes) => factsAt(tables.facts.page(page, entities, scopes, at)),
    },
    graph: {
      ...tables.graph,
      find: (names) => countedAt(tables.graph.find(names), null),
      counted: (keys, scopes) => countedAt(tables.graph.counted(keys, scopes), scopes),
      strongest: (scopes, limit) =>
        countedAt(tables.graph.strongest(scopes, limit * FURTHER), scopes)
          .sort((a, b) => b.facts - a.facts || (a.key < b.key ? -1 : 1))
          .slice(0, limit),
    },
    memories: {
      ...tables.memories,
      byIds: (ids) => recordsOf(ids).filter((record) => heldAt(record, at)),
      evidenceOf: (targets) => {
        const again = tables.memories.evidenceOf(targets)
        const held = new Set(
          recordsOf(again.map(({ memory }) => memory)).flatMap((one) => (heldAt(one, at) ? one.id : [])),
        )
        return again.filter(({ memory }) => held.has(memory))
      },
    },
  }
}
