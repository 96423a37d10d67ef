import { DAY_MS } from '../../runtime/duration.ts'

/**
 * Dates as ISO 8601 writes them, as precise as they were named: a day, a month or a year (`2026-11-06`, `2026-11`, `2026`), or from one to another
 * (`2026-11-07/2026-11-08`). In UTC.
 */
const two = (n: number): string => String(n).padStart(2, '0')
const four = (n: number): string => String(n).padStart(4, '0')

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Months count from 1; what is below or above them belongs to another year. */
export function monthOf(year: number, month: number): string {
  const shift = Math.floor((month - 1) / 12)
  return `${four(year + shift)}-${two(month - shift * 12)}`
}

export const yearOf = (year: number): string => four(year)

/** null: there is no such day. */
export function dayIn(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? `${four(year)}-${two(month)}-${two(day)}`
    : null
}

export const weekOf = (ms: number): string => {
  const monday = mondayBefore(ms)
  return `${dayOf(monday)}/${dayOf(monday + 6 * DAY_MS)}`
}

export const weekendOf = (ms: number): string => {
  const saturday = mondayBefore(ms) + 5 * DAY_MS
  return `${dayOf(saturday)}/${dayOf(saturday + DAY_MS)}`
}

/** The Monday of its week. */
export const mondayBefore = (ms: number): number => ms - ((new Date(ms).getUTCDay() + 6) % 7) * DAY_MS

/** From the first moment of a date to the one after its last, in ms since the epoch. */
export function boundsOf(date: string): { readonly start: number; readonly end: number } {
  const [first = '', last = first] = date.split('/')
  return { start: startOf(first), end: endOf(last) }
}

/** Whether some of it lies from the first time on and before the second. */
export function isWithin(date: string | null | undefined, since: number | null, until: number | null): boolean {
  if (!date) return false
  const { start, end } = boundsOf(date)
  return (since === null || end > since) && (until === null || start < until)
}

const startOf = (date: string): number => Date.parse(`${date.padEnd(10, '-01')}T00:00:00Z`)

function endOf(date: string): number {
  const [year = 0, month, day] = date.split('-').map(Number)
  if (day !== undefined) return startOf(date) + DAY_MS
  return month === undefined ? startOf(yearOf(year + 1)) : startOf(monthOf(year, month + 1))
}
