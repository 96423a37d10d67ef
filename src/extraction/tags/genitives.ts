import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { isNominal } from '../tokens/token-tests.ts'
import { POSSESSIVES } from '../words/word-lists.ts'

/** Is this 's a genitive ("Tom's bike") or a verb ("Tom's a pilot")? */
export function possessiveS(tokens: Token[], i: number, lexicon: Lexicon): void {
  const token = tokens[i]!
  const before = tokens[i - 1]
  if (!before) return
  if (
    (token.text === "'" || token.text === '’') &&
    /s$/i.test(before.text) &&
    before.end === token.start &&
    tokens[i + 1]?.pos !== 'PUNCT' &&
    isNominal(before)
  ) {
    token.pos = 'POSS'
    return
  }
  if (token.lower !== "'s") return
  if (
    before.pos === 'PRON' ||
    before.pos === 'ADV' ||
    /^(?:that|there|here|what|where|who|how|let|it)$/.test(before.lower)
  ) {
    token.pos = 'AUX'
    return
  }
  let j = i + 1
  while (tokens[j]?.pos === 'ADV') j++
  const next = tokens[j]
  // "My name's Petra": a genitive would leave the clause without a verb.
  if (next?.pos === 'PROPN' && !clauseHasVerb(tokens, i)) {
    token.pos = 'AUX'
    return
  }
  if (!next) token.pos = 'POSS'
  else if (
    next.pos === 'DET' ||
    next.pos === 'NEG' ||
    next.pos === 'ADP' ||
    next.pos === 'AUX' ||
    POSSESSIVES.has(next.lower)
  )
    token.pos = 'AUX'
  else if (next.pos === 'VERB' && !lexicon.canBe(next.lower, 'NOUN'))
    token.pos = isNominal(tokens[j + 1]) ? 'POSS' : 'AUX'
  else if (next.pos === 'ADJ') {
    while (tokens[j]?.pos === 'ADJ' || tokens[j]?.pos === 'CCONJ') j++
    token.pos = isNominal(tokens[j]) || tokens[j]?.pos === 'VERB' ? 'POSS' : 'AUX'
  } else token.pos = 'POSS'
}

/** Is there a verb between the punctuation and conjunctions around `i`? */
function clauseHasVerb(tokens: readonly Token[], i: number): boolean {
  const bounds = (token: Token | undefined) => token === undefined || token.pos === 'PUNCT' || token.pos === 'CCONJ'
  for (let j = i - 1; !bounds(tokens[j]); j--) if (tokens[j]!.pos === 'VERB' || tokens[j]!.pos === 'AUX') return true
  for (let j = i + 1; !bounds(tokens[j]); j++) if (/^(?:VERB|AUX|NOUN)$/.test(tokens[j]!.pos)) return true
  return false
}
