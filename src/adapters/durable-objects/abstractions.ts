import type { AbstractionReport, AbstractionRequest, NewAbstraction } from '../../ports/memory-store.ts'
import { foldAccesses, removeAbstraction } from './forget.ts'
import { storeVectors } from './store-vectors.ts'
import type { FactRow } from './tables/facts.ts'
import type { Run } from './tables/run.ts'
import type { VaultTables } from './vault-tables.ts'

/** Ends a run: what is still as it was offered is merged, the rest is left to the next. */
export function abstract(tables: VaultTables, request: AbstractionRequest): AbstractionReport {
  const run = tables.runs.current()
  const nextTry = tables.horizon.nextTry(request.now, false)
  if (run?.id !== request.run) return { created: 0, merged: 0, horizon: tables.horizon.read(request.now, nextTry) }
  foldAccesses(tables)
  tables.runs.end()
  if (request.tokens > 0) tables.runs.spend(request.now, request.tokens)
  const unfinished = new Set(request.unfinished)
  let created = 0
  let merged = 0
  for (const abstraction of request.abstractions) {
    const members = stillThere(tables, run, abstraction)
    if (!members) {
      unfinished.add(abstraction.cluster)
      continue
    }
    create(tables, abstraction, members, request.now)
    created++
    merged += members.length
  }
  const firsts = [...unfinished].flatMap((number) => run.clusters[number]?.first ?? [])
  if (run.whole) tables.horizon.advance(Math.min(run.upTo, ...firsts.map((first) => first - 1)))
  const horizon = tables.horizon.read(request.now, nextTry)
  if (run.scheduled) tables.horizon.told(horizon, true)
  return { created, merged, horizon }
}

/** The members, or null where the cluster is no longer what the summary was made of. */
function stillThere(tables: VaultTables, run: Run, { cluster, members }: NewAbstraction): FactRow[] | null {
  const offered = run.clusters[cluster]
  const wanted = new Set(members)
  if (!offered || wanted.size < 2 || ![...wanted].every((id) => offered.facts.includes(id))) return null
  const rows = tables.facts.byIds([...wanted]).filter((row) => row.abstraction === null)
  if (rows.length < wanted.size) return null
  // Said since then: what competes with a member, again or for the first time, may have changed what holds.
  const competing = tables.facts.inSlots(
    rows.map(({ subject, slot }) => ({ subject, slot })),
    [offered.persona],
  )
  const changed = competing.some((row) => row.id > run.lastFact || row.stated_at > run.startedAt)
  return changed ? null : rows
}

/**
 * The abstraction is as sure as its surest member and as fresh as its freshest: nothing is forgotten sooner for having been merged, and
 * merging is no access. It stands at the entity that most members touch, and is found through all of them.
 */
function create(tables: VaultTables, abstraction: NewAbstraction, members: readonly FactRow[], now: number): void {
  const surest = members.reduce((best, row) => (row.level > best.level ? row : best))
  const latest = (field: 'stated_at' | 'last_access') => Math.max(...members.map((row) => row[field]))
  const id = tables.ids.next('facts')
  const vector = tables.ids.next('vectors')
  const subject = busiest(members)
  tables.facts.insert({
    id,
    persona: surest.persona,
    subject,
    predicate: 'abstraction',
    relation: 'in summary',
    object: subject,
    leaf: 1,
    text: abstraction.text,
    negated: 0,
    aspect: 'is',
    slot: `abstraction ${id}`,
    value: '',
    denies: 0,
    source: surest.source,
    level: surest.level,
    created_at: now,
    stated_at: latest('stated_at'),
    last_access: latest('last_access'),
    access_count: 0,
    chunk: 0,
    vector,
    metadata: null,
    abstraction: null,
    members: members.length,
    contested: 0,
    memory: 0,
  })
  const { persona } = surest
  storeVectors(tables, [{ id: vector, chunk: 0, persona, facts: [id], vector: abstraction.vector }])
  tables.facts.archive(
    members.map((row) => row.id),
    id,
  )
}

function busiest(members: readonly FactRow[]): string {
  const touched = new Map<string, number>()
  for (const row of members)
    for (const end of row.leaf ? [row.subject] : [row.subject, row.object])
      touched.set(end, (touched.get(end) ?? 0) + 1)
  return [...touched].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}

/** Removes an abstraction alone: what was merged into it stands for itself again. */
export function dissolve(tables: VaultTables, id: number): boolean {
  const [row] = tables.facts.byIds([id])
  if (!row || row.members === 0) return false
  foldAccesses(tables)
  const [folded] = tables.facts.byIds([id])
  tables.ids.keep()
  tables.facts.restore(id, folded!.last_access)
  removeAbstraction(tables, row)
  return true
}
