/** A record as lines of name and value. */
export function fields(record: object): string {
  const entries = Object.entries(record).filter(([, value]) => typeof value !== 'object' || value === null)
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${shown(name, value)}`).join('\n')
}

/** Records as a table, with the columns asked for. */
export function table(records: readonly object[], columns: readonly string[], empty: string): string {
  if (records.length === 0) return empty
  const rows = records.map((record) => columns.map((name) => shown(name, (record as Record<string, unknown>)[name])))
  const widths = columns.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]!.length)))
  return [columns, ...rows]
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Times come as Unix seconds. */
function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (name.endsWith('_at') && typeof value === 'number')
    return new Date(value * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return String(value)
}
