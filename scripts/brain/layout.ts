import { visible } from '../visible.ts'
import { cutToWidth, displayWidth, padToWidth } from './display-width.ts'

/** A record as lines of name and value. */
export function fields(record: object): string {
  const entries = Object.entries(record).filter(([, value]) => typeof value !== 'object' || value === null)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${shown(name, value)}`).join('\n')
}

/** Long texts are cut, so that a row stays on its line. */
const CELL = 60

export const onOneLine = (text: string): string => cutToWidth(visible(text.replace(/\s+/g, ' ')), CELL)

export const goOn = (next: string | null): string => (next === null ? '' : `\n\nThere are more: --cursor ${next}`)

/** What is left of a line for its text must be worth reading. */
const LEAST_TEXT = 24
const GAP = 2

/**
 * Records as a table, with the columns asked for: the first names the record. In a terminal no line is longer than that is wide; where that
 * leaves too little for the texts, the other columns go, the later ones first.
 */
export function table(
  records: readonly object[],
  columns: readonly string[],
  empty: string,
  width = process.stdout.columns ?? Number.POSITIVE_INFINITY,
): string {
  if (records.length === 0) return empty
  const rows = records.map((record) => columns.map((name) => shown(name, (record as Record<string, unknown>)[name])))
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => displayWidth(row[i]!))))
  const kept = columnsThatFit(widths, width)
  return [columns, ...rows]
    .map((row) => {
      const line = kept.map((i) => padToWidth(row[i]!, widths[i]!)).join(' '.repeat(GAP))
      return cutToWidth(line.trimEnd(), width)
    })
    .join('\n')
}

/** The widest column has the texts. */
function columnsThatFit(widths: readonly number[], width: number): number[] {
  const text = widths.indexOf(Math.max(...widths))
  const kept = widths.map((_, i) => i)
  const needed = () =>
    kept.reduce((sum, i) => sum + (i === text ? Math.min(widths[i]!, LEAST_TEXT) : widths[i]!) + GAP, -GAP)
  while (needed() > width) {
    const last = kept.findLastIndex((i) => i !== 0 && i !== text)
    if (last < 0) break
    kept.splice(last, 1)
  }
  return kept
}

/** Times come as Unix seconds. */
function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (name.endsWith('_at') && typeof value === 'number')
    return new Date(value * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return visible(String(value))
}
