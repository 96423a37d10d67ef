import type { Source } from '../../../../src/domain/statement/source.ts'
import histories from '../../../contracts/histories.json'
import type { createRandom } from '../../../fakes/random.ts'
import { type Item, NOON, type Step } from './told.ts'

const DAY = 86_400_000
const HOUR = 3_600_000

type Random = ReturnType<typeof createRandom>
type Told = readonly [day: number, source: Source, text: string]

/** The texts that count days by the clock of whoever says them. */
const DATED = ['relative-dates-trip', 'plans-by-the-day']
/** In hours, of clocks that are on another day than UTC at some time of it. */
const OFFSETS = [-8, 5.5, 13]

const FAMILIES = histories as unknown as readonly { readonly name: string; readonly texts: readonly Told[] }[]

/** Small changes that say the same, or nearly. */
const SAID_AGAIN: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.replace(/\.$/, '!'),
  (text) => `Well, ${text}`,
]

/** At noon, or after midnight, by UTC; by the clock there it may be another day. */
function randomTime(random: Random, day: number): Pick<Item, 'occurredAt' | 'offsetMs'> {
  const occurredAt = NOON - random.pick([day, day, 60 - day, 3]) * DAY - random.pick([0, 0, 11]) * HOUR
  // Never the moment of a call: what is told then has a time of its own, which goes by what was told before it.
  return {
    occurredAt: Math.min(occurredAt, NOON - 1),
    offsetMs: random.chance(0.6) ? random.pick(OFFSETS) * HOUR : null,
  }
}

export function randomItem(random: Random, told: Told): Item {
  const [day, own, text] = told
  const source = random.chance(0.8) ? own : random.pick(['user', 'document', 'assistant'] as const)
  return {
    text: random.chance(0.8) ? text : random.pick(SAID_AGAIN)(text),
    persona: random.chance(0.8) ? 'shared' : 'work',
    source,
    sessionId: random.chance(0.5) ? random.pick(['s1', 's2']) : null,
    metadata: source === 'document' && random.chance(0.7) ? { title: random.pick(['one', 'two']) } : null,
    ...(random.chance(0.5) ? randomTime(random, day) : { occurredAt: null }),
  }
}

/** Texts that have to do with each other, told in any order, some of them several times. */
export function randomHistory(random: Random): { steps: Step[]; texts: Told[]; isFixed: boolean } {
  const isFixed = random.chance(0.5)
  const dated = FAMILIES.filter(({ name }) => DATED.includes(name))
  const families = [
    random.pick(random.chance(0.3) ? dated : FAMILIES),
    ...(random.chance(0.4) ? [random.pick(FAMILIES)] : []),
  ]
  const texts = families.flatMap((one) => one.texts)
  const steps: Step[] = []
  const count = 4 + random.below(7)
  for (let at = 0; at < count; at++) {
    const items = Array.from({ length: random.chance(0.7) ? 1 : 2 + random.below(2) }, () =>
      randomItem(random, random.pick(texts)),
    )
    steps.push({ now: isFixed ? NOON : NOON + Math.floor(at / 2) * HOUR, items })
  }
  return { steps, texts, isFixed }
}
