import * as z from 'zod/mini'

const RULE =
  'must be a date in ISO 8601 (2026-11-14T10:00:00Z) or a number of seconds since 1970, at most one day in the future'
const ISO_8601 = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/
const YEAR_ONE_MS = -62_135_596_800_000
const DAY_MS = 86_400_000

/** When something was said or happened, in ms since the epoch. A time without an offset is in UTC, a date alone is its first moment. */
export const occurredAt = () =>
  z.pipe(
    z.union([z.string(), z.number()], RULE),
    z.transform((given: string | number, context) => {
      const ms = typeof given === 'number' ? Math.round(given * 1000) : parse(given)
      if (ms >= YEAR_ONE_MS && ms <= Date.now() + DAY_MS) return ms
      context.issues.push({ code: 'custom', message: RULE, input: given })
      return z.NEVER
    }),
  )

function parse(text: string): number {
  const [, date, time = 'T00:00', zone = 'Z'] = ISO_8601.exec(text) ?? []
  const midnight = Date.parse(`${date}T00:00Z`)
  // The engine takes the 30th of February for the 2nd of March.
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(`${date}T`)
  return exists ? Date.parse(`${date}${time}${zone}`) : Number.NaN
}
