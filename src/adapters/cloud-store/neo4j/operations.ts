import { abstract } from './abstractions.ts'
import { begin, finish, lifecycle, told } from './consolidation.ts'
import { exportPage } from './export-page.ts'
import { competing, factsAfter, neighbourhood } from './facts-around.ts'
import { passing, stated } from './filter.ts'
import { countFaded, prune, purge, touch } from './forget.ts'
import { gather } from './gather.ts'
import { inScope } from './in-scope.ts'
import { journal, journalAfter, watch } from './journal.ts'
import { duplicates, imported } from './known.ts'
import { clean, count, entities, page, settle, stale, unsettled } from './maintain.ts'
import { orient } from './orient.ts'
import { outcome } from './outcomes.ts'
import { chunks, putEmbedded, toEmbed } from './re-embed.ts'
import { findMemories, graph, listEntities, listFacts, listMemories, profile } from './record-reader.ts'
import { restoreRows } from './restore-rows.ts'
import { revise } from './revise.ts'
import { history, noteReset, receipts } from './revisions.ts'
import { strengths } from './strengths.ts'

/** Everything that is one transaction from its first query to its last, by its name in the port. */
export const READS = {
  duplicates,
  imported,
  orient,
  gather,
  stated,
  passing,
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
  chunks,
  listMemories,
  findMemories,
  listFacts,
  graph,
  listEntities,
  outcome,
  profile,
  strengths,
  journal,
  journalAfter,
  inScope,
  history,
  receipts,
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
  watch,
  revise,
  noteReset,
  exportPage,
  restoreRows,
} as const

export type ReadName = keyof typeof READS
export type WriteName = keyof typeof WRITES
