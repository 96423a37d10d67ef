import type { ClusterLook } from '../../memory/find-clusters.ts'
import { NEIGHBOURHOOD, neighbourhood } from '../../memory/neighbourhood.ts'
import type { StoredFact } from '../../memory/records.ts'
import { mayBegin, nothingOffered, type Offer, offerClusters } from '../../memory/run.ts'
import type { CompressionLimits, ConsolidationReport } from '../../ports/consolidation.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import { driveSync } from '../../runtime/drive-sync.ts'
import { correctAhead } from './forget.ts'
import { competingFacts, storedFacts } from './stored-rows.ts'
import type { VaultTables } from './vault-tables.ts'

export type ConsolidationRequest = Parameters<MemoryStore['consolidate']>[1]

type Decay = Pick<ConsolidationReport, 'reinforced' | 'decayed'>

const personaOf = (tables: VaultTables, { persona }: ConsolidationRequest) =>
  persona === null ? null : tables.personas.open(persona)

/** Decay needs no writing, since strength is a formula: it is counted, before what has faded goes. null: it may not begin. */
export function beginConsolidation(tables: VaultTables, request: ConsolidationRequest): Decay | null {
  const { now } = request
  const persona = personaOf(tables, request)
  const scope = persona?.id ?? null
  const whole = tables.meta.number('consolidated at')
  const run = tables.runs.current()
  if (!mayBegin(run, [whole, persona?.consolidated_at ?? null], request)) return null
  if (run !== null) tables.runs.end()

  const { accessed, idle, since } = tables.faded.accessed(whole ?? -1, now, scope)
  const relations = persona?.facts ?? tables.personas.totals().facts
  const decayed = relations - since - idle
  return { reinforced: accessed, decayed }
}

/** Once everything that had faded is gone: clusters are offered. Until then a consolidation does not count as one. */
export function endConsolidation(
  tables: VaultTables,
  request: ConsolidationRequest,
  counted: Decay & { readonly pruned: number },
): ConsolidationReport {
  const { now } = request
  const persona = personaOf(tables, request)
  if (persona) tables.personas.consolidated(persona, now)
  else tables.meta.set('consolidated at', now)

  const offered = request.compress ? offer(tables, request, request.compress) : nothingOffered(now)
  if (offered.watermark !== null) tables.horizon.advance(offered.watermark)
  const id = offered.run && tables.runs.nextId()
  if (offered.run && id !== null) tables.runs.begin({ ...offered.run, id })
  correctAhead(tables, request)
  const horizon = tables.horizon.read(now, offered.nextTry)
  if (request.scheduled) tables.horizon.told(horizon, true)
  return { skipped: false, ...counted, run: id, clusters: offered.clusters, horizon }
}

export const skippedConsolidation = (tables: VaultTables, now: number): ConsolidationReport => ({
  ...{ skipped: true, reinforced: 0, decayed: 0, pruned: 0, run: null, clusters: [] },
  horizon: tables.horizon.read(now),
})

function offer(
  tables: VaultTables,
  { now, persona, scheduled }: ConsolidationRequest,
  compress: CompressionLimits,
): Offer {
  const rule = offerClusters({
    ...{ now, persona, scheduled, compress },
    embedder: tables.meta.text('embedder'),
    watermark: tables.horizon.watermark(),
    lastFact: tables.ids.last('facts'),
    tokens: tables.runs.tokens(),
  })
  return driveSync(rule, (look) => lookForClusters(tables, look))
}

function lookForClusters(tables: VaultTables, look: ClusterLook): StoredFact[] {
  if ('after' in look) return storedFacts(tables, tables.facts.after(look.after, look.limit))
  if ('competing' in look) return competingFacts(tables, look)
  const scopes = [tables.personas.open(look.persona).id]
  return driveSync(neighbourhood(look.around), ({ entities, facts }) => {
    const quiet = tables.graph.withoutHubs(entities, NEIGHBOURHOOD.hubFacts)
    const rows = facts ? tables.facts.touching(quiet, scopes, NEIGHBOURHOOD.factsPerEntity) : []
    return { quiet, facts: storedFacts(tables, rows) }
  })
}
