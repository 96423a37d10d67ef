import { messages, problems } from './messages.ts'

const NUMBER_WIDTH = 6
const MOST_LINES = 999_999
const MOST_VIEWED = 16_000
/** Lines that are shown around an edit. */
const AROUND = 2

const numbered = (lines: readonly string[], first: number): string[] =>
  lines.map((line, index) => `${String(first + index).padStart(NUMBER_WIDTH)}\t${line}`)

/** A file with line numbers, or the lines of it that are asked for; a problem instead where it has too many. */
export function viewLines(path: string, content: string, range: unknown): { text: string } | { problem: string } {
  const all = content.split('\n')
  if (all.length > MOST_LINES) return { problem: problems.tooManyLines(path) }
  const [from, to] = Array.isArray(range) && range.length === 2 && range.every(Number.isInteger) ? range : [1, -1]
  const first = Math.max(1, from)
  const lines = numbered(all.slice(first - 1, to === -1 ? undefined : to), first)
  return { text: `${messages.file(path)}\n${shorten(lines, first)}` }
}

/** Whole lines up to the length that a view has at most, and where to go on. */
function shorten(lines: readonly string[], first: number): string {
  const whole = lines.join('\n')
  if (whole.length <= MOST_VIEWED) return whole
  const end = whole.lastIndexOf('\n', MOST_VIEWED)
  // A single line may be longer than that: no range shows the rest of it.
  const isLine = end < 0
  const text = whole.slice(0, isLine ? MOST_VIEWED : end)
  const next = first + text.split('\n').length
  const shows = isLine ? `what comes after line ${first}, which is longer than that` : 'the rest'
  return `${text}\n(Truncated at 16,000 characters: view_range [${next}, -1] shows ${shows}.)`
}

/** The content with its one occurrence replaced, and the lines around it; a problem where there is none, or more than one. */
export function replaceOnce(
  path: string,
  content: string,
  old: string,
  replacement: string,
): { content: string; snippet: string } | { problem: string } {
  const places: number[] = []
  if (old !== '') for (let at = content.indexOf(old); at >= 0; at = content.indexOf(old, at + 1)) places.push(at)
  const lineOf = (at: number) => content.slice(0, at).split('\n').length
  const [place] = places
  if (place === undefined) return { problem: problems.notFound(path, old) }
  if (places.length > 1) return { problem: problems.notUnique(old, [...new Set(places.map(lineOf))]) }
  const changed = content.slice(0, place) + replacement + content.slice(place + old.length)
  const first = Math.max(1, lineOf(place) - AROUND)
  const last = lineOf(place) + replacement.split('\n').length - 1 + AROUND
  const around = numbered(changed.split('\n').slice(first - 1, last), first)
  const intro = `${messages.replaced} Here is the snippet showing the change (with line numbers):`
  return { content: changed, snippet: `${intro}\n${around.join('\n')}` }
}

/** The content with a text after a line, 0 being the top. */
export function insertAfter(content: string, line: unknown, text: string): { content: string } | { problem: string } {
  const lines = content.split('\n')
  if (typeof line !== 'number' || !Number.isInteger(line) || line < 0 || line > lines.length)
    return { problem: problems.invalidLine(line, lines.length) }
  lines.splice(line, 0, text.replace(/\n$/, ''))
  return { content: lines.join('\n') }
}
