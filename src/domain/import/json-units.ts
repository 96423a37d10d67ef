import { isJson } from '../../runtime/is-json.ts'

/** One value of a JSON file: an element of its list, a line, or all of it. */
export type JsonUnit =
  | { readonly number: number; readonly line: number; readonly value: unknown }
  | { readonly number: number; readonly line: number; readonly problem: string }

/** How a file is divided: `list` has an element a unit, `lines` a line, `whole` is one value. */
export type Division = 'list' | 'lines' | 'whole'

const NOT_JSON = 'is no valid JSON'
const NEWLINE = 10
const SPACE = 32
const QUOTE = 34
const COMMA = 44
const OPEN_LIST = 91
const BACKSLASH = 92
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

/** A file tells by its beginning how it is divided: by its first character, and by whether its first line is a value of its own. */
export function divisionOf(head: string): Division {
  const start = head.replace(/^\uFEFF/, '').trimStart()
  if (start.startsWith('[')) return 'list'
  const end = start.indexOf('\n')
  return end >= 0 && start.startsWith('{') && !isJson(start.slice(0, end)) && !isLine(start.slice(0, end))
    ? 'whole'
    : 'lines'
}

/** A line that was meant to be a value, and is damaged: it begins and ends like one. */
const isLine = (line: string): boolean => /^\{.+\}\s*$/.test(line)

/**
 * Divides a file that comes in parts, so that a large one never has to be held as a whole. A unit of more than `mostCharacters` is named and
 * passed over.
 */
export function createJsonUnits(mostCharacters: number) {
  let division: Division | null = null
  let number = 0
  let line = 1
  let buffered = ''
  let isTooLong = false
  /** Of a list: how deep, inside a string or not, and where the unit began. */
  let depth = 0
  let isString = false
  let isEscaped = false
  let isBetween = true
  let unitLine = 1

  function* take(): Generator<JsonUnit> {
    const text = buffered.trim()
    buffered = ''
    const wasTooLong = isTooLong
    isTooLong = false
    if (text === '' && !wasTooLong) return
    number++
    const at = { number, line: unitLine }
    if (wasTooLong) yield { ...at, problem: `is longer than ${mostCharacters} characters` }
    else {
      let value: unknown
      try {
        value = JSON.parse(text)
      } catch {
        yield { ...at, problem: NOT_JSON }
        return
      }
      yield { ...at, value }
    }
  }

  function keep(text: string): void {
    if (buffered.length + text.length <= mostCharacters) buffered += text
    else {
      isTooLong = true
      buffered = ''
    }
  }

  function* lines(text: string): Generator<JsonUnit> {
    let start = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      unitLine = line++
      keep(text.slice(start, end))
      yield* take()
      start = end + 1
    }
    unitLine = line
    keep(text.slice(start))
  }

  /** A quote that opens a string counts as outside of it. */
  function isInString(code: number): boolean {
    if (!isString) {
      isString = code === QUOTE
      return false
    }
    if (isEscaped) isEscaped = false
    else if (code === BACKSLASH) isEscaped = true
    else if (code === QUOTE) isString = false
    return true
  }

  function* elements(text: string): Generator<JsonUnit> {
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === NEWLINE) line++
      if (isInString(code)) continue
      if (isBetween && code > SPACE) {
        unitLine = line
        isBetween = false
      }
      if (code === OPEN_LIST || code === OPEN_OBJECT) {
        if (depth === 0) start = at + 1
        if (depth++ === 0) isBetween = true
      } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth = Math.max(0, depth - 1)
      if (!(depth === 1 && code === COMMA) && !(depth === 0 && code === CLOSE_LIST)) continue
      keep(text.slice(start, at))
      yield* take()
      start = at + 1
      isBetween = true
    }
    if (depth > 0) keep(text.slice(start))
  }

  return {
    *push(text: string): Generator<JsonUnit> {
      if (division === null) {
        buffered += text
        // Enough to see the first line of anything that is written in lines.
        if (buffered.length < 65_536 && !buffered.includes('\n')) return
        const head = buffered.replace(/^\uFEFF/, '')
        division = divisionOf(head)
        buffered = ''
        text = head
      }
      if (division === 'whole') keep(text)
      else yield* division === 'list' ? elements(text) : lines(text)
    },
    *end(): Generator<JsonUnit> {
      if (division === null) {
        const head = buffered.replace(/^\uFEFF/, '')
        division = divisionOf(head)
        buffered = ''
        if (division === 'list') yield* elements(head)
        else if (division === 'lines') yield* lines(head)
        else keep(head)
      }
      if (division === 'list') {
        if (depth > 0) yield { number: number + 1, line: unitLine, problem: 'is cut off' }
      } else if (division === 'whole' && !isTooLong && !isJson(buffered)) {
        const text = buffered
        buffered = ''
        yield* lines(text)
        yield* take()
      } else yield* take()
    },
  }
}
