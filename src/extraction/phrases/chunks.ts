import type { Lexicon } from '../lexicon.ts'
import { rulesByWord } from '../rules-by-word.ts'
import type { Token } from '../tokens/token.ts'
import { why } from '../why.ts'
import { CONDITIONALS, MONTHS, POSSESSIVES, PREPOSITIONS, SUBORDINATORS } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { isQuote } from './modifiers.ts'
import type { NounPhrase } from './noun-phrase.ts'
import { parseNounPhrase } from './parse-noun-phrase.ts'
import { parseVerbGroup } from './parse-verb-group.ts'
import type { VerbGroup } from './verb-group.ts'

/** A word that binds or separates phrases. `rel`: who, which, where …; `that` is left open: clauses decide what it is. */
export interface Link {
  readonly type: 'prep' | 'adj' | 'adv' | 'cc' | 'sc' | 'rel' | 'that' | 'comma' | 'break' | 'paren' | 'quote' | 'other'
  readonly start: number
  readonly end: number
}

export type Chunk = NounPhrase | VerbGroup | Link

interface PhraseContext {
  readonly tokens: readonly Token[]
  readonly i: number
  readonly token: Token
  readonly next: Token | undefined
  readonly before: Chunk | undefined
  readonly lexicon: Lexicon
}

interface PhraseRule {
  readonly name: string
  /** The words (in lower case) that it is about; any, where there are none. */
  readonly words?: ReadonlySet<string>
  /** The word that follows. */
  readonly followedBy?: string
  readonly when?: (at: PhraseContext) => boolean
  /** The phrase that begins here, or null: then the next rule is asked. Or the link that the word is, with the words that belong to it. */
  readonly read: ((at: PhraseContext) => Chunk | null) | Link['type']
  readonly length?: number
}

const NO_PREPOSITION = wordSet('ADV NOUN ADJ PROPN')
const OPENS_VERB_GROUP = wordSet('AUX VERB TO NEG ADV')

/** What begins at a token. The first rule that applies decides. */
const phrasesFor = rulesByWord<PhraseRule>([
  { name: 'comma', words: wordSet(','), read: 'comma' },
  { name: 'bracket', when: ({ token }) => /^(?:[()[\]]|-[LR][RSC]B-)$/.test(token.text), read: 'paren' },
  { name: 'stop-or-dash', when: ({ token }) => /^(?:[;:.!?…]+|[—–-]{1,2})$/.test(token.text), read: 'break' },
  { name: 'coordinating-conjunction', when: ({ token }) => token.pos === 'CCONJ', read: 'cc' },
  { name: 'quoted-phrase', when: ({ token }) => isQuote(token), read: quotedPhrase },
  { name: 'quotation-mark', when: ({ token }) => isQuote(token), read: 'quote' },
  {
    name: 'demonstrative-that',
    words: wordSet('that'),
    when: ({ token, before }) =>
      token.pos !== 'DET' && (before === undefined || /^(?:prep|cc|comma)$/.test(before.type)),
    read: phraseAfterThat,
  },
  { name: 'that', words: wordSet('that'), when: ({ token }) => token.pos !== 'DET', read: 'that' },
  { name: 'relative-word', words: wordSet('who which whom whose where'), read: 'rel' },
  { name: 'question-word', words: wordSet('what why how'), read: 'sc' },
  { name: 'conditional', words: CONDITIONALS, read: 'sc' },
  { name: 'tagged-conjunction', when: ({ token }) => token.pos === 'SCONJ' && token.lower !== 'like', read: 'sc' },
  {
    name: 'when-or-while',
    words: wordSet('when while because once bc cuz coz cos'),
    when: ({ token }) => token.pos !== 'NOUN',
    read: 'sc',
  },
  {
    name: 'so-before-clause',
    words: wordSet('so'),
    when: ({ next, before }) =>
      /^(?:PRON|PROPN|DET|NOUN)$/.test(next?.pos ?? '') ||
      next?.lower === 'that' ||
      (before?.type === 'np' && next?.pos === 'NUM') ||
      (opensSentence(before) && /^(?:ADV|NUM)$/.test(next?.pos ?? '')),
    read: 'sc',
  },
  {
    name: 'as-before-clause',
    words: wordSet('as'),
    when: ({ tokens, i, next }) => next?.lower !== 'of' && opensClause(tokens, i + 1),
    read: 'sc',
  },
  {
    name: 'since-before-clause',
    words: SUBORDINATORS,
    when: ({ tokens, i, token, next }) =>
      token.lower !== 'so' && token.lower !== 'as' && next?.pos !== 'NUM' && opensClause(tokens, i + 1),
    read: 'sc',
  },
  {
    name: 'as-well',
    words: wordSet('as'),
    followedBy: 'well',
    when: ({ tokens, i }) => tokens[i + 2]?.lower !== 'as',
    read: 'adv',
    length: 2,
  },
  {
    name: 'at-least',
    words: wordSet('at'),
    when: ({ next }) => /^(?:least|most|all|once|last|first)$/.test(next?.lower ?? ''),
    read: 'adv',
    length: 2,
  },
  { name: 'as-of', words: wordSet('as'), followedBy: 'of', read: 'prep', length: 2 },
  { name: 'such-as', words: wordSet('such'), followedBy: 'as', read: 'prep', length: 2 },
  { name: 'because-of', words: wordSet('because instead out ahead'), followedBy: 'of', read: 'prep', length: 2 },
  { name: 'next-to', words: wordSet('next due according'), followedBy: 'to', read: 'prep', length: 2 },
  { name: 'close-to', words: wordSet('close'), followedBy: 'to', read: 'adj' },
  {
    name: 'verb-group',
    when: ({ tokens, i, token }) =>
      OPENS_VERB_GROUP.has(token.pos) && !(token.pos === 'VERB' && isGerundModifier(tokens, i)),
    read: ({ tokens, i, lexicon }) => parseVerbGroup(tokens, i, lexicon),
  },
  { name: 'tagged-preposition', when: ({ token }) => token.pos === 'ADP', read: 'prep' },
  { name: 'preposition', words: PREPOSITIONS, when: ({ token }) => !NO_PREPOSITION.has(token.pos), read: 'prep' },
  {
    name: 'adverb-before-phrase',
    words: PREPOSITIONS,
    when: ({ tokens, i, token, next }) =>
      token.pos === 'ADV' && next?.pos !== 'NUM' && parseNounPhrase(tokens, i + 1) !== null && !MONTHS.has(token.lower),
    read: 'prep',
  },
  { name: 'noun-phrase', read: ({ tokens, i }) => parseNounPhrase(tokens, i) },
  { name: 'adjective', when: ({ token }) => token.pos === 'ADJ', read: 'adj' },
  { name: 'adverb', when: ({ token }) => /^(?:ADV|NEG|INTJ)$/.test(token.pos), read: 'adv' },
  { name: 'conjunction-like', when: ({ token }) => token.pos === 'SCONJ', read: 'sc' },
  { name: 'anything-else', read: 'other' },
])

/** A sentence as a row of noun phrases, verb groups and the words between them. */
export function toChunks(tokens: readonly Token[], lexicon: Lexicon): Chunk[] {
  const chunks: Chunk[] = []
  for (let i = 0; i < tokens.length; ) {
    const chunk = chunkAt({ tokens, i, token: tokens[i]!, next: tokens[i + 1], before: chunks.at(-1), lexicon })
    chunks.push(chunk)
    i = Math.max(chunk.end, i + 1)
  }
  return chunks
}

function chunkAt(at: PhraseContext): Chunk {
  for (const rule of phrasesFor(at.token.lower)) {
    if (rule.followedBy && at.next?.lower !== rule.followedBy) continue
    if (rule.when && !rule.when(at)) continue
    const { i } = at
    const chunk =
      typeof rule.read === 'string' ? { type: rule.read, start: i, end: i + (rule.length ?? 1) } : rule.read(at)
    if (!chunk) continue
    if (why) {
      const about = at.tokens.slice(i, Math.max(chunk.end, i + 1)).map(({ text }) => text)
      why.steps.push({ stage: 'phrase', rule: rule.name, about: `${about.join(' ')}: ${chunk.type}` })
    }
    return chunk
  }
  throw new Error('the last rule takes anything')
}

function quotedPhrase({ tokens, i }: PhraseContext): NounPhrase | null {
  const phrase = parseNounPhrase(tokens, i)
  return phrase && phrase.end > i + 2 ? phrase : null
}

/** "the cat that my sister has" and "said that dogs bark" are no demonstratives; "that dog" at a clause start is. */
function phraseAfterThat({ tokens, i }: PhraseContext): NounPhrase | null {
  const phrase = parseNounPhrase(tokens, i)
  return phrase && phrase.end > i + 1 ? phrase : null
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

const opensSentence = (before: Chunk | undefined): boolean =>
  before === undefined || before.type === 'comma' || before.type === 'break'

/** Does a clause (subject and verb) rather than a noun phrase begin here: "since we moved" against "since 2019"? */
function opensClause(tokens: readonly Token[], from: number): boolean {
  // "After work I go home": the noun belongs to the preposition, the clause begins after it.
  if (
    /^(?:NOUN|NUM|PROPN)$/.test(tokens[from]?.pos ?? '') &&
    /^(?:i|we|he|she|they|you|it)$/.test(tokens[from + 1]?.lower ?? '')
  )
    return false
  let hasSubject = false
  for (const { text, pos, lower } of tokens.slice(from, from + 9)) {
    if (/^[,.;:!?]$/.test(text) || pos === 'SCONJ' || pos === 'TO') return false
    if (hasSubject && (pos === 'AUX' || (pos === 'VERB' && !/ing$/.test(lower)))) return true
    hasSubject ||= pos === 'NOUN' || pos === 'PROPN' || pos === 'PRON'
  }
  return false
}
