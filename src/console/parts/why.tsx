import { Bars } from './bars.tsx'
import { SCORE_PARTS } from './score-parts.ts'

/** What a score is made of. What plays no part is left out. */
export function Why({ why }: { why: Readonly<Record<string, unknown>> }) {
  const bars = SCORE_PARTS.flatMap(({ field, most, ...part }) => {
    const value = why[field]
    return typeof value === 'number' && Math.abs(value) >= 0.005 ? { ...part, value, share: value / most } : []
  })
  return (
    <>
      <Bars bars={bars} />
      {why.alone === true && <p class="small soft">Told in no conversation.</p>}
      {Array.isArray(why.members) && <p class="small soft">Drawn from {why.members.length} texts.</p>}
      {typeof why.hop === 'number' && (
        <p class="small soft">
          Reached over {why.hop} {why.hop === 1 ? 'hop' : 'hops'} from {String(why.from)}.
        </p>
      )}
    </>
  )
}
