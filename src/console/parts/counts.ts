const NUMBER = new Intl.NumberFormat()

export const toCount = (n: number): string => NUMBER.format(n)

/** `2 chunks, 1 fact`: what there is none of is left out. */
export function toCounts(counts: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(counts).flatMap(([what, n]) =>
    typeof n === 'number' && n !== 0 ? [`${toCount(n)} ${n === 1 ? singularOf(what) : what.replaceAll('_', ' ')}`] : [],
  )
  return told.join(', ')
}

const singularOf = (what: string): string =>
  what.replaceAll('_', ' ').replace(/(?:ies|(?<=[^s])s)$/, (end) => (end === 'ies' ? 'y' : ''))
