import { DAY_MS } from '../../runtime/duration.ts'

type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field of its own: a file may have entries that are called like something every object inherits. */
export const fieldOf = (value: unknown, name: string): unknown =>
  isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The text that a field is, or null where it is another kind of value or blank. */
export function textOf(value: unknown, name: string): string | null {
  const found = fieldOf(value, name)
  return typeof found === 'string' && found.trim() !== '' ? found.toWellFormed() : null
}

const YEAR_ONE_MS = -62_135_596_800_000
/** Seconds since 1970 stay below it for the next three thousand years, milliseconds have been above it since 1973. */
const LEAST_MS = 1e11
const ISO_8601 = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?)?(?:\s?(?:Z|[+-]\d\d:?\d\d))?$/

/** The first of these that is a time, in ms since the epoch: ISO 8601 (in UTC where it names no zone), or a number of seconds or ms. */
export function timeOf(now: number, ...values: readonly unknown[]): number | null {
  for (const value of values) {
    const ms = typeof value === 'number' ? fromNumber(value) : typeof value === 'string' ? fromText(value.trim()) : null
    // Nobody said it tomorrow: a clock was wrong, or the number is something else.
    if (ms !== null && ms >= YEAR_ONE_MS && ms <= now + DAY_MS) return ms
  }
  return null
}

const fromNumber = (value: number): number | null =>
  Number.isFinite(value) && value !== 0 ? Math.round(Math.abs(value) < LEAST_MS ? value * 1000 : value) : null

const dayOf = (date: string) =>
  [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))] as const

function fromText(value: string): number | null {
  if (!ISO_8601.test(value)) return null
  const dated = value.replace(' ', 'T').replace(/\s/, '').replace(',', '.')
  const zoned = /(?:Z|[+-]\d\d:?\d\d)$/.test(dated.slice(10))
    ? dated
    : `${dated.length > 10 ? dated : `${dated}T00:00`}Z`
  const ms = Date.parse(zoned)
  // The 30th of February would be taken for the 1st of March.
  const isDay = new Date(Date.UTC(...dayOf(dated))).getUTCDate() === dayOf(dated)[2]
  return Number.isNaN(ms) || !isDay ? null : ms
}

/** Deeper than anybody describes a memory, shallow enough for whatever walks it. */
const MOST_LEVELS = 16
const MOST_BYTES = 12 * 1024
const MOST_FIELDS = 200

/**
 * What of foreign metadata can be kept beside a memory: plain values, not too deep and not too many. What has to be left out is not left
 * out silently: `metadata_truncated` says so.
 */
export function keptMetadata(entries: readonly (readonly [name: string, value: unknown])[]): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  let bytes = 0
  let isWhole = true
  for (const [name, value] of entries.slice(0, MOST_FIELDS)) {
    if (value === undefined || value === null || value === '') continue
    const json = isShallow(value) ? JSON.stringify(value) : null
    const size = json === null ? 0 : utf8.encode(json).length + utf8.encode(name).length + 4
    if (json === null || name === '__proto__' || !name.isWellFormed() || bytes + size > MOST_BYTES) isWhole = false
    else {
      kept[name] = JSON.parse(json.toWellFormed())
      bytes += size
    }
  }
  if (entries.length > MOST_FIELDS) isWhole = false
  return isWhole ? kept : { ...kept, metadata_truncated: true }
}

const utf8 = new TextEncoder()

/** Looked for without recursion: the point is to survive what would break recursion. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return false
    if (level.some((one) => isFields(one) && Object.hasOwn(one, '__proto__'))) return false
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return true
}
