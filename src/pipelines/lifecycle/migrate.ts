import { BrainError } from '../../domain/errors.ts'
import type { Authored } from '../../ports/journal.ts'
import type { Counts } from '../../ports/memory-store.ts'
import type { ExportPlace, PortableRow } from '../../ports/portable.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { restoreExport } from '../portability/restore-export.ts'

/** Rows read and written at a time: a call takes a second or so, and the next one goes on where it ended. */
const PAGE = 100
/** What nobody brought is rare: pages of many numbers may have none of it, and a call has to end. */
const MOST_PAGES = 20

export interface Migrated {
  /** Memories. */
  readonly migrated: number
  readonly next: ExportPlace | null
  /** Of both sides, once everything was migrated. */
  readonly counts: { readonly from: Counts; readonly to: Counts } | null
}

interface MigrateRequest extends Authored {
  readonly namespace: string
  readonly place: ExportPlace | null
  readonly now: number
}

/**
 * Exports some rows of a namespace from the embedded store and restores them in the one that is configured now. What another embedder made is
 * embedded anew. Nothing is deleted, and what was migrated before changes nothing.
 */
export async function migratePage(ports: Ports, trace: Trace, request: MigrateRequest): Promise<Migrated> {
  const { transfer } = ports
  const { namespace, now, by } = request
  if (!transfer)
    throw new BrainError('conflict', 'There is nothing to move to: MEMORY_STORE is embedded. Set it to cloud first.')
  const rows: PortableRow[] = []
  let { place } = request
  let embedder: string | null
  let pages = 0
  do {
    const page = { place, limit: PAGE, vectors: true, personas: null, asSaid: false }
    const { rows: found, ...rest } = await transfer.from.exportPage(namespace, page)
    rows.push(...found)
    place = rest.next
    embedder = rest.embedder
    pages++
  } while (place !== null && rows.length < PAGE && pages < MOST_PAGES)
  const given = { namespace, now, by, embedder, rows, bound: null, dryRun: false }
  const { withMissingReferences } = await restoreExport(ports, trace, given)
  const first = withMissingReferences[0]
  if (first !== undefined)
    throw new BrainError('conflict', `Memory ${first} tells what was not migrated; migrate from the beginning.`)
  const migrated = rows.filter(({ type }) => type === 'memory').length
  return { migrated, next: place, counts: place === null ? await countBoth(ports, namespace) : null }
}

async function countBoth(ports: Ports, namespace: string) {
  const [from, to] = await Promise.all([
    ports.transfer!.from.count(namespace, 'shared'),
    ports.memory.count(namespace, 'shared'),
  ])
  return { from: from.namespace, to: to.namespace }
}
