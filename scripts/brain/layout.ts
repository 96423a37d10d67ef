/** A record as lines of name and value. */
export function fields(record: object): string {
  const entries = Object.entries(record).filter(([, value]) => typeof value !== 'object' || value === null)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${shown(name, value)}`).join('\n')
}

/** Long texts are cut, so that a row stays on its line. */
const CELL = 60

export const onOneLine = (text: string): string => cut(text.replace(/\s+/g, ' '), CELL)

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

export const goOn = (next: string | null): string => (next === null ? '' : `\n\nThere are more: --cursor ${next}`)

/** Records as a table, with the columns asked for. In a terminal no line is longer than that is wide. */
export function table(
  records: readonly object[],
  columns: readonly string[],
  empty: string,
  width = process.stdout.columns ?? Number.POSITIVE_INFINITY,
): string {
  if (records.length === 0) return empty
  const rows = records.map((record) => columns.map((name) => shown(name, (record as Record<string, unknown>)[name])))
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)))
  return [columns, ...rows]
    .map((row) => {
      const line = row.map((cell, i) => cell.padEnd(widths[i]!)).join('  ')
      return cut(line.trimEnd(), width)
    })
    .join('\n')
}

/** Times come as Unix seconds. */
function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (name.endsWith('_at') && typeof value === 'number')
    return new Date(value * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return String(value)
}
