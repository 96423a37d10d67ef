import type { Token } from '../tokens/token.ts'
import { POSSESSIVES, TIME_ADVERBS } from '../words/word-lists.ts'

export const isQuote = (token: Token | undefined): boolean =>
  token !== undefined && /^["“”'`‘’]{1,2}$/.test(token.text) && token.pos !== 'POSS'

export const startsNominal = (tokens: readonly Token[], i: number): boolean => {
  const next = tokens[i]
  return next !== undefined && (/^(?:ADJ|NOUN|PROPN|NUM|VERB|ADV|SYM)$/.test(next.pos) || isQuote(next))
}

/** Does the modifier at `i` lead to a noun through other modifiers? */
export function continues(tokens: readonly Token[], i: number): boolean {
  for (let j = i + 1; j < Math.min(tokens.length, i + 6); j++) {
    const token = tokens[j]!
    if (token.pos === 'NOUN' || token.pos === 'PROPN' || token.pos === 'NUM')
      return !/^(?:yesterday|today|tomorrow|tonight)$/.test(token.lower)
    if (
      token.pos === 'ADJ' ||
      isQuote(token) ||
      (token.pos === 'ADV' && tokens[j + 1]?.pos !== 'VERB' && !TIME_ADVERBS.has(token.lower)) ||
      (token.pos === 'VERB' && modifies(tokens, j))
    )
      continue
    if (token.pos === 'CCONJ' && tokens[j + 1]?.pos === 'ADJ') continue
    if (token.text === ',' && tokens[j + 1]?.pos === 'ADJ' && tokens[j - 1]?.pos === 'ADJ') continue
    return false
  }
  return false
}

/** "a broken window", "running shoes": a participle straight before a noun, after a determiner, possessor or adjective. */
export function modifies(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]!
  const before = tokens[i - 1]
  const next = tokens[i + 1]
  const opened =
    before !== undefined &&
    (before.pos === 'DET' ||
      before.pos === 'ADJ' ||
      before.pos === 'POSS' ||
      POSSESSIVES.has(before.lower) ||
      before.pos === 'NUM')
  return (
    opened &&
    /(?:ing|ed|en)$/.test(token.lower) &&
    next !== undefined &&
    (next.pos === 'NOUN' || next.pos === 'PROPN' || next.pos === 'ADJ')
  )
}
