import { createHash } from 'node:crypto'
import { Problem } from '../../problem.ts'
import type { ImportSource } from './import-file.ts'

/** No line of an export is nearly as long: what is, would not end. */
const MOST_CHARACTERS = 64 * 1024 * 1024

interface Line {
  readonly line: string
  /** Of the file, from 1 on. */
  readonly number: number
  readonly bytesRead: number
}

/** An export of ours that is read line by line. */
export interface ExportFile {
  readonly header: string
  readonly vectors: boolean
  /** What is to be restored; to be read once. */
  readonly rows: AsyncGenerator<Line>
  /** After the last row: the hash of all, and what the last line says of them. */
  verdict(): { readonly isWhole: boolean; readonly hash: string; readonly number: number }
}

/** Reads the header; what has none, or one that nobody here knows, is refused. */
export async function readExport(file: ImportSource): Promise<ExportFile> {
  const lines = linesOf(file)
  const first = await lines.next()
  if (first.done) throw new Problem(`${file.name} is empty.`)
  const { format, version, vectors } = valueIn(first.value.line) as {
    format?: unknown
    version?: unknown
    vectors?: unknown
  }
  if (format !== 'edge-brain') throw new Problem(`${file.name} does not begin with the header of an export.`)
  if (version !== 1) throw new Problem(`${file.name} is an export of version ${version}, and this reads version 1.`)

  const counts = new Map<string, number>()
  let hash = ''
  let isWhole = false
  let { number } = first.value

  async function* rows(): AsyncGenerator<Line> {
    for await (const one of lines) {
      number = one.number
      const type = /^\{"type":"(\w+)"/.exec(one.line)?.[1]
      if (type === 'checkpoint') continue
      isWhole = false
      if (type === 'end') {
        const end = valueIn(one.line) as { hash?: unknown; counts?: Record<string, unknown> }
        const isCounted = [...counts].every(([row, count]) => end.counts?.[row] === count)
        isWhole = end.hash === hash && isCounted && Object.keys(end.counts ?? {}).length === counts.size
        continue
      }
      hash = createHash('sha256').update(`${hash}\n${one.line}`).digest('hex')
      if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1)
      yield one
    }
  }

  return {
    ...{ header: first.value.line, vectors: vectors === true, rows: rows() },
    verdict: () => ({ isWhole, hash, number }),
  }
}

function valueIn(line: string): unknown {
  try {
    return JSON.parse(line) ?? {}
  } catch {
    return {}
  }
}

/** Lines with something in them, without what ends them: a file may have been on Windows. */
async function* linesOf({ name, parts }: ImportSource): AsyncGenerator<Line> {
  let rest: string[] = []
  let length = 0
  let number = 0
  let bytesRead = 0
  const take = (end: string): Line | null => {
    const line = [...rest, end].join('').replace(/\r$/, '')
    rest = []
    length = 0
    number++
    return line.trim() === '' ? null : { line, number, bytesRead }
  }
  for await (const part of parts) {
    bytesRead = part.bytesRead
    const pieces = part.text.split('\n')
    const last = pieces.pop()!
    for (const piece of pieces) {
      const line = take(piece)
      if (line) yield line
    }
    rest.push(last)
    length += last.length
    if (length > MOST_CHARACTERS)
      throw new Problem(
        `${name}: line ${number + 1} is longer than ${MOST_CHARACTERS / 1024 / 1024} MB, which no export has.`,
      )
  }
  const line = take('')
  if (line) yield line
}
