import type { EntityKind } from '../domain/statement/fact.ts'
import type { Authored } from './journal.ts'
import type { Once } from './memory-store.ts'

export interface EntityEntry {
  readonly name: string
  readonly kind: EntityKind
  /** Other names that were taken for it and why; `apart`: somebody said that this one is not. */
  readonly aliases: readonly { readonly name: string; readonly reason: string; readonly apart: boolean }[]
}

/**
 * The names that a namespace knows: every merge of two names can be looked up, and undone for good. Every implementation promises:
 * - `list` gives each entity once, in the order of their keys, those after `after`. With `within`, only those that stand in facts of these
 *   personas, under the names that these facts say.
 * - `unmerge` moves the facts that were stated under the alias; the alias never means the entity again. null: there was no such merge.
 */
export interface EntityRegister {
  list(
    namespace: string,
    page: { readonly after: string; readonly limit: number; readonly within?: readonly string[] | null },
  ): Promise<EntityEntry[]>
  unmerge(
    namespace: string,
    merge: Authored & Once & { readonly now?: number; readonly entity: string; readonly alias: string },
  ): Promise<number | null>
}
