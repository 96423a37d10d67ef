import { CANDIDATES } from '../../../memory/candidates.ts'
import { besides, type Links } from '../../../memory/surroundings.ts'
import type { AroundRow, ChunkRow } from '../tables/chunks.ts'
import type { VaultTables } from '../vault-tables.ts'
import type { Passing } from './passing.ts'

/** The personas that the caller may see; null: all. */
export type InSight = ReadonlySet<number> | null

export const isInSight =
  (inSight: InSight) =>
  ({ persona }: { readonly persona: number }): boolean =>
    !inSight || inSight.has(persona)

export const loadChunks = (tables: VaultTables, ids: readonly number[], inSight: InSight): Map<number, ChunkRow> =>
  byId(tables.chunks.recent(ids).filter(isInSight(inSight)))

const byId = <Row extends { readonly id: number }>(rows: readonly Row[]): Map<number, Row> =>
  new Map(rows.map((row) => [row.id, row]))

interface Around {
  readonly rows: ReadonlyMap<number, AroundRow>
  readonly links: ReadonlyMap<number, Links>
}

export const NOTHING_AROUND: Around = { rows: new Map(), links: new Map() }

/** What was said around every candidate. Around the best ones it becomes a candidate itself, and is added to `rows`. */
export function loadAround(
  tables: VaultTables,
  rows: Map<number, ChunkRow>,
  best: readonly number[],
  inSight: InSight,
  passing: Passing | null,
): Around {
  const spoken = besides(tables.chunks.around(best, CANDIDATES.reach).values(), rows)
  const aroundBest = passing ? passing.chunks(spoken) : spoken
  for (const [id, row] of loadChunks(tables, aroundBest, inSight)) rows.set(id, row)
  const links = tables.chunks.around([...rows.keys()], CANDIDATES.reach)
  const beside = tables.chunks.recentTexts(besides(links.values(), rows)).filter(isInSight(inSight))
  return { rows: byId(beside), links }
}
