const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const MINUTE = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const AGO = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** Times are in seconds since 1970, as the service tells them. */
export const toDay = (seconds: number): string => DAY.format(seconds * 1000)
export const toMinute = (seconds: number): string => MINUTE.format(seconds * 1000)

const UNITS = [
  ['year', 31_556_952],
  ['month', 2_629_746],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

export function toAgo(seconds: number, nowSeconds = Date.now() / 1000): string {
  const passed = seconds - nowSeconds
  const [unit, length] = UNITS.find(([, size]) => Math.abs(passed) >= size) ?? (['minute', 60] as const)
  return AGO.format(Math.round(passed / length), unit)
}

/** A day as it is chosen, `2026-11-16`, is one of the reader's own calendar: when it begins, and when the next one does. */
export const startOfDay = (day: string): string => daysAfter(day, 0)
export const endOfDay = (day: string): string => daysAfter(day, 1)

/** What is no day goes on as it is: the service says what is wrong with it. */
function daysAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(date.getTime())) return day
  date.setDate(date.getDate() + days)
  return date.toISOString()
}
