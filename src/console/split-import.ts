import { withoutVectors } from '../../packages/client/src/import-in-parts.ts'
import { elementsOf, listIn, type Piece } from './json-elements.ts'

/** The service takes 2 MB at a time; smaller parts show sooner that it goes on. */
const PART_BYTES = 1024 * 1024
const MOST_BYTES = 1_990_000
const TOO_LARGE = 'is larger than 2 MB cannot be sent in parts: import it with `brain import FILE`.'
const PART_PIECES = 100

const utf8 = new TextEncoder()
const sizeOf = (text: string): number => utf8.encode(text).byteLength

export interface ImportPart {
  readonly text: string
  /** How many pieces of the file come before it. */
  readonly before: number
  /** Where its pieces begin in the file. */
  readonly pieceLines: readonly number[]
  /** Which line of the file each of its own lines is. */
  readonly lines: readonly number[]
}

/** What stands around the pieces of a part, and between them. */
interface Around {
  readonly start: string
  readonly between: string
  readonly end: string
}

const LINES: Around = { start: '', between: '\n', end: '' }
const LIST: Around = { start: '[', between: ',\n', end: ']' }

interface SplitOptions {
  readonly mostBytes?: number
  /** What it is said to be. */
  readonly format?: string | undefined
  /** Hears of each piece that is too long to be sent, and left out. */
  readonly onTooLong?: (line: number) => void
}

/**
 * A file in parts that can each be imported by themselves: whole lines, whole conversations. A text stays whole, since its front matter,
 * headings and footnotes are about all of it, and so does mem0's history, in which a later row may delete what an earlier one added.
 */
export function splitImport(text: string, options: SplitOptions = {}): ImportPart[] {
  const whole = text.trim()
  if (whole === '') return []
  if (options.format === 'text') return [unsplit(text)]
  const first = linesIn(text.slice(0, text.indexOf(whole[0]!)))
  const json = parseJson(whole)
  if (Array.isArray(json)) return joined(elementsOf(whole, 0, first), options, LIST)
  if (json !== null) return inList(json, { text: whole, line: first }, options)
  const lines = linesOf(whole, first)
  const header = parseJson(lines[0]!.text)
  if (header === null) return [unsplit(text)]
  // An export of ours: each part begins with its header, and what closes the file closes none of its parts.
  const isOurs = !Array.isArray(header) && header.format === 'edge-brain'
  if (!isOurs) return joined(lines, options, LINES)
  const rows = lines
    .slice(1)
    .filter(({ text: line }) => !/^\{"type":"(?:checkpoint|end)"/.test(line))
    // Vectors are made anew of what would be too large with them.
    .map((row) => ({ ...row, text: sizeOf(row.text) <= MOST_BYTES ? row.text : withoutVectors(row.text) }))
  return joined(rows, options, { ...LINES, start: `${lines[0]!.text}\n` })
}

/** The number of the line that comes after this text. */
const linesIn = (text: string): number => text.split('\n').length

const linesOf = (whole: string, first: number): Piece[] =>
  whole.split('\n').flatMap((text, at) => (text.trim() === '' ? [] : { text, line: first + at }))

function unsplit(text: string): ImportPart {
  if (sizeOf(text) > MOST_BYTES) throw new RangeError(`A text that ${TOO_LARGE}`)
  return toPart([{ text, line: 1 }], 0, LINES)
}

/** A row of mem0's history, or a page of them: which memory it is about, and what happened to it. */
function isHistory({ text }: Piece): boolean {
  if (!/"memory_id"\s*:/.test(text) || !/"event"\s*:/.test(text)) return false
  const value = parseJson(text) ?? {}
  const rows: unknown[] = [value, ...Object.values(value).flat()]
  return rows.some((row) => typeof row === 'object' && row !== null && 'memory_id' in row && 'event' in row)
}

/** An object around one long list, as some services export it. */
function inList(json: Readonly<Record<string, unknown>>, whole: Piece, options: SplitOptions): ImportPart[] {
  const lists = Object.entries(json).filter(([, value]) => Array.isArray(value))
  const { mostBytes = PART_BYTES } = options
  if (lists.length !== 1 || sizeOf(whole.text) <= mostBytes) return joined([whole], options, LINES)
  const name = lists[0]![0]
  const { [name]: _, ...rest } = json
  const before = JSON.stringify(rest).slice(0, -1)
  const start = `${before}${before === '{' ? '' : ','}${JSON.stringify(name)}:[`
  const items = elementsOf(whole.text, listIn(whole.text), whole.line)
  return joined(items, options, { ...LIST, start, end: ']}' })
}

function joined(
  pieces: readonly Piece[],
  { mostBytes = PART_BYTES, onTooLong }: SplitOptions,
  around: Around,
): ImportPart[] {
  if (pieces.length === 0) return [toPart([], 0, around)]
  if (pieces.some(isHistory)) {
    const whole = toPart(pieces, 0, around)
    if (sizeOf(whole.text) > MOST_BYTES) throw new RangeError(`A history of mem0 that ${TOO_LARGE}`)
    return [whole]
  }
  const room = MOST_BYTES - sizeOf(around.start + around.end)
  const parts: { readonly before: number; readonly pieces: Piece[] }[] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const [before, piece] of pieces.entries()) {
    const size = sizeOf(piece.text) + 2
    if (size > room) {
      onTooLong?.(piece.line)
      // The pieces of a part follow each other, so that their numbers are those of the file.
      bytes = Number.POSITIVE_INFINITY
      continue
    }
    if (bytes + size > mostBytes || parts.at(-1)!.pieces.length >= PART_PIECES) {
      parts.push({ before, pieces: [] })
      bytes = 0
    }
    parts.at(-1)!.pieces.push(piece)
    bytes += size
  }
  if (parts.length === 0) throw new RangeError(`What ${TOO_LARGE}`)
  return parts.map(({ before, pieces: part }) => toPart(part, before, around))
}

function toPart(part: readonly Piece[], before: number, { start, between, end }: Around): ImportPart {
  // A header is a line of its own, and the first of the file.
  const lines: number[] = Array.from({ length: linesIn(start) - 1 }, () => 1)
  const gap = Array.from({ length: between.split('\n').length - 2 }, () => 0)
  for (const { text, line } of part) {
    const count = linesIn(text)
    for (let at = 0; at < count; at++) lines.push(line + at)
    lines.push(...gap)
  }
  return {
    text: `${start}${part.map(({ text }) => text).join(between)}${end}`,
    before,
    pieceLines: part.map(({ line }) => line),
    lines,
  }
}

function parseJson(text: string): Record<string, unknown> | unknown[] | null {
  if (!/^[[{]/.test(text)) return null
  try {
    return JSON.parse(text) as Record<string, unknown> | unknown[]
  } catch {
    return null
  }
}
