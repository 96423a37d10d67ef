import { denseClusters } from '../../domain/cluster.ts'
import { holding } from '../../domain/holding.ts'
import type { FactRow } from './tables/facts.ts'
import type { VaultTables } from './vault-tables.ts'

/** Changed facts are looked at this many at a time, and no more than some slices a call: the vault serves others meanwhile. */
const SLICE = 200
const MAX_SLICES = 5
/** An entity in more facts than this joins everything with everything, and says nothing of what belongs together. */
const HUB_FACTS = 64
const FACTS_PER_ENTITY = 32
const MAX_FACTS = 1000
const REACH = 2

/** Roughly four characters a token, and what is said around the facts; a call is charged with what it really took. */
const CHARS_PER_TOKEN = 4
const TOKENS_AROUND = 600

export interface FoundCluster {
  readonly persona: number
  readonly facts: readonly FactRow[]
  /** The changed fact around which it was found. */
  readonly first: number
}

export interface Found {
  readonly clusters: readonly FoundCluster[]
  /** Everything that changed up to this fact has been looked at. */
  readonly upTo: number
  /** The day's tokens are spent, and there is more. */
  readonly spent: boolean
}

/** Dense clusters around the facts that came since `after`: only what changed is looked at, with its neighbourhood. */
export function findClusters(
  tables: VaultTables,
  after: number,
  persona: number | null,
  limits: { readonly maxClusters: number; readonly tokens: number },
): Found {
  const found: FoundCluster[] = []
  let upTo = after
  let tokens = 0
  for (let slice = 0; slice < MAX_SLICES && found.length < limits.maxClusters; slice++) {
    const rows = tables.facts.after(upTo, SLICE)
    if (rows.length === 0) break
    for (const cluster of clustersAround(
      tables,
      rows.filter((row) => persona === null || row.persona === persona),
    )) {
      if (overlaps(found, cluster)) continue
      const cost = TOKENS_AROUND + cluster.facts.reduce((sum, { text }) => sum + text.length, 0) / CHARS_PER_TOKEN
      const spent = tokens + cost > limits.tokens
      if (spent || found.length === limits.maxClusters) return { clusters: found, upTo: cluster.first - 1, spent }
      tokens += cost
      found.push(cluster)
    }
    upTo = rows.at(-1)!.id
  }
  return { clusters: found, upTo, spent: false }
}

const overlaps = (found: readonly FoundCluster[], cluster: FoundCluster): boolean => {
  const ids = new Set(cluster.facts.map(({ id }) => id))
  return found.some(({ facts }) => facts.some(({ id }) => ids.has(id)))
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
  for (let step = 0; step < REACH && frontier.size > 0; step++) {
    const next = new Set<string>()
    for (const entity of tables.graph.withoutHubs([...frontier], HUB_FACTS)) {
      quiet.add(entity)
      for (const row of tables.facts.touching([entity], [persona], FACTS_PER_ENTITY)) {
        if (facts.size >= MAX_FACTS) break
        if (!isPlain(row)) continue
        facts.set(row.id, row)
        for (const end of endsOf(row)) if (!quiet.has(end) && !frontier.has(end)) next.add(end)
      }
    }
    frontier = next
  }
  // The last step's ends may be hubs too.
  for (const entity of tables.graph.withoutHubs([...frontier], HUB_FACTS)) quiet.add(entity)
  for (const [id, row] of facts) if (!endsOf(row).every((end) => quiet.has(end))) facts.delete(id)
  return facts
}
