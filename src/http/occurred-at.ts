import * as z from 'zod/mini'
import { DAY_MS } from '../runtime/duration.ts'

const RULE =
  'must be a date in ISO 8601 (2026-11-14T10:00:00Z) or a number of seconds since 1970, at most one day in the future'
const ISO_8601 = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/
/** The years 1 to 9999: seconds that were meant as milliseconds are later. */
const FIRST_MS = -62_135_596_800_000
const LAST_MS = 253_402_300_799_999

/** When something was said or happened, as it is sent; `toMs` reads it. */
export const occurredAt = () =>
  z.union([z.string(), z.number()], RULE).check(
    z.refine((given) => {
      const ms = toMs(given)
      return isDate(ms) && ms <= Date.now() + DAY_MS
    }, RULE),
  )

/** Whether these milliseconds are a date that people write. */
export const isDate = (ms: number): boolean => ms >= FIRST_MS && ms <= LAST_MS

/** In ms since the epoch. A time without an offset is in UTC, a date alone is its first moment; NaN is no date. */
export function toMs(given: string | number): number {
  if (typeof given === 'number') return Math.round(given * 1000)
  const [, date, time = 'T00:00', zone = 'Z'] = ISO_8601.exec(given) ?? []
  const midnight = Date.parse(`${date}T00:00Z`)
  // The engine takes the 30th of February for the 2nd of March.
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${date}T`)
  return exists ? Date.parse(`${date}${time}${zone}`) : Number.NaN
}
