import { lazy } from '../../runtime/lazy.ts'
import { isClock, isDate } from './dates.ts'
import { CURRENCY_SIGNS, NUMBER_SCALES, NUMBER_WORDS, ORDINALS, UNITS, WEEKDAYS } from './same-statement.data.ts'

export const isNumber = (token: string | undefined): boolean => token !== undefined && /^-?\d+(?:\.\d+)?$/.test(token)

/** Numbers in digits, ordinals as `#5`. */
export function readNumberWords(tokens: readonly string[]): string[] {
  const read: string[] = []
  for (let i = 0; i < tokens.length; ) {
    if (tokens[i] === 'minus' && isNumber(tokens[i + 1]) && !isNumber(tokens[i - 1])) {
      read.push(`-${tokens[i + 1]!}`)
      i += 2
      continue
    }
    const number = numberAt(tokens, i)
    if (number === null) {
      const ordinal = ORDINALS.get(tokens[i]!)
      read.push(ordinal === undefined ? tokens[i]! : `#${ordinal}`)
      i++
      continue
    }
    const suffix = tokens[number.end] ?? ''
    const value = Number(number.text)
    const unit = ORDINALS.get(suffix) ?? 10
    const isTens = value >= 20 && value < 100 && value % 10 === 0
    // "twenty-first" is twenty and an ordinal.
    const more = isTens && unit < 10 && NUMBER_WORDS.has(tokens[i]!) ? unit : 0
    const isOrdinal = more > 0 || (/^(?:st|nd|rd|th)$/.test(suffix) && Number.isInteger(value))
    read.push(isOrdinal ? `#${value + more}` : number.text)
    i = isOrdinal ? number.end + 1 : number.end
  }
  return read
}

/** The number that starts at `start`, in digits, words or both ("1.5 million", "two hundred and five", "a dozen"). */
function numberAt(tokens: readonly string[], start: number): { text: string; end: number } | null {
  const first = tokens[start]!
  let i = start
  let current: number
  if ((first === 'a' || first === 'an') && NUMBER_SCALES.has(tokens[start + 1] ?? '')) current = 1
  else if (isNumber(first)) {
    const scale = NUMBER_SCALES.get(tokens[start + 1] ?? '')
    if (scale === undefined) return { text: first, end: start + 1 }
    return { text: String(Number((Number(first) * scale).toPrecision(12))), end: start + 2 }
  } else {
    const word = NUMBER_WORDS.get(first)
    if (word === undefined) return null
    current = word
  }
  i++
  let total = 0
  while (i < tokens.length) {
    const token = tokens[i]!
    const scale = NUMBER_SCALES.get(token)
    if (scale !== undefined) {
      if (scale === 100 || scale === 12) current *= scale
      else {
        total += current * scale
        current = 0
      }
      i++
      continue
    }
    const joined = token === 'and' && current % 100 === 0
    const next = joined ? (tokens[i + 1] ?? '') : token
    const value = NUMBER_WORDS.get(next)
    if (value === undefined || value === 0) break
    // "one hundred and two hundred" are two numbers, and so are "five six".
    if (joined && NUMBER_SCALES.has(tokens[i + 2] ?? '')) break
    const fits =
      current % 100 === 0 ? current > 0 || total > 0 : current % 10 === 0 && current % 100 >= 20 && value < 10
    if (!fits) break
    current += value
    i += joined ? 2 : 1
  }
  return { text: String(total + current), end: i }
}

/** Ranges, amounts and units in one notation: `5 to 10`, `1200 dollar`, `70 kg`. */
export function readAmounts(tokens: readonly string[]): string[] {
  const read: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    let token = tokens[i]!
    const sign = CURRENCY_SIGNS().get(token)
    let unit: string | null = null
    if (sign !== undefined && isNumber(tokens[i + 1])) {
      if (read.at(-1) === 'us' && sign === 'dollar') read.pop()
      token = tokens[++i]!
      unit = sign
      const scale = { k: 1e3, m: 1e6, b: 1e9 }[tokens[i + 1] ?? '']
      if (scale !== undefined) {
        token = String(Number((Number(token) * scale).toPrecision(12)))
        i++
      }
    }
    if (token === '-' && isPoint(read.at(-1)) && isPoint(tokens[i + 1])) {
      read.push('to')
      continue
    }
    if (!isNumber(token)) {
      read.push(token)
      continue
    }
    if (tokens[i + 1] === '-' && UNITS().has(tokens[i + 2] ?? '')) i++
    for (let length = 3; unit === null && length > 0; length--) {
      const name = tokens.slice(i + 1, i + 1 + length).join(' ')
      const known = UNITS().get(name) ?? (length === 1 && KNOWN_UNITS().has(name) ? name : undefined)
      if (known === undefined) continue
      unit = known
      i += length
    }
    // Trailing zeros mean nothing in an amount and much in a version: 3.50 euro, but Python 3.10.
    read.push(unit !== null && token.includes('.') ? String(Number(token)) : token)
    if (unit !== null) read.push(unit)
  }
  return read
}

const KNOWN_UNITS = lazy(() => new Set(UNITS().values()))
const isPoint = (token: string | undefined): boolean =>
  token !== undefined &&
  (isNumber(token) || isClock(token) || isDate(token) || WEEKDAYS.has(token) || KNOWN_UNITS().has(token))
