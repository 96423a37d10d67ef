import type { PackedVector } from '../../domain/ranking/vector.ts'
import { withoutLabel } from '../../domain/statement/speaker.ts'
import type { ToEmbed } from '../../ports/re-embeddable.ts'
import type { StoredVector } from './tables/vectors.ts'
import type { VaultTables } from './vault-tables.ts'

const NEXT = 'next embedder'
const PAGE = 1000

/** What lacks a vector of the embedder to come. Another embedder than last time begins anew. */
export function toEmbed(tables: VaultTables, embedder: string, limit: number): { wanted: ToEmbed[]; left: number } {
  if (tables.meta.text('embedder') === embedder) return { wanted: [], left: 0 }
  if (tables.meta.text(NEXT) !== embedder || !tables.nextVectors.exists()) {
    tables.nextVectors.begin()
    tables.meta.set(NEXT, embedder)
  }
  const wanted = tables.nextVectors.missing(limit).map((row) => ({ id: String(row.id), texts: [textOf(tables, row)] }))
  return { wanted, left: tables.nextVectors.countMissing() }
}

/** The chunk's own text; a sentence of its own is not kept, and the fact that it states stands for it. */
function textOf(tables: VaultTables, { id, chunk, facts }: StoredVector): string {
  const [row] = tables.chunks.byIds([chunk])
  if (row && row.vectors[0] === id) return row.start === 0 ? withoutLabel(row.text, row.speaker) : row.text
  return tables.facts.byIds(facts).find((fact) => fact.vector === id)?.text ?? row?.text ?? ''
}

export function putEmbedded(
  tables: VaultTables,
  embedder: string,
  vectors: readonly { id: string; vectors: readonly PackedVector[] }[],
): void {
  if (tables.meta.text(NEXT) !== embedder || !tables.nextVectors.exists()) return
  const rows = tables.vectors.standingFor(vectors.map(({ id }) => Number(id)))
  const chunks = tables.chunks.byIds([...new Set(rows.map(({ chunk }) => chunk))])
  const own = new Set(chunks.map((row) => row.vectors[0]))
  for (const { id, vectors: made } of vectors) {
    const { tokens, ...vector } = made[0]!
    tables.nextVectors.put(Number(id), tokens && own.has(Number(id)) ? { ...vector, tokens } : vector)
  }
}

/** Changes over to the embedder, where everything has its vectors. */
export function changeOver(tables: VaultTables, embedder: string): boolean {
  if (tables.meta.text(NEXT) !== embedder || !tables.nextVectors.exists()) return false
  if (tables.nextVectors.countMissing() > 0) return false
  tables.nextVectors.takeOver()
  // What is out of retrieval is kept with vectors of the old one.
  tables.revisions.unparkAll()
  tables.index.forget()
  tables.vectors.forget()
  for (let after = 0; ; ) {
    const rows = tables.vectors.after(after, PAGE)
    for (const row of rows) tables.index.add(row.id, row.persona, row.vector)
    if (rows.length < PAGE) break
    after = rows.at(-1)!.id
  }
  tables.meta.set('embedder', embedder)
  tables.meta.set(NEXT, '')
  return true
}
