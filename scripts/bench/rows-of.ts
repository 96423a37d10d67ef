import type { Row } from '../eval/figure-table.ts'

/** Adds rows under one heading. */
export function rowsOf(section: string) {
  const rows: Row[] = []
  const add = (what: string, figure: string, aim = '', met: boolean | null = null) =>
    rows.push({ section, what, figure, aim, met })
  return { rows, add }
}
