import type { ConsolidationReport, Faded } from '../../ports/memory-store.ts'
import type { ChunkRow } from './tables/chunks.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

/** Writes pending accesses into the memories: whatever looks at strengths does it first. */
export function foldAccesses(tables: VaultTables): void {
  for (const [id, { last, times }] of tables.accesses.take()) {
    const table = id.startsWith('c') ? tables.chunks : tables.facts
    table.access(Number(id.slice(1)), last, times)
  }
}

/** undefined: a persona that does not exist, in which nothing can have faded. */
const scopeOf = (tables: VaultTables, persona: string | null): number | null | undefined =>
  persona === null ? null : tables.personas.find(persona)?.id

export function countFaded(tables: VaultTables, faded: Faded): number {
  const scope = scopeOf(tables, faded.persona)
  if (scope === undefined) return 0
  foldAccesses(tables)
  return tables.faded.count('chunks', faded, scope) + tables.faded.count('facts', faded, scope)
}

/** Deletes exactly what `countFaded` counts, with everything that belongs to it. */
export function prune(tables: VaultTables, faded: Faded): number {
  const scope = scopeOf(tables, faded.persona)
  if (scope === undefined) return 0
  foldAccesses(tables)
  const chunks = tables.faded.ids('chunks', faded, scope)
  const facts = tables.faded.ids('facts', faded, scope)
  if (chunks.length + facts.length === 0) return 0
  tables.ids.keep()
  for (const row of tables.facts.byIds(facts)) removeFact(tables, row)
  for (const row of tables.chunks.byIds(chunks)) removeChunk(tables, row)
  return chunks.length + facts.length
}

function removeFact(tables: VaultTables, row: FactRow): void {
  tables.facts.remove(row.id)
  tables.personas.add(tables.personas.get(row.persona), { facts: -1 })
  tables.graph.use(tables.personas.get(row.persona), [row.subject, row.object], -1)
  if (tables.chunks.byIds([row.chunk]).length === 0) removeUnusedVectors(tables, [row.vector])
}

function removeChunk(tables: VaultTables, row: ChunkRow): void {
  tables.chunks.remove(row.id)
  tables.personas.add(tables.personas.get(row.persona), { chunks: -1, words: -row.words })
  removeUnusedVectors(tables, JSON.parse(row.vectors) as number[])
}

/** A vector goes when neither its chunk nor a fact that it stands for is left. */
function removeUnusedVectors(tables: VaultTables, ids: readonly number[]): void {
  for (const { id, facts } of tables.vectors.byIds(ids)) {
    if (tables.facts.byIds(facts).some((fact) => fact.vector === id)) continue
    tables.vectors.remove(id)
    tables.index.remove(id)
  }
}

interface ConsolidationRequest extends Faded {
  readonly force: boolean
  readonly minIntervalMs: number
}

const SKIPPED: ConsolidationReport = { skipped: true, reinforced: 0, decayed: 0, pruned: 0 }

/** Decay needs no writing, since strength is a formula: it is counted, then what has faded goes. */
export function consolidate(tables: VaultTables, request: ConsolidationRequest): ConsolidationReport {
  const scope = scopeOf(tables, request.persona)
  if (scope === undefined) return { ...SKIPPED, skipped: false }
  const whole = tables.meta.number('consolidated at')
  const persona = scope === null ? null : tables.personas.get(scope)
  const previous = Math.max(whole ?? -1, persona?.consolidated_at ?? -1)
  if (!request.force && previous >= 0 && request.now - previous < request.minIntervalMs) return SKIPPED

  foldAccesses(tables)
  const reinforced = tables.faded.accessedBetween(previous, Number.POSITIVE_INFINITY, scope)
  const decayed = tables.faded.idleAt(request.now, scope) - tables.faded.accessedBetween(previous, request.now, scope)
  const pruned = prune(tables, request)
  if (persona) tables.personas.consolidated(persona, request.now)
  else tables.meta.set('consolidated at', request.now)
  return { skipped: false, reinforced, decayed, pruned }
}
