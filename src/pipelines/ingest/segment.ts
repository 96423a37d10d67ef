import { sentenceStarts } from '../../domain/statement/sentences.ts'
import { pattern } from '../../runtime/pattern.ts'

const SMALL_FIRST = pattern(String.raw`^\s*\p{Ll}`, 'u')

/** What stands before a segment, weakest first. */
export type Boundary = 'none' | 'line' | 'paragraph' | 'heading'

export type SegmentKind = 'sentence' | 'list-item' | 'code' | 'table-row' | 'heading' | 'fragment'

/** A unit that no chunk cuts: `text.slice(start, end)`. White space after it belongs to it; all segments joined are the text. */
export interface Segment {
  readonly start: number
  readonly end: number
  readonly kind: SegmentKind
  readonly boundary: Boundary
}

/**
 * A sentence, list item or table row longer than this is none: the longest sentences in legal prose have about 3,000 characters. What
 * goes on further (a word of 50,000 letters, a log without punctuation) is cut into fragments at a line, a space or at least between
 * code points. Code alone stays whole at any length: half a block is no code.
 */
export const MAX_UNIT_LENGTH = 4_000

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const HEADING = /^ {0,3}#{1,6}\s/
const UNDERLINE = /^ {0,3}(?:=+|-{3,})\s*$/
const LIST_ITEM = /^\s*(?:[-*+•‣–]|\d{1,9}[.)]|[a-z]\))\s+\S/
const INDENTED = /^(?: {4}|\t)\s*\S/
const TABLE_RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/
const LABEL = pattern(String.raw`^[\p{Lu}][\p{L}\p{M}.'’-]*(?: [\p{L}\p{M}\d.'’-]+){0,3}:\s`, 'u')
const isBlank = (line: Line | undefined): boolean => line === undefined || line.text.trim() === ''

/** Splits a text into its units. Never throws; a text of white space alone is one sentence, an empty one none. */
export function segment(text: string): Segment[] {
  const lines = splitLines(text)
  const segments: Segment[] = []
  let blankBefore = true
  for (let i = 0; i < lines.length; ) {
    if (isBlank(lines[i])) {
      blankBefore = true
      i++
      continue
    }
    const block = blockAt(lines, i, blankBefore, segments.at(-1)?.kind)
    const boundary: Boundary = block.kind === 'heading' ? 'heading' : blankBefore ? 'paragraph' : 'line'
    const [first, last] = [lines[i]!, lines[block.end - 1]!]
    if (block.kind === 'sentence') pushSentences(segments, text, lines.slice(i, block.end), boundary)
    else if (block.kind === 'list-continuation') extend(segments, last.end)
    else if (block.kind === 'code') segments.push({ start: first.start, end: last.end, kind: 'code', boundary })
    else pushPieces(segments, text, { start: first.start, end: last.end, kind: block.kind, boundary })
    blankBefore = false
    i = block.end
  }
  return closeGaps(text, segments)
}

function splitLines(text: string): Line[] {
  const lines: Line[] = []
  let start = 0
  for (const match of text.matchAll(/\r\n|\n|\r|\u2028|\u2029/g)) {
    const end = match.index + match[0].length
    lines.push({ start, end, text: text.slice(start, match.index) })
    start = end
  }
  if (start < text.length) lines.push({ start, end: text.length, text: text.slice(start) })
  return lines
}

/** The block that begins at line `i`: its kind, and the line after its last. */
function blockAt(
  lines: readonly Line[],
  i: number,
  blankBefore: boolean,
  after: SegmentKind | undefined,
): { kind: SegmentKind | 'list-continuation'; end: number } {
  const line = lines[i]!.text
  const fence = FENCE.exec(line)?.[1]
  if (fence !== undefined) return { kind: 'code', end: fenceEnd(lines, i, fence) }
  if (HEADING.test(line)) return { kind: 'heading', end: i + 1 }
  if (LIST_ITEM.test(line)) return { kind: 'list-item', end: itemEnd(lines, i) }
  if (after === 'list-item' && blankBefore && /^\s{2,}\S/.test(line))
    return { kind: 'list-continuation', end: itemEnd(lines, i) }
  if (blankBefore && INDENTED.test(line)) return { kind: 'code', end: indentedEnd(lines, i) }
  if (isTableRow(lines, i, !blankBefore && after === 'table-row')) return { kind: 'table-row', end: i + 1 }
  if (blankBefore && line.length <= 100 && UNDERLINE.test(lines[i + 1]?.text ?? ''))
    return { kind: 'heading', end: i + 2 }
  let end = i + 1
  while (end < lines.length && !isBlank(lines[end]) && !opensBlock(lines, end)) end++
  return { kind: 'sentence', end }
}

const opensBlock = (lines: readonly Line[], i: number): boolean => {
  const line = lines[i]!.text
  return FENCE.test(line) || HEADING.test(line) || LIST_ITEM.test(line) || isTableRow(lines, i, false)
}

/** A fence that is never closed runs to the end, as Markdown has it. */
function fenceEnd(lines: readonly Line[], i: number, fence: string): number {
  for (let end = i + 1; end < lines.length; end++) {
    const closing = FENCE.exec(lines[end]!.text)?.[1]
    if (closing?.startsWith(fence) && lines[end]!.text.trim() === closing) return end + 1
  }
  return lines.length
}

function itemEnd(lines: readonly Line[], i: number): number {
  let end = i + 1
  while (end < lines.length && !isBlank(lines[end]) && !opensBlock(lines, end) && !LABEL().test(lines[end]!.text)) end++
  return end
}

function indentedEnd(lines: readonly Line[], i: number): number {
  let end = i + 1
  for (let next = end; next < lines.length; next++) {
    if (isBlank(lines[next])) continue
    if (!INDENTED.test(lines[next]!.text)) break
    end = next + 1
  }
  return end
}

/** A row has bars around it, or a rule of dashes above or beneath tells that bars separate columns. */
function isTableRow(lines: readonly Line[], i: number, afterRow: boolean): boolean {
  const line = lines[i]!.text
  if (!line.includes('|')) return false
  return afterRow || /^\s*\|.*\|\s*$/.test(line) || TABLE_RULE.test(line) || TABLE_RULE.test(lines[i + 1]?.text ?? '')
}

function extend(segments: Segment[], end: number): void {
  const last = segments.pop()
  if (last !== undefined) segments.push({ ...last, end })
}

/** Below this width lines are broken on purpose, not wrapped. */
const MIN_WRAP_WIDTH = 40

function pushSentences(segments: Segment[], text: string, lines: readonly Line[], boundary: Boundary): void {
  const width = Math.max(...lines.slice(0, 1_000).map((line) => line.text.length))
  let from = 0
  let before = boundary
  for (let i = 0; i < lines.length; i++) {
    if (i < lines.length - 1 && isWrapped(lines[i]!, lines[i + 1]!, width)) continue
    const [start, end] = [lines[from]!.start, lines[i]!.end]
    const starts = sentenceStarts(text, start, end)
    for (const [n, sentence] of starts.entries()) {
      const span = { start: sentence, end: starts[n + 1] ?? end }
      pushPieces(segments, text, { ...span, kind: 'sentence', boundary: n === 0 ? before : 'none' })
    }
    from = i + 1
    before = 'line'
  }
}

/** Whether a line break is only where the paper ended: the next word had no room, or the sentence visibly goes on. */
function isWrapped(line: Line, next: Line, width: number): boolean {
  const ended = /[.!?…:。！？]["'”’)\]]*\s*$/.test(line.text)
  if (LABEL().test(next.text)) return false
  if (SMALL_FIRST().test(next.text) && !ended) return true
  const word = /^\s*\S+/.exec(next.text)?.[0].length ?? 0
  return width >= MIN_WRAP_WIDTH && line.text.trimEnd().length + 1 + word > width
}

function pushPieces(segments: Segment[], text: string, unit: Segment): void {
  if (unit.end - unit.start <= MAX_UNIT_LENGTH) {
    segments.push(unit)
    return
  }
  for (let at = unit.start; at < unit.end; ) {
    const cut = unit.end - at <= MAX_UNIT_LENGTH ? unit.end : cutBefore(text, at, at + MAX_UNIT_LENGTH)
    segments.push({ start: at, end: cut, kind: 'fragment', boundary: at === unit.start ? unit.boundary : 'none' })
    at = cut
  }
}

/** The last good place to cut in (at, limit]: after a line, a space, else anywhere but inside a surrogate pair. */
function cutBefore(text: string, at: number, limit: number): number {
  const half = at + (limit - at) / 2
  const line = text.lastIndexOf('\n', limit - 1) + 1
  if (line > half) return line
  for (let i = limit; i > half; i--) if (/\s/.test(text[i - 1]!)) return i
  return isSurrogatePair(text, limit) ? limit - 1 : limit
}

const isSurrogatePair = (text: string, at: number): boolean =>
  (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** Blank lines and other white space go to the unit before; at the very start, to the first. */
function closeGaps(text: string, segments: readonly Segment[]): Segment[] {
  if (segments.length === 0)
    return text === '' ? [] : [{ start: 0, end: text.length, kind: 'sentence', boundary: 'paragraph' }]
  return segments.map((unit, i) => ({
    ...unit,
    start: i === 0 ? 0 : unit.start,
    end: segments[i + 1]?.start ?? text.length,
  }))
}
