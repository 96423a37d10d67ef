import { factsIn } from '../../../domain/memory-id.ts'
import { collectFacts, onlyPassing } from '../../../memory/collect-facts.ts'
import { type Reached, TRAVERSAL } from '../../../memory/traverse.ts'
import type { RecallPlan } from '../../../ports/recollection.ts'
import { driveSync } from '../../../runtime/drive-sync.ts'
import type { ChunkRow } from '../tables/chunks.ts'
import type { FactRow } from '../tables/facts.ts'
import type { VaultTables } from '../vault-tables.ts'
import { isInSight } from './around.ts'
import type { Passing } from './passing.ts'

export interface FactSearch {
  /** The personas that the caller may see; null: all. */
  readonly scopes: readonly number[] | null
  readonly chunks: ReadonlyMap<number, ChunkRow>
  /** Those of the chunks that nobody searched for. */
  readonly hotOnly: ReadonlySet<number>
  /** The facts that the nearest vectors stand for, nearest first. */
  readonly near: readonly number[]
  readonly passing: Passing | null
}

/** Every fact that the recall has to do with. */
export function findFacts(
  tables: VaultTables,
  plan: RecallPlan,
  { scopes, chunks, hotOnly, near, passing }: FactSearch,
): Reached<FactRow>[] {
  const visible = isInSight(scopes && new Set(scopes))
  const load = (ids: Iterable<number>) => tables.facts.recent([...new Set(ids)]).filter(visible)
  const statedBy = (hot: boolean) =>
    [...chunks.values()].flatMap(({ id, facts }) => (hotOnly.has(id) === hot ? facts : []))
  const named = plan.semantic ? tables.graph.find(plan.names) : []
  const telling = named.filter(({ facts }) => facts <= TRAVERSAL.tellingFacts).map(({ key }) => key)
  const touching = (entities: readonly string[], most?: number, beside?: readonly number[]) =>
    tables.facts.touching(entities, scopes, TRAVERSAL.factsPerEntity, most, null, beside)
  // First, so that one statement reads the rows of both.
  const searched = [...near, ...statedBy(false)]
  const about = touching(telling, undefined, searched)
  const rule = collectFacts<FactRow>({
    found: load(searched),
    about,
    hot: load([...factsIn(plan.hot), ...statedBy(true)]),
    walk:
      plan.semantic && plan.hops > 1
        ? {
            ...{ near, hops: plan.hops, everySeed: plan.everySeed },
            named: named.map(({ key }) => key),
            touched: new Set(telling),
          }
        : null,
  })
  const facts = driveSync(rule, (look) =>
    'ids' in look
      ? tables.facts.recent(look.ids)
      : touching(tables.graph.withoutHubs(look.touching, TRAVERSAL.hubFacts), TRAVERSAL.factsPerHop),
  )
  return passing ? onlyPassing([...facts.values()], passing.facts) : [...facts.values()]
}
