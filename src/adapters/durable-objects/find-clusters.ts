import { denseClusters } from '../../domain/lifecycle/cluster.ts'
import { type Chosen, CLUSTERING, type ClusterLimits, createClusterChoice } from '../../memory/cluster-choice.ts'
import { holding } from '../../memory/holding.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

export interface FoundCluster {
  readonly persona: number
  readonly facts: readonly FactRow[]
  /** The changed fact around which it was found. */
  readonly first: number
}

/** Dense clusters around the facts that came since `after`: only what changed is looked at, with its neighbourhood. */
export function findClusters(
  tables: VaultTables,
  after: number,
  persona: number | null,
  limits: ClusterLimits,
): Chosen<FoundCluster> {
  const choice = createClusterChoice<FoundCluster>(limits)
  let upTo = after
  for (let slice = 0; slice < CLUSTERING.maxSlices && !choice.isFull(); slice++) {
    const rows = tables.facts.after(upTo, CLUSTERING.slice)
    if (rows.length === 0) break
    const changed = rows.filter((row) => persona === null || row.persona === persona)
    for (const cluster of clustersAround(tables, changed)) {
      const ended = choice.take(cluster)
      if (ended) return ended
    }
    upTo = rows.at(-1)!.id
  }
  return choice.end(upTo)
}

const isPlain = (row: FactRow): boolean => row.abstraction === null && row.members === 0

/** In the order of the changed facts. */
function clustersAround(tables: VaultTables, changed: readonly FactRow[]): FoundCluster[] {
  const clusters: FoundCluster[] = []
  for (const [persona, rows] of Map.groupBy(changed.filter(isPlain), (row) => row.persona)) {
    const facts = neighbourhood(tables, persona, rows)
    const links = whatHolds(tables, persona, [...facts.values()]).map((row) => ({
      id: row.id,
      from: row.subject,
      to: row.leaf ? null : row.object,
    }))
    for (const ids of denseClusters(links)) {
      const first = rows.find(({ id }) => ids.includes(id))?.id
      if (first !== undefined) clusters.push({ persona, facts: ids.map((id) => facts.get(id)!), first })
    }
  }
  return clusters.sort((a, b) => a.first - b.first)
}

/** What is merged has to hold, against all that competes with it, near or not. */
function whatHolds(tables: VaultTables, persona: number, rows: readonly FactRow[]): FactRow[] {
  const slots = new Map(rows.map(({ subject, slot }) => [`${subject}\n${slot}`, { subject, slot }]))
  const competing = tables.facts.inSlots([...slots.values()], [persona])
  const holds = holding(
    competing.map((row) => ({ ...row, denies: row.denies === 1, trust: row.source, statedAt: row.stated_at })),
  )
  return rows.filter(({ id }) => holds.has(id))
}

function neighbourhood(tables: VaultTables, persona: number, rows: readonly FactRow[]): Map<number, FactRow> {
  const endsOf = (row: FactRow) => (row.leaf ? [row.subject] : [row.subject, row.object])
  const facts = new Map<number, FactRow>()
  const quiet = new Set<string>()
  let frontier = new Set(rows.flatMap(endsOf))
  for (let step = 0; step < CLUSTERING.reach && frontier.size > 0; step++) {
    const next = new Set<string>()
    for (const entity of tables.graph.withoutHubs([...frontier], CLUSTERING.hubFacts)) {
      quiet.add(entity)
      for (const row of tables.facts.touching([entity], [persona], CLUSTERING.factsPerEntity)) {
        if (facts.size >= CLUSTERING.maxFacts) break
        if (!isPlain(row)) continue
        facts.set(row.id, row)
        for (const end of endsOf(row)) if (!quiet.has(end) && !frontier.has(end)) next.add(end)
      }
    }
    frontier = next
  }
  // The last step's ends may be hubs too.
  for (const entity of tables.graph.withoutHubs([...frontier], CLUSTERING.hubFacts)) quiet.add(entity)
  for (const [id, row] of facts) if (!endsOf(row).every((end) => quiet.has(end))) facts.delete(id)
  return facts
}
