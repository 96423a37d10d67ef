import type { Token } from '../tokens/token.ts'
import { isNominal } from '../tokens/token-tests.ts'
import { isGivenName } from '../words/given-names.ts'
import { NATIONAL } from '../words/person-nouns.ts'
import { POSSESSIVES } from '../words/word-lists.ts'
import { wordSet } from '../words/word-set.ts'
import { retag, type TokenContext, tagBy } from './tag-rule.ts'

const PARENTS = wordSet(
  'mum mom mam mummy mommy mama mother dad daddy papa father gran granny nan nana grandma grandpa grandad',
)

interface AfterApostrophe extends TokenContext {
  readonly previous: Token
  /** The next token that is no adverb, and its place. */
  readonly after: Token | undefined
  readonly afterAt: number
}

/** Is this 's a genitive ("Tom's bike") or a verb ("Tom's a pilot")? */
const tagApostropheS = tagBy<AfterApostrophe>([
  // "someone's name", "somebody else's milk"
  {
    name: 'genitive-of-anybody',
    when: ({ previous, tokens, i }) =>
      ((/(?:one|body)$/.test(previous.lower) && previous.pos === 'PRON') || previous.lower === 'else') &&
      isNominal(tokens[i + 1]),
    tag: 'POSS',
  },
  {
    name: 'is-after-pronoun',
    when: ({ previous }) =>
      previous.pos === 'PRON' ||
      previous.pos === 'ADV' ||
      /^(?:that|there|here|what|where|who|how|let|it)$/.test(previous.lower),
    tag: 'AUX',
  },
  // "mum's CR-V", "granny's Micra": whose it is, unless somebody is named.
  {
    name: 'genitive-of-a-parent',
    when: ({ previous, after, tokens, i }) =>
      after === tokens[i + 1] &&
      after?.pos === 'PROPN' &&
      PARENTS.has(previous.lower) &&
      !isGivenName(after.lower) &&
      !NATIONAL.test(after.lower),
    tag: 'POSS',
  },
  // "money from grandma's flat"
  {
    name: 'genitive-after-preposition',
    when: ({ after, tokens, i, lexicon }) =>
      after === tokens[i + 1] &&
      after?.pos === 'ADJ' &&
      lexicon.canBe(after.lower, 'NOUN') &&
      isGoverned(tokens, i - 1),
    tag: 'POSS',
  },
  // "My name's Petra": a genitive would leave the clause without a verb.
  {
    name: 'is-before-name',
    when: ({ after, tokens, i, previous }) =>
      after?.pos === 'PROPN' && previous.pos !== 'PROPN' && !clauseHasVerb(tokens, i),
    tag: 'AUX',
  },
  { name: 'genitive-at-end', when: ({ after }) => after === undefined, tag: 'POSS' },
  // "Sem's is Tim"
  {
    name: 'genitive-before-is',
    when: ({ after, tokens, i }) => after === tokens[i + 1] && /^(?:is|was|are|were|has|will)$/.test(after!.lower),
    tag: 'POSS',
  },
  // "Tobi's mock: 43%"
  {
    name: 'genitive-in-heading',
    when: ({ after, afterAt, tokens }) => after!.pos === 'ADJ' && tokens[afterAt + 1]?.text === ':',
    tag: 'POSS',
  },
  // "at my uncle's in Leeds"
  {
    name: 'genitive-of-a-house',
    when: ({ after, tokens, i }) => after!.pos === 'ADP' && isHost(tokens, i - 1),
    tag: 'POSS',
  },
  {
    name: 'is-before-phrase',
    when: ({ after }) => /^(?:DET|NEG|ADP|AUX)$/.test(after!.pos) || POSSESSIVES.has(after!.lower),
    tag: 'AUX',
  },
  // "Wiremu's running them", "mum's painting the fence"
  {
    name: 'is-before-doing-it',
    when: ({ after, afterAt, tokens, i }) =>
      /ing$/.test(after!.lower) &&
      after === tokens[i + 1] &&
      !hasVerbBefore(tokens, i) &&
      (/^(?:them|it|him|her|me|us|the|a|an)$/.test(tokens[afterAt + 1]?.lower ?? '') ||
        POSSESSIVES.has(tokens[afterAt + 1]?.lower ?? '')),
    tag: 'AUX',
  },
  // "Hina's sending voice notes"
  {
    name: 'is-before-doing',
    when: ({ after, tokens, i, lexicon }) =>
      after!.pos === 'VERB' &&
      !hasVerbBefore(tokens, i) &&
      /ing$/.test(after!.lower) &&
      !lexicon.canBe(after!.lower, 'NOUN') &&
      !lexicon.canBe(after!.lower, 'ADJ'),
    tag: 'AUX',
  },
  {
    name: 'genitive-or-is-before-verb',
    when: ({ after, lexicon }) => after!.pos === 'VERB' && !lexicon.canBe(after!.lower, 'NOUN'),
    tag: ({ tokens, afterAt }) => (isNominal(tokens[afterAt + 1]) ? 'POSS' : 'AUX'),
  },
  // "Tom's flat is in Bonn"
  {
    name: 'genitive-of-what-seems-an-adjective',
    when: ({ after, tokens, i, afterAt, lexicon }) =>
      after === tokens[i + 1] &&
      after!.pos === 'ADJ' &&
      lexicon.canBe(after!.lower, 'NOUN') &&
      /^(?:is|was|has|had|will|costs?|needs?)$/.test(tokens[afterAt + 1]?.lower ?? ''),
    tag: 'POSS',
  },
  {
    name: 'is-before-adjective',
    when: ({ after, tokens, afterAt }) => after!.pos === 'ADJ' && !adjectivesLeadToNoun(tokens, afterAt),
    tag: 'AUX',
  },
  { name: 'genitive', tag: 'POSS' },
])

export function tagGenitive(at: TokenContext): void {
  const { tokens, i, token, previous } = at
  if (isPluralGenitive(at)) retag(token, 'POSS', 'genitive-of-plural')
  if (!previous || token.lower !== "'s") return
  let afterAt = i + 1
  while (tokens[afterAt]?.pos === 'ADV') afterAt++
  tagApostropheS({ ...at, previous, after: tokens[afterAt], afterAt })
}

/** "at mum and dad": whose house it is. */
function isHost(tokens: readonly Token[], from: number): boolean {
  let j = from
  while (/^(?:NOUN|PROPN|ADJ|DET|PRON|CCONJ)$/.test(tokens[j]?.pos ?? '') || tokens[j]?.lower === 'n') j--
  return j < from && /^(?:at|to|from|off)$/.test(tokens[j]?.lower ?? '')
}

/** "from grandma", "near the vet" */
function isGoverned(tokens: readonly Token[], from: number): boolean {
  let j = from
  while (/^(?:NOUN|PROPN|DET|PRON)$/.test(tokens[j]?.pos ?? '')) j--
  return j < from && /^(?:at|to|from|off|by|in|of|near|with|outside|behind|into)$/.test(tokens[j]?.lower ?? '')
}

/** "the teachers' room" */
function isPluralGenitive({ token, previous, next }: TokenContext): boolean {
  if (!/^['’]$/.test(token.text) || !isNominal(previous) || next?.pos === 'PUNCT') return false
  return /s$/i.test(previous!.text) && previous!.end === token.start
}

function adjectivesLeadToNoun(tokens: readonly Token[], from: number): boolean {
  let j = from
  while (tokens[j]?.pos === 'ADJ' || tokens[j]?.pos === 'CCONJ') j++
  return isNominal(tokens[j]) || tokens[j]?.pos === 'VERB'
}

/** "I saw Ngozi": what follows is no verb of theirs. */
function hasVerbBefore(tokens: readonly Token[], i: number): boolean {
  let j = i - 1
  while (j >= 0 && !/^(?:PUNCT|CCONJ|SCONJ)$/.test(tokens[j]!.pos)) j--
  return tokens.slice(j + 1, i).some(({ pos }) => pos === 'VERB' || pos === 'AUX')
}

/** Is there a verb between the punctuation and conjunctions around `i`? */
function clauseHasVerb(tokens: readonly Token[], i: number): boolean {
  const bounds = (token: Token | undefined) => token === undefined || token.pos === 'PUNCT' || token.pos === 'CCONJ'
  for (let j = i - 1; !bounds(tokens[j]); j--) if (tokens[j]!.pos === 'VERB' || tokens[j]!.pos === 'AUX') return true
  for (let j = i + 1; !bounds(tokens[j]); j++) if (/^(?:VERB|AUX|NOUN)$/.test(tokens[j]!.pos)) return true
  return false
}
