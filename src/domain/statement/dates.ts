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

/** Dates in one notation: `d:2027-03-12`, `d:--03-12`, `d:2027-03`. What a notation leaves open (3/4/2027) equals only itself. */
export function readDates(tokens: readonly string[]): string[] {
  const read: string[] = []
  const put = (date: string) => {
    if (read.at(-1) === 'the' && date.split('-').length > 2) read.pop()
    if (read.at(-1) === 'on') read.pop()
    read.push(date)
  }
  for (let i = 0; i < tokens.length; ) {
    const token = tokens[i]!
    const numeric = numericDate(token)
    if (numeric !== null) {
      put(numeric)
      i++
      continue
    }
    const day = dayOf(token)
    let at = i + 1
    if (day > 0) {
      if (tokens[at] === 'of') at++
      const month = MONTHS.get(tokens[at] ?? '')
      if (month !== undefined) {
        const end = afterMonth(tokens, at)
        const year = isYear(tokens[end]) ? end : tokens[end] === ',' && isYear(tokens[end + 1]) ? end + 1 : -1
        put(dateToken(year < 0 ? null : tokens[year]!, month, day))
        i = year < 0 ? at + 1 : year + 1
        continue
      }
    }
    const month = MONTHS.get(token)
    if (month !== undefined) {
      at = afterMonth(tokens, i)
      const the = tokens[at] === 'the' && tokens[at + 1]?.startsWith('#') ? 1 : 0
      const dayAfter = dayOf(tokens[at + the])
      if (dayAfter > 0) {
        at += the + 1
        const year = isYear(tokens[at]) ? at : tokens[at] === ',' && isYear(tokens[at + 1]) ? at + 1 : -1
        put(dateToken(year < 0 ? null : tokens[year]!, month, dayAfter))
        i = year < 0 ? at : year + 1
        continue
      }
      const year = tokens[at] === ',' || tokens[at] === 'of' ? at + 1 : at
      if (isYear(tokens[year])) {
        read.push(dateToken(tokens[year]!, month, null))
        i = year + 1
        continue
      }
    }
    const short = SHORT_WEEKDAYS.get(token)
    const weekday = short !== undefined && /^(?:on|this|next|last|every)$/.test(tokens[i - 1] ?? '') ? short : token
    if (WEEKDAYS.has(weekday.replace(/s$/, '')) && read.at(-1) === 'on') read.pop()
    read.push(weekday)
    i++
  }
  return read
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
    const token = tokens[i]!
    // 3.30 is a time only where am or pm says so.
    const dotted = /^[ap]\.?m\.?$/.test(tokens[i + 1] ?? '') ? /^(\d{1,2})\.([0-5]\d)$/.exec(token) : null
    const clock = dotted ?? /^(\d{1,2}):(\d{2})(:\d{2})?$/.exec(token)
    let hour = clock !== null ? Number(clock[1]) : /^\d{1,2}$/.test(token) ? Number(token) : -1
    const minutes = clock !== null ? `${clock[2]}${clock[3] ?? ''}` : '00'
    if (token === 'noon' || token === 'midday' || token === 'midnight') {
      if (read.at(-1) === '12') read.pop()
      read.push(token === 'midnight' ? 't:00:00' : 't:12:00')
      continue
    }
    const past =
      /^(?:half|quarter)$/.test(token) && /^(?:past|to)$/.test(tokens[i + 1] ?? '') ? Number(tokens[i + 2]) : Number.NaN
    if (past >= 1 && past <= 12 && !(token === 'half' && tokens[i + 1] === 'to')) {
      if (read.at(-1) === 'a') read.pop()
      const hourThen = tokens[i + 1] === 'to' ? ((past + 10) % 12) + 1 : past
      i = pushTime(read, tokens, i + 2, hourThen, token === 'half' ? '30' : tokens[i + 1] === 'to' ? '45' : '15', true)
      continue
    }
    if (hour < 0 || hour > 24) {
      read.push(token)
      continue
    }
    if (hour === 24) hour = 0
    const oclock = tokens[i + 1] === "o'clock"
    const next = tokens[oclock ? i + 2 : i + 1] ?? ''
    const marked = /^[ap]\.?m\.?$/.test(next) || oclock || (read.at(-1) === 'at' && dayPart(tokens, i + 1) !== null)
    if (clock === null && !marked) {
      read.push(token)
      continue
    }
    i = pushTime(read, tokens, oclock ? i + 1 : i, hour, minutes, hour <= 12 && !token.startsWith('0') && hour !== 0)
  }
  return read
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
