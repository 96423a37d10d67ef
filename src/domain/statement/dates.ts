import { MONTHS, SHORT_WEEKDAYS, WEEKDAYS } from './same-statement.data.ts'

export const isDate = (token: string | undefined): boolean => token?.startsWith('d:') === true
export const isClock = (token: string | undefined): boolean => token !== undefined && /^t\??:/.test(token)

const dayOf = (token: string | undefined): number => {
  const match = /^#?(\d{1,2})$/.exec(token ?? '')
  const day = match === null ? 0 : Number(match[1])
  return day >= 1 && day <= 31 ? day : 0
}
export const isYear = (token: string | undefined): token is string => /^[12]\d{3}$/.test(token ?? '')
const two = (n: number): string => String(n).padStart(2, '0')
const dateToken = (year: string | null, month: number, day: number | null): string =>
  `d:${year ?? '-'}-${two(month)}${day === null ? '' : `-${two(day)}`}`

interface ReadDate {
  readonly date: string
  /** Where its words end. */
  readonly end: number
  /** It takes no "on" and no "the" with it. */
  readonly bare?: boolean
}

/** Dates in one notation: `d:2027-03-12`, `d:--03-12`, `d:2027-03`. What a notation leaves open (3/4/2027) equals only itself. */
export function readDates(tokens: readonly string[]): string[] {
  const read: string[] = []
  for (let i = 0; i < tokens.length; ) {
    const found = dateAt(tokens, i)
    if (!found) {
      const weekday = weekdayAt(tokens, i++)
      if (WEEKDAYS.has(weekday.replace(/s$/, '')) && read.at(-1) === 'on') read.pop()
      read.push(weekday)
      continue
    }
    if (!found.bare) {
      if (read.at(-1) === 'the' && found.date.split('-').length > 2) read.pop()
      if (read.at(-1) === 'on') read.pop()
    }
    read.push(found.date)
    i = found.end
  }
  return read
}

function dateAt(tokens: readonly string[], at: number): ReadDate | null {
  const numeric = numericDate(tokens[at]!)
  return numeric === null ? (dayFirst(tokens, at) ?? monthFirst(tokens, at)) : { date: numeric, end: at + 1 }
}

/** "12 March 2027", "12 of March". */
function dayFirst(tokens: readonly string[], at: number): ReadDate | null {
  const day = dayOf(tokens[at])
  const monthAt = tokens[at + 1] === 'of' ? at + 2 : at + 1
  const month = MONTHS.get(tokens[monthAt] ?? '')
  if (day === 0 || month === undefined) return null
  return withYear(tokens, afterMonth(tokens, monthAt), monthAt + 1, month, day)
}

/** "March 12, 2027", "March the 12th", "March 2027". */
function monthFirst(tokens: readonly string[], start: number): ReadDate | null {
  const month = MONTHS.get(tokens[start]!)
  if (month === undefined) return null
  const at = afterMonth(tokens, start)
  const dayAt = tokens[at] === 'the' && tokens[at + 1]?.startsWith('#') ? at + 1 : at
  const day = dayOf(tokens[dayAt])
  if (day > 0) return withYear(tokens, dayAt + 1, dayAt + 1, month, day)
  const year = tokens[at] === ',' || tokens[at] === 'of' ? at + 1 : at
  return isYear(tokens[year]) ? { date: dateToken(tokens[year], month, null), end: year + 1, bare: true } : null
}

/** The year may stand at `at`, after a comma or not; without one the date ends at `end`. */
function withYear(tokens: readonly string[], at: number, end: number, month: number, day: number): ReadDate {
  const year = tokens[at] === ',' ? at + 1 : at
  return isYear(tokens[year])
    ? { date: dateToken(tokens[year], month, day), end: year + 1 }
    : { date: dateToken(null, month, day), end }
}

/** "Mon" is a day of the week only where a word before it says so. */
function weekdayAt(tokens: readonly string[], at: number): string {
  const short = SHORT_WEEKDAYS.get(tokens[at]!)
  return short !== undefined && /^(?:on|this|next|last|every)$/.test(tokens[at - 1] ?? '') ? short : tokens[at]!
}

/** The dot of "Mar. 12" looks like the end of a sentence. */
const afterMonth = (tokens: readonly string[], at: number): number =>
  tokens[at]!.length === 3 && tokens[at + 1] === '.' && dayOf(tokens[at + 2]) > 0 ? at + 2 : at + 1

function numericDate(token: string): string | null {
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(token)
  if (iso !== null) return dateToken(iso[1]!, Number(iso[2]), Number(iso[3]))
  const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(token)
  if (dotted !== null) return dateToken(dotted[3]!, Number(dotted[2]), Number(dotted[1]))
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(token)
  if (slashed === null) return null
  const [a, b] = [Number(slashed[1]), Number(slashed[2])]
  // Day first or month first is not told where both could be a month.
  if (a > 12) return dateToken(slashed[3]!, b, a)
  if (b > 12 || a === b) return dateToken(slashed[3]!, a, b)
  return `d:?${a}/${b}/${slashed[3]}`
}

/** Times in one notation: `t:15:00`, or `t?:3:30` where nothing tells morning from afternoon. */
export function readTimes(tokens: readonly string[]): string[] {
  const read: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const end = pushNoon(read, tokens, i) ?? pushHalfPast(read, tokens, i) ?? pushClock(read, tokens, i)
    if (end === null) read.push(tokens[i]!)
    else i = end
  }
  return read
}

function pushNoon(read: string[], tokens: readonly string[], at: number): number | null {
  if (!/^(?:noon|midday|midnight)$/.test(tokens[at]!)) return null
  if (read.at(-1) === '12') read.pop()
  read.push(tokens[at] === 'midnight' ? 't:00:00' : 't:12:00')
  return at
}

/** "Half past three", "a quarter to four". */
function pushHalfPast(read: string[], tokens: readonly string[], at: number): number | null {
  const [part, way, hour] = [tokens[at]!, tokens[at + 1] ?? '', Number(tokens[at + 2])]
  if (!/^(?:half past|quarter (?:past|to))$/.test(`${part} ${way}`) || !(hour >= 1 && hour <= 12)) return null
  if (read.at(-1) === 'a') read.pop()
  const minutes = part === 'half' ? '30' : way === 'to' ? '45' : '15'
  return pushTime(read, tokens, at + 2, way === 'to' ? ((hour + 10) % 12) + 1 : hour, minutes, true)
}

const MORNING_OR_EVENING = /^[ap]\.?m\.?$/

function pushClock(read: string[], tokens: readonly string[], at: number): number | null {
  const token = tokens[at]!
  // 3.30 is a time only where am or pm says so.
  const dotted = MORNING_OR_EVENING.test(tokens[at + 1] ?? '') ? /^(\d{1,2})\.([0-5]\d)$/.exec(token) : null
  const clock = dotted ?? /^(\d{1,2}):(\d{2})(:\d{2})?$/.exec(token)
  const said = clock !== null ? Number(clock[1]) : /^\d{1,2}$/.test(token) ? Number(token) : -1
  if (said < 0 || said > 24) return null
  const oclock = tokens[at + 1] === "o'clock"
  const marked =
    MORNING_OR_EVENING.test(tokens[oclock ? at + 2 : at + 1] ?? '') ||
    oclock ||
    (read.at(-1) === 'at' && dayPart(tokens, at + 1) !== null)
  if (clock === null && !marked) return null
  const hour = said % 24
  const minutes = clock !== null ? `${clock[2]}${clock[3] ?? ''}` : '00'
  return pushTime(read, tokens, oclock ? at + 1 : at, hour, minutes, hour <= 12 && !token.startsWith('0') && hour !== 0)
}

/** Pushes a time whose words end at `end`, with what follows to tell morning from evening; returns where it ends. */
function pushTime(
  read: string[],
  tokens: readonly string[],
  end: number,
  hour: number,
  minutes: string,
  open: boolean,
): number {
  const marker = /^([ap])\.?m\.?$/.exec(tokens[end + 1] ?? '')
  const after = marker === null ? end : end + 1
  const part = dayPart(tokens, after + 1)
  const half = marker?.[1] ?? part?.half
  const sure = !open || half !== undefined
  const hour24 = open && half !== undefined ? (hour % 12) + (half === 'p' ? 12 : 0) : hour
  read.push(sure ? `t:${two(hour24)}:${minutes}` : `t?:${hour}:${minutes}`)
  const agrees =
    part !== null && (marker === null || marker[1] === part.half) && (open || hour24 >= 12 === (part.half === 'p'))
  return agrees ? part.end - 1 : after
}

function dayPart(tokens: readonly string[], at: number): { half: 'a' | 'p'; end: number } | null {
  if (tokens[at] === 'in' && tokens[at + 1] === 'the') {
    if (tokens[at + 2] === 'morning') return { half: 'a', end: at + 3 }
    if (tokens[at + 2] === 'afternoon' || tokens[at + 2] === 'evening') return { half: 'p', end: at + 3 }
  }
  return null
}
