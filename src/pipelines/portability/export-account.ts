import type { AsSaid, RecordFilter } from '../../ports/memory-records.ts'
import { type ExportPlace, memoryOf, type PortableRow } from '../../ports/portable.ts'
import type { Ports } from '../../ports/ports.ts'

/** Rows in one look at the store. */
const PAGE = 50

export interface ExportRequest {
  readonly namespace: string
  readonly place: ExportPlace | null
  readonly vectors: boolean
  /** null: all. */
  readonly personas: readonly string[] | null
  /** Whether only these may be seen. */
  readonly asSaid: boolean
  /** Which memories; null: all that there is. */
  readonly filter: (RecordFilter & AsSaid) | null
}

export interface ExportPage {
  readonly rows: readonly PortableRow[]
  /** How many memories were looked at for them. */
  readonly looked: number
  /** Where it goes on; null at the end. */
  readonly next: ExportPlace | null
  readonly embedder: string | null
}

/** Page by page, so that whoever reads slowly makes nobody keep what he has not read. */
export async function* exportAccount(ports: Ports, request: ExportRequest): AsyncGenerator<ExportPage> {
  const { namespace, vectors, personas, asSaid, filter } = request
  let { place } = request
  do {
    const asked = { place, limit: PAGE, vectors, personas, asSaid, selfContained: filter !== null }
    const page = await ports.portable.exportPage(namespace, asked)
    const looked = page.rows.filter(({ type }) => type === 'memory').length
    yield { ...page, looked, rows: filter ? await passing(ports, namespace, page.rows, filter) : page.rows }
    place = page.next
  } while (place !== null)
}

/** Memories that pass, each with the vectors that follow it. */
async function passing(
  ports: Ports,
  namespace: string,
  rows: readonly PortableRow[],
  filter: RecordFilter & AsSaid,
): Promise<PortableRow[]> {
  const ids = rows.flatMap((row) => memoryOf(row) ?? [])
  if (ids.length === 0) return [...rows]
  const found = new Set((await ports.revisions.inScope(namespace, { filter, ids, limit: ids.length })).ids)
  let passes = true
  return rows.filter((row) => {
    const memory = memoryOf(row)
    if (memory !== null) passes = found.has(memory)
    return passes
  })
}
