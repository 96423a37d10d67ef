import type { Token } from '../../tokens/token.ts'
import { VAGUE_PRONOUNS } from '../../words/word-lists.ts'

/** "with them", "for everything" */
export const pointsAway = (tokens: readonly Token[]): boolean =>
  tokens.some(({ pos, lower }) => /^(?:PRON|DET|NOUN)$/.test(pos) && VAGUE_PRONOUNS.has(lower))
