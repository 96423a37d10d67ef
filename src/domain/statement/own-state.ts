import { lazy } from '../../runtime/lazy.ts'

/** What somebody can be only one of at a time, whatever words tell that it changed. */
const STATES = [
  'vegetarian vegan pescatarian flexitarian omnivore carnivore',
  'single engaged married separated divorced widowed',
] as const

export interface OwnState {
  /** Which of them it is one of. */
  readonly kind: number
  readonly value: string
}

const BEFORE = "(?:i am|i'?m|we'?re|we are|so|went|gone|turned|bec[ao]me|got|gotten|being|back to|now)"
const BETWEEN = '(?:(?:a|now|basically|technically|officially|fully|mostly|strictly|just|more of a|back to|being) )*'
/** "A vegan cake", "single malt" and "married life" are no states of anybody. */
const BEHIND = `(?=[.,;:!?)…–—-]|$| (?:now|again|since|for|i guess|i suppose|these|today|because|cos|and|but|on|in|at|to|as|last|this)\\b)`

const patterns = lazy(() =>
  STATES.map((values) => new RegExp(`\\b${BEFORE} ${BETWEEN}(${values.replaceAll(' ', '|')})${BEHIND}`, 'g')),
)

/** "She stopped eating meat, so vegan now" tells of her. */
const OF_ONESELF = /\b(?:i|i'm|im|i've|we|we're)\b/
const OF_OTHERS = /\b(?:he|she|they)\b/

/** What the speaker says of himself that he is, of what one is one of: the last where a text says several. */
export function ownStates(text: string): OwnState[] {
  const small = text.toLowerCase().replaceAll('’', "'")
  if (!OF_ONESELF.test(small) || OF_OTHERS.test(small)) return []
  return patterns().flatMap((pattern, kind) => {
    const last = [...small.matchAll(pattern)].at(-1)
    return last ? [{ kind, value: last[1]! }] : []
  })
}
