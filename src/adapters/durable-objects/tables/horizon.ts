import type { Horizon } from '../../../ports/memory-store.ts'
import { DAY_MS, HOUR_MS } from '../../../runtime/duration.ts'
import type { FadedMemories } from './faded.ts'
import type { Ids } from './ids.ts'
import type { Meta } from './meta.ts'

/** A model is not asked for less: a few new facts seldom make a cluster. */
const COMPRESS_AT_FACTS = 50

/** The place of "there is something to compress" among the levels of confidence, which begin at 1. */
const COMPRESS = 0

/**
 * What the schedule was told of this vault. A level's oldest memory only ever gets younger (new ones come later, accesses make it later),
 * so that there is nothing to tell but the first memory of a level: at most 20 times between two visits, however much is ingested.
 */
export function createHorizon(meta: Meta, ids: Ids, faded: FadedMemories) {
  let told: number | null = null
  let seen = 0
  const bit = (level: number) => 1 << level
  const toldLevels = () => (told ??= meta.number('told levels') ?? 0)
  const watermark = () => meta.number('compressed up to') ?? 0
  const enough = () => ids.last('facts') - watermark() >= COMPRESS_AT_FACTS

  return {
    watermark,
    advance: (to: number): void => meta.set('compressed up to', to),
    /** Notes that a memory of this level was stored or raised to it. */
    saw(level: number): void {
      seen |= bit(level)
    },
    /** Is there something that the schedule does not know yet? */
    hasPending(): boolean {
      if ((toldLevels() & bit(COMPRESS)) === 0 && enough()) seen |= bit(COMPRESS)
      return (seen & ~toldLevels()) !== 0
    },
    /** What there is to be told at `now`; `told` follows when it has arrived. `notBefore`: when compression may go on. */
    read(now: number, notBefore = now): Horizon {
      return {
        turn: (meta.number('told turn') ?? 0) + 1,
        idle: faded.longestIdle(),
        compressFrom: enough() ? notBefore : null,
      }
    },
    /** What the schedule does not know yet, or null. Looks at the memories themselves: what was seen is lost when the vault goes to sleep. */
    news(now: number): Horizon | null {
      const all = this.read(now)
      const unknown = (level: number) => (toldLevels() & bit(level)) === 0
      const idle = all.idle.filter(({ level }) => unknown(level))
      const compressFrom = unknown(COMPRESS) ? all.compressFrom : null
      return idle.length > 0 || compressFrom !== null ? { ...all, idle, compressFrom } : null
    },
    told({ turn, idle, compressFrom }: Horizon, replaces: boolean): void {
      const levels = idle.reduce((mask, { level }) => mask | bit(level), compressFrom === null ? 0 : bit(COMPRESS))
      told = replaces ? levels : toldLevels() | levels
      meta.set('told levels', told)
      meta.set('told turn', Math.max(turn, meta.number('told turn') ?? 0))
    },
    /** When the next try to compress makes sense: in an hour, or on the next day where the day's tokens are spent. */
    nextTry: (now: number, spent: boolean): number => (spent ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : now + HOUR_MS),
    forget(): void {
      told = null
      seen = 0
    },
  }
}
