import * as z from 'zod/mini'
import { personasAskedFor } from '../../domain/account/persona.ts'
import { toHex } from '../../domain/base62.ts'
import { BrainError } from '../../domain/errors.ts'
import { type ExportPage, type ExportRequest, exportAccount } from '../../pipelines/portability/export-account.ts'
import type { RecordFilter } from '../../ports/memory-records.ts'
import type { Ports } from '../../ports/ports.ts'
import { defineRoute } from '../define-route.ts'
import { about, flagParam, persona } from '../fields.ts'
import { type Checkpoint, FORMAT, FORMAT_VERSION, fromCheckpoint, toCheckpoint, toLine } from '../portable-lines.ts'
import { recordFilterParams, toRecordFilter } from '../record-filter.ts'

/** So many memories are looked at, and so much is written, between two places where an export can go on. */
const CHECKPOINT_MEMORIES = 200
const CHECKPOINT_CHARACTERS = 1_000_000

export const exportParams = {
  vectors: about(z.optional(flagParam()), 'With the vectors, which are made anew at the import otherwise.'),
  cursor: about(
    z.optional(z.string().check(z.minLength(1), z.maxLength(8_000))),
    'Goes on after a line of type `checkpoint`, whose cursor this is.',
  ),
}

const { state: _, q: __, ...filterParams } = recordFilterParams

export const exportAnswer = z.custom<ReadableStream>().register(z.globalRegistry, { type: 'string' } as never)

export const exportRoute = defineRoute({
  method: 'get',
  path: '/brain/export',
  id: 'export',
  scope: 'read',
  summary: 'Export everything that is remembered',
  description:
    'A line of JSON for each row: a header, personas, sessions, entities, memories with all that they brought, and a last line with counts and a hash. Nothing that was created after its beginning is in it. `POST /brain/import` restores it. With a filter other than `persona`, the memories that pass, each with all that it tells, and `metadata.KEY=VALUE` for a field of their metadata.',
  query: z.looseObject({
    ...exportParams,
    ...filterParams,
    persona: about(z.optional(persona()), 'Only of this persona.'),
  }),
  response: exportAnswer,
  contentType: 'application/x-ndjson',
  handle({ ports, account, bound, now, query }) {
    const personas = personasAskedFor(query.persona ?? null, bound)
    const asked = { ...toRecordFilter({ ...query, persona: undefined }, bound), personas, asSaid: bound !== null }
    return streamExport(ports, query, {
      ...{ namespace: account, now, personas, asSaid: bound !== null },
      filter: isChoice(asked) ? asked : null,
    })
  },
})

const isChoice = ({ sessionId, source, entity, since, until, metadata }: RecordFilter): boolean =>
  metadata.length > 0 || [sessionId, source, entity, since, until].some((field) => field !== null)

type ExportQuery = z.output<z.ZodMiniObject<typeof exportParams>>

/** An export as it is read, from its beginning or from a checkpoint. What cannot be read at all is told before anything is answered. */
export async function streamExport(
  ports: Ports,
  { vectors = false, cursor }: ExportQuery,
  { now, ...request }: Omit<ExportRequest, 'place' | 'vectors'> & { readonly now: number },
): Promise<ReadableStream<Uint8Array>> {
  const from = cursor === undefined ? null : fromCheckpoint(cursor)
  if (cursor !== undefined && !from) throw new BrainError('invalid-request', 'cursor: is none of an export')
  const pages = exportAccount(ports, { ...request, place: from?.place ?? null, vectors })
  const lines = linesOf(pages, from, { exported_at: now / 1000, vectors })
  return streamOf(lines, await lines.next())
}

const utf8 = new TextEncoder()

/** Each line is hashed together with the hash of all before it, so that an export can go on with it. */
const chained = async (hash: string, line: string): Promise<string> =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8.encode(`${hash}\n${line}`))))

async function* linesOf(
  pages: AsyncGenerator<ExportPage>,
  from: Checkpoint | null,
  header: { readonly exported_at: number; readonly vectors: boolean },
): AsyncGenerator<string> {
  const counts: Record<string, number> = { ...from?.counts }
  let hash = from?.hash ?? ''
  let isFirst = from === null
  let unmarked = 0
  let unmarkedLength = 0
  for await (const { rows, looked, next, embedder } of pages) {
    if (isFirst) yield JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, ...header, embedder })
    isFirst = false
    for (const row of rows) {
      const line = toLine(row)
      hash = await chained(hash, line)
      counts[row.type] = (counts[row.type] ?? 0) + 1
      unmarkedLength += line.length
      yield line
    }
    unmarked += looked
    const isDue = unmarked >= CHECKPOINT_MEMORIES || unmarkedLength >= CHECKPOINT_CHARACTERS
    if (isDue && next?.type === 'memory') {
      unmarked = 0
      unmarkedLength = 0
      const progress = Math.round((Number(next.after) / next.until.memories) * 1000) / 1000
      yield JSON.stringify({ type: 'checkpoint', cursor: toCheckpoint({ place: next, counts, hash }), progress })
    }
  }
  yield JSON.stringify({ type: 'end', counts, hash })
}

/** Pulled by whoever reads: one page is in memory at a time. */
function streamOf(lines: AsyncGenerator<string>, first: IteratorResult<string>): ReadableStream<Uint8Array> {
  let line = first
  return new ReadableStream({
    async pull(controller) {
      let part = ''
      for (; part.length < 64 * 1024; line = await lines.next()) {
        if (line.done) {
          if (part !== '') controller.enqueue(utf8.encode(part))
          controller.close()
          return
        }
        part += `${line.value}\n`
      }
      controller.enqueue(utf8.encode(part))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
}
