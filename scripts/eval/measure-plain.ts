import { DAY_MS } from '../../src/runtime/duration.ts'
import type { Brain } from './brain.ts'
import type { PlainCase } from './data-sets.ts'

interface Right {
  readonly right: number
  readonly of: number
}

/** In how many cases the right text is first. */
export interface PlainFigures {
  /** Where a later text is of another thing of the same kind, and changes nothing. */
  readonly other: Right
  /** Where a later text changes what is asked for. */
  readonly change: Right
}

const FIRST_TOLD = Date.UTC(2026, 0, 10)
const BETWEEN_MS = 30 * DAY_MS

/** A few plain statements each, in a persona of its own, told a month apart. */
export async function measurePlain(brain: Brain, cases: readonly PlainCase[], label: string): Promise<PlainFigures> {
  const personaOf = (at: number) => `${label}-${at}`
  const items = cases.flatMap(({ told }, at) =>
    told.map((text, place) => ({
      ...{ text, persona: personaOf(at), metadata: { turn: `${place}` } },
      occurred_at: new Date(FIRST_TOLD + place * BETWEEN_MS).toISOString(),
    })),
  )
  await brain.ingest(items, label)
  const answers = await brain.retrieveAll(
    cases.map(({ query }, at) => ({ query, persona: personaOf(at), k: 5 })),
    label,
  )
  const right = (kind: PlainCase['kind']): Right => {
    const some = cases.flatMap((each, at) => (each.kind === kind ? [{ ...each, facts: answers[at]!.facts }] : []))
    return {
      right: some.filter(({ first, facts }) => facts[0]?.metadata?.turn === `${first}`).length,
      of: some.length,
    }
  }
  return { other: right('other'), change: right('change') }
}
