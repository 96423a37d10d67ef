import type { Lexicon } from '../lexicon.ts'
import type { Token } from '../tokens/token.ts'
import { CONDITIONALS, MONTHS, POSSESSIVES, PREPOSITIONS, SUBORDINATORS } from '../words/word-lists.ts'
import { type NounPhrase, parseNounPhrase } from './noun-phrases.ts'
import { parseVerbGroup } from './parse-verb-group.ts'
import type { VerbGroup } from './verb-group.ts'

/** A word that binds or separates phrases. `rel`: who, which, where …; `that` is left open: clauses decide what it is. */
export interface Link {
  readonly type: 'prep' | 'adj' | 'adv' | 'cc' | 'sc' | 'rel' | 'that' | 'comma' | 'break' | 'paren' | 'quote' | 'other'
  readonly start: number
  readonly end: number
}

export type Chunk = NounPhrase | VerbGroup | Link

/** A sentence as a row of noun phrases, verb groups and the words between them. */
export function toChunks(tokens: readonly Token[], lexicon: Lexicon): Chunk[] {
  const chunks: Chunk[] = []
  for (let i = 0; i < tokens.length; ) {
    const chunk = chunkAt(tokens, i, chunks, lexicon)
    chunks.push(chunk)
    i = Math.max(chunk.end, i + 1)
  }
  return chunks
}

function chunkAt(tokens: readonly Token[], i: number, before: readonly Chunk[], lexicon: Lexicon): Chunk {
  const token = tokens[i]!
  const link = (type: Link['type'], length = 1): Link => ({ type, start: i, end: i + length })
  const { lower } = token
  if (token.text === ',') return link('comma')
  if (/^[()[\]]$/.test(token.text) || /^-[LR][RSC]B-$/.test(token.text)) return link('paren')
  if (/^[;:.!?…]+$/.test(token.text) || /^[—–-]{1,2}$/.test(token.text)) return link('break')
  if (token.pos === 'CCONJ') return link('cc')
  if (/^["“”'`‘’]{1,2}$/.test(token.text) && token.pos !== 'POSS') {
    const quoted = parseNounPhrase(tokens, i)
    return quoted && tokens.slice(i, quoted.end).length > 2 ? quoted : link('quote')
  }
  if (lower === 'that' && token.pos !== 'DET') {
    const phrase = parseNounPhrase(tokens, i)
    const last = before.at(-1)
    // "the cat that my sister has" and "said that dogs bark" are no demonstratives; "that dog" at a clause start is.
    if (
      phrase &&
      phrase.end > i + 1 &&
      (last === undefined || last.type === 'prep' || last.type === 'cc' || last.type === 'comma')
    )
      return phrase
    return link('that')
  }
  if (lower === 'who' || lower === 'which' || lower === 'whom' || lower === 'whose' || lower === 'where')
    return link('rel')
  if (lower === 'what' || lower === 'why' || lower === 'how') return link('sc')
  if (
    CONDITIONALS.has(lower) ||
    (token.pos === 'SCONJ' && lower !== 'like') ||
    ((lower === 'when' || lower === 'while' || lower === 'because' || lower === 'once') && token.pos !== 'NOUN')
  )
    return link('sc')
  if (lower === 'so' && (tokens[i + 1]?.pos === 'PRON' || tokens[i + 1]?.lower === 'that')) return link('sc')
  if (
    SUBORDINATORS.has(lower) &&
    lower !== 'so' &&
    lower !== 'as' &&
    tokens[i + 1]?.pos !== 'NUM' &&
    opensClause(tokens, i + 1)
  )
    return link('sc')
  if (lower === 'as' && opensClause(tokens, i + 1)) return link('sc')
  if (lower === 'such' && tokens[i + 1]?.lower === 'as') return link('prep', 2)
  if (/^(?:because|instead|out|ahead)$/.test(lower) && tokens[i + 1]?.lower === 'of') return link('prep', 2)
  if (
    (lower === 'next' || lower === 'close' || lower === 'due' || lower === 'according') &&
    tokens[i + 1]?.lower === 'to'
  )
    return link(lower === 'close' ? 'adj' : 'prep', lower === 'close' ? 1 : 2)
  const verb =
    token.pos === 'AUX' || token.pos === 'VERB' || token.pos === 'TO' || token.pos === 'NEG' || token.pos === 'ADV'
      ? parseVerbGroup(tokens, i, lexicon)
      : null
  if (verb && !(token.pos === 'VERB' && isGerundModifier(tokens, i))) return verb
  if (
    token.pos === 'ADP' ||
    (PREPOSITIONS.has(lower) &&
      token.pos !== 'ADV' &&
      token.pos !== 'NOUN' &&
      token.pos !== 'ADJ' &&
      token.pos !== 'PROPN')
  )
    return link('prep')
  if (
    token.pos === 'ADV' &&
    PREPOSITIONS.has(lower) &&
    tokens[i + 1]?.pos !== 'NUM' &&
    parseNounPhrase(tokens, i + 1) &&
    !MONTHS.has(lower)
  )
    return link('prep')
  const phrase = parseNounPhrase(tokens, i)
  if (phrase) return phrase
  if (token.pos === 'ADJ') return link('adj')
  if (token.pos === 'ADV' || token.pos === 'NEG' || token.pos === 'INTJ') return link('adv')
  if (token.pos === 'SCONJ') return link('sc')
  return link('other')
}

/** "running shoes", "painting classes": -ing straight before a noun with nothing verbal about it; only at the start of a phrase. */
function isGerundModifier(tokens: readonly Token[], i: number): boolean {
  const before = tokens[i - 1]
  return (
    before !== undefined &&
    /ing$/.test(tokens[i]!.lower) &&
    (before.pos === 'DET' || before.pos === 'ADJ' || POSSESSIVES.has(before.lower)) &&
    tokens[i + 1]?.pos === 'NOUN'
  )
}

/** Does a clause (subject and verb) rather than a noun phrase begin here: "since we moved" against "since 2019"? */
function opensClause(tokens: readonly Token[], from: number): boolean {
  // "After work I go home": the noun belongs to the preposition, the clause begins after it.
  if (
    /^(?:NOUN|NUM|PROPN)$/.test(tokens[from]?.pos ?? '') &&
    /^(?:i|we|he|she|they|you|it)$/.test(tokens[from + 1]?.lower ?? '')
  )
    return false
  let depth = 0
  for (let i = from; i < Math.min(tokens.length, from + 9); i++) {
    const token = tokens[i]!
    if (token.text === ',' || token.pos === 'SCONJ' || /^[.;:!?]$/.test(token.text)) return false
    if ((token.pos === 'VERB' && !/ing$/.test(token.lower) && depth > 0) || (token.pos === 'AUX' && depth > 0))
      return true
    if (token.pos === 'NOUN' || token.pos === 'PROPN' || token.pos === 'PRON') depth++
    if (token.pos === 'TO') return false
  }
  return false
}
