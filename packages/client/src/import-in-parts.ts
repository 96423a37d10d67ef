import type { LinesBody } from './lines.ts'
import type { ImportQuery, ImportResponse, MemoryCalls } from './operations.ts'
import type { CallOptions } from './options.ts'

/** A file of lines, however large: text, bytes, what arrives in pieces of either (with their line breaks), or value by value. */
export type LinesSource = LinesBody | ReadableStream<string | Uint8Array>

export interface ImportInPartsOptions extends CallOptions {
  /** Hears after each part what came of all so far. */
  readonly onPart?: (soFar: ImportResponse) => void
}

/** A part takes a second or so; the service takes at most 2 MB at once. */
const PART_LINES = 200
const PART_BYTES = 1_000_000
const MOST_BYTES = 2_000_000
const MOST_PROBLEMS = 100
const FORMATS = ['edge-brain', 'items', 'mcp-memory'] as const

/**
 * Imports a file of lines in parts: an export of ours, `items` (a text a line, with the fields of ingest) or `mcp-memory`. A part that was
 * imported before changes nothing, so that whatever broke off can be begun again. One part is in memory at a time.
 */
export async function importInParts(
  brain: Pick<MemoryCalls, 'import'>,
  file: LinesSource,
  query: ImportQuery = {},
  { onPart, idempotencyKey, ...options }: ImportInPartsOptions = {},
): Promise<ImportResponse> {
  if (query.format !== undefined && !FORMATS.some((known) => known === query.format))
    throw new TypeError(`A file of ${query.format} is not made of lines: send it whole, at most 2 MB of it.`)
  const size = new TextEncoder()
  let format = query.format
  let header: string[] = []
  let sum: ImportResponse | null = null
  let parts = 0
  let lines: string[] = []
  let numbers: number[] = []
  let bytes = 0
  let number = 0
  let isFirst = true
  const tooLong: { at: string; detail: string }[] = []

  async function flush(isLast: boolean): Promise<void> {
    if (lines.length === 0 && (!isLast || sum !== null)) return
    if (lines.length === 0 && tooLong.length > 0)
      throw new RangeError(`${tooLong[0]!.at} ${tooLong[0]!.detail}, and nothing else is in the file.`)
    const key = idempotencyKey === undefined ? {} : { idempotencyKey: `${idempotencyKey}-${parts}` }
    parts++
    const body = [...header, ...lines].join('\n')
    const report = await brain.import(body, format === undefined ? query : { ...query, format }, { ...options, ...key })
    // What the first part was taken for, the others are too.
    format ??= FORMATS.find((known) => known === report.format)
    sum = added(sum, { ...report, problems: report.problems.map(toFile) })
    lines = []
    numbers = []
    bytes = 0
    onPart?.(sum)
  }

  /** A problem's place in the file, of that in a part. */
  function toFile({ at, detail }: { at: string; detail: string }) {
    const line = numbers[Number(/^line (\d+)$/.exec(at)?.[1]) - 1 - header.length]
    return { at: line === undefined ? at : `line ${line}`, detail }
  }

  for await (const line of linesOf(file)) {
    number++
    if (line.trim() === '') continue
    if (isFirst) {
      isFirst = false
      if (/^\s*\{\s*"format"\s*:\s*"edge-brain"/.test(line) && (format ?? 'edge-brain') === 'edge-brain') {
        format = 'edge-brain'
        header = [line]
        continue
      }
    }
    // Vectors are made anew of what would be too large with them.
    const fits = (text: string) => size.encode(text).length <= MOST_BYTES - 10_000
    const sent = fits(line) ? line : withoutVectors(line)
    if (!fits(sent)) {
      tooLong.push({ at: `line ${number}`, detail: 'is longer than 2 MB' })
      continue
    }
    const length = size.encode(sent).length + 1
    if (lines.length >= PART_LINES || bytes + length > PART_BYTES) await flush(false)
    lines.push(sent)
    numbers.push(number)
    bytes += length
  }
  await flush(true)
  const { unreadable, problems, ...rest } = sum!
  return {
    ...rest,
    unreadable: unreadable + tooLong.length,
    problems: [...problems, ...tooLong].slice(0, MOST_PROBLEMS),
  }
}

interface Vectored {
  readonly vectors?: readonly { readonly data?: string }[]
}

/** A memory's line without the data of its vectors; whatever else is called so stays. */
export function withoutVectors(line: string): string {
  try {
    const row = JSON.parse(line) as { readonly chunks?: readonly Vectored[]; readonly parked?: readonly Vectored[] }
    const bare = (list: readonly Vectored[] | undefined) =>
      list?.map((one) => ({ ...one, vectors: one.vectors?.map(({ data: _, ...vector }) => vector) }))
    return JSON.stringify({ ...row, chunks: bare(row.chunks), parked: bare(row.parked) })
  } catch {
    return line
  }
}

const least = (one: number | null, other: number | null) => (one === null ? other : Math.min(one, other ?? one))
const most = (one: number | null, other: number | null) => (one === null ? other : Math.max(one, other ?? one))

function added(sum: ImportResponse | null, part: ImportResponse): ImportResponse {
  if (sum === null) return part
  const counts = Object.entries(part).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value + ((sum as never)[name] as number)]] : [],
  )
  return {
    ...part,
    ...(Object.fromEntries(counts) as Partial<ImportResponse>),
    problems: [...sum.problems, ...part.problems].slice(0, MOST_PROBLEMS),
    personas: [...new Set([...sum.personas, ...part.personas])],
    since: least(sum.since, part.since),
    until: most(sum.until, part.until),
  }
}

async function* linesOf(file: LinesSource): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of piecesOf(file)) {
    if (typeof piece !== 'string' && !(piece instanceof Uint8Array)) {
      yield JSON.stringify(piece)
      continue
    }
    rest += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop()!
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

/** A string is one piece, and not its letters; not every browser iterates over streams. */
async function* piecesOf(file: LinesSource): AsyncGenerator<unknown> {
  if (typeof file === 'string' || file instanceof Uint8Array) {
    yield file
    return
  }
  const source = file instanceof Blob ? file.stream() : file
  if (!(source instanceof ReadableStream)) {
    yield* source as AsyncIterable<unknown>
    return
  }
  const reader = source.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}
