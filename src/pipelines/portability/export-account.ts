import { BrainError } from '../../domain/errors.ts'
import type { ExportPlace, Portable, PortableRow } from '../../ports/portable.ts'
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
}

export const NOT_PORTABLE =
  'This deployment keeps its memories in services outside, which cannot be exported row by row yet.'

export function portableOf({ portable }: Pick<Ports, 'portable'>): Portable {
  if (!portable) throw new BrainError('conflict', NOT_PORTABLE)
  return portable
}

export interface ExportPage {
  readonly rows: readonly PortableRow[]
  /** Where it goes on; null at the end. */
  readonly next: ExportPlace | null
  readonly embedder: string | null
}

/** Page by page, so that whoever reads slowly makes nobody keep what he has not read. */
export async function* exportAccount(ports: Ports, request: ExportRequest): AsyncGenerator<ExportPage> {
  const { namespace, vectors, personas, asSaid } = request
  const portable = portableOf(ports)
  let { place } = request
  do {
    const page = await portable.exportPage(namespace, { place, limit: PAGE, vectors, personas, asSaid })
    yield page
    place = page.next
  } while (place !== null)
}
