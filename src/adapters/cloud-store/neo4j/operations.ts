import { abstract } from './abstractions.ts'
import type { Transaction } from './connection.ts'
import { begin, finish, lifecycle, told } from './consolidation.ts'
import { competing, factsAfter, neighbourhood } from './facts-around.ts'
import { countFaded, prune, purge, touch } from './forget.ts'
import { gather } from './gather.ts'
import { duplicates } from './known.ts'
import { clean, count, entities, page, settle, stale, unsettled } from './maintain.ts'
import { orient } from './orient.ts'
import { chunksByIds, putEmbedded, toEmbed } from './re-embed.ts'

/** Everything that is one transaction from its first query to its last, by name. */
export const READS = {
  duplicates,
  orient,
  gather,
  countFaded,
  stale,
  lifecycle,
  factsAfter,
  neighbourhood,
  competing,
  count,
  unsettled,
  entities,
  page,
  toEmbed,
  chunks: chunksByIds,
} as const

export const WRITES = {
  settle,
  touch,
  prune,
  purge,
  clean,
  begin,
  finish,
  told,
  abstract,
  putEmbedded,
} as const

type Operations = typeof READS & typeof WRITES

export type OperationName = keyof Operations
export type Given<K extends OperationName> =
  Parameters<Operations[K]> extends [Transaction, string, ...infer Rest] ? Rest : never
export type Returned<K extends OperationName> = Awaited<ReturnType<Operations[K]>>
