import { COMPRESS_BIT, enoughToCompress, horizonOf, levelBit, levelsOf } from '../../../memory/horizon.ts'
import { magnitudeOf } from '../../../memory/magnitude.ts'
import type { Horizon } from '../../../ports/consolidation.ts'
import type { FadedMemories } from './faded.ts'
import type { Ids } from './ids.ts'
import type { Meta } from './meta.ts'
import type { Personas } from './personas.ts'

/** Above the bits of the levels, in the same value: the magnitude that was told. */
const MAGNITUDE_SHIFT = 24
const LEVELS = (1 << MAGNITUDE_SHIFT) - 1

/**
 * What the schedule was told of this vault. A level's oldest memory only ever gets younger (new ones come later, accesses make it later),
 * so that there is nothing to tell but the first memory of a level: at most 20 times between two visits, however much is ingested. With it
 * goes how many chunks there are, which is news when it has another number of digits.
 */
export function createHorizon(meta: Meta, ids: Ids, faded: FadedMemories, personas: Pick<Personas, 'totals'>) {
  let told: number | null = null
  let seen = 0
  const toldLevels = () => (told ??= meta.number('told levels') ?? 0)
  const watermark = () => meta.number('compressed up to') ?? 0
  const factsSince = () => ids.last('facts') - watermark()
  const isTold = (bit: number) => (toldLevels() & bit) !== 0
  const isGrown = () => magnitudeOf(personas.totals().chunks) !== toldLevels() >> MAGNITUDE_SHIFT

  return {
    watermark,
    advance: (to: number): void => meta.set('compressed up to', to),
    /** Notes that a memory of this level was stored or raised to it. */
    saw(level: number): void {
      seen |= levelBit(level)
    },
    /** Is there something that the schedule does not know yet? */
    hasPending(): boolean {
      if (!isTold(COMPRESS_BIT) && enoughToCompress(factsSince())) seen |= COMPRESS_BIT
      return (seen & ~toldLevels()) !== 0 || isGrown()
    },
    /** What there is to be told at `now`; `told` follows when it has arrived. `notBefore`: when compression may go on. */
    read(now: number, notBefore = now): Horizon {
      const turn = meta.number('told turn') ?? 0
      const horizon = horizonOf({ turn, idle: faded.longestIdle(), factsSince: factsSince() }, notBefore)
      return { ...horizon, chunks: personas.totals().chunks }
    },
    /** What the schedule does not know yet, or null. Looks at the memories themselves: what was seen is lost when the vault goes to sleep. */
    news(now: number): Horizon | null {
      const all = this.read(now)
      const idle = all.idle.filter(({ level }) => !isTold(levelBit(level)))
      const compressFrom = isTold(COMPRESS_BIT) ? null : all.compressFrom
      return idle.length > 0 || compressFrom !== null || isGrown() ? { ...all, idle, compressFrom } : null
    },
    told(horizon: Horizon, replaces: boolean): void {
      const magnitude = magnitudeOf(horizon.chunks ?? 0) << MAGNITUDE_SHIFT
      told = levelsOf(horizon) | (replaces ? 0 : toldLevels() & LEVELS) | magnitude
      meta.set('told levels', told)
      meta.set('told turn', Math.max(horizon.turn, meta.number('told turn') ?? 0))
    },
    forget(): void {
      told = null
      seen = 0
    },
  }
}
