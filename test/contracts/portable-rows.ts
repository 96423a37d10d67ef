import { toLine } from '../../src/http/portable-lines.ts'
import type { Portable, PortableRow } from '../../src/ports/portable.ts'
import { NOON } from '../adapters/durable-objects/revisions/told.ts'
import { EMBEDDER } from './memories.ts'

type Request = Parameters<Portable['exportPage']>[1]

/** Everything that a namespace exports, page by page. */
export async function rowsOf(
  store: Portable,
  namespace: string,
  { vectors = true, limit = 7, personas = null }: Partial<Pick<Request, 'vectors' | 'limit' | 'personas'>> = {},
): Promise<PortableRow[]> {
  const rows: PortableRow[] = []
  let place: Request['place'] = null
  do {
    const request: Request = { place, limit, vectors, personas, asSaid: false }
    const page = await store.exportPage(namespace, request)
    rows.push(...page.rows)
    place = page.next
  } while (place !== null)
  return rows
}

/** The same as the lines of its file, byte for byte but for the header. */
export const linesOf = async (...asked: Parameters<typeof rowsOf>): Promise<string[]> =>
  (await rowsOf(...asked)).map(toLine)

/** Restores rows in parts, one of which comes twice; the answers. */
export async function restore(store: Portable, namespace: string, rows: readonly PortableRow[], size = 5) {
  const answers: Awaited<ReturnType<Portable['restoreRows']>>[] = []
  for (let from = 0; from < rows.length; from += size) {
    const request = { now: NOON, embedder: EMBEDDER, rows: rows.slice(from, from + size) }
    answers.push(await store.restoreRows(namespace, request))
    if (from === size) await store.restoreRows(namespace, request)
  }
  return answers
}
