import { attribute, childrenOf, elementsIn, isDropped, type PageElement } from './html-page.ts'

const MOST_SPAN = 100

/** A table that only arranges a page says nothing by its rows. */
export const isLayout = (table: PageElement): boolean =>
  ['presentation', 'none'].includes(attribute(table, 'role') ?? '') ||
  [...elementsIn(table)].some((one) => one !== table && one.tagName === 'table')

export const cellsOf = (table: PageElement): PageElement[] =>
  rowsOf(table).flatMap((row) => childrenOf(row, 'th', 'td'))

function rowsOf(table: PageElement): PageElement[] {
  return childrenOf(table, 'thead', 'tbody', 'tfoot', 'tr')
    .flatMap((part) => (part.tagName === 'tr' ? part : childrenOf(part, 'tr')))
    .filter((row) => !isDropped(row))
}

const spanOf = (cell: PageElement, name: string): number =>
  Math.min(MOST_SPAN, Math.max(1, Number.parseInt(attribute(cell, name) ?? '1', 10) || 1))

/** As Markdown, with what spans several rows in each of them, so that every row says all of it. */
export function tableMarkdown(table: PageElement, said: (cell: PageElement) => string): string {
  /** What cells of earlier rows say further down, by column. */
  const below = new Map<number, { readonly text: string; rows: number }>()
  const rows = rowsOf(table).map((row) => {
    const texts: string[] = []
    const fillFromAbove = () => {
      for (let above = below.get(texts.length); above && above.rows > 0; above = below.get(texts.length)) {
        above.rows--
        texts.push(above.text)
      }
    }
    for (const cell of childrenOf(row, 'th', 'td')) {
      fillFromAbove()
      const text = said(cell)
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll('|', '\\|')
      const down = spanOf(cell, 'rowspan') - 1
      for (let n = 0; n < spanOf(cell, 'colspan'); n++) {
        below.set(texts.length, { text: n === 0 ? text : '', rows: down })
        texts.push(n === 0 ? text : '')
      }
    }
    fillFromAbove()
    return texts
  })
  const filled = rows.filter((row) => row.some((text) => text !== ''))
  const [head, ...rest] = filled.map((texts) => `| ${texts.join(' | ')} |`)
  return head === undefined ? '' : [head, `|${'---|'.repeat(filled[0]!.length)}`, ...rest].join('\n')
}
