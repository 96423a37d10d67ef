import { Histogram } from './histogram.tsx'

const SHOWN = 12
const MONTH = new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' })

/** What was spent in each of the last twelve months; in those that are not named, nothing was. Months are `2026-11`. */
export function Months({ spent }: { spent: readonly (readonly [month: string, operations: number])[] }) {
  const known = new Map(spent)
  const now = new Date()
  const dates = Array.from(
    { length: SHOWN },
    (_, at) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - SHOWN + 1 + at)),
  )
  return (
    <Histogram
      title="Operations"
      counts={dates.map((date) => known.get(date.toISOString().slice(0, 7)) ?? 0)}
      labels={dates.map((date, at) =>
        at === 0 || date.getUTCMonth() === 0
          ? `${MONTH.format(date)} ${date.getUTCFullYear() % 100}`
          : MONTH.format(date),
      )}
    />
  )
}
