import { relationByNoun } from '../../domain/statement/relations.ts'
import type { Chunk } from '../phrases/chunks.ts'
import type { NounPhrase } from '../phrases/noun-phrase.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { isGivenName } from '../words/given-names.ts'
import { DOUBTING, REFLEXIVES, REPORTING } from '../words/word-lists.ts'
import { NEVER_OBJECTS, opensParenthesis } from './bindings.ts'
import type { ClauseSearch, ClauseSubject } from './clause.ts'

const NEVER_SUBJECTS = new Set(['me', 'him', 'us', 'them', 'whom', ...REFLEXIVES])
const NOWHERE = -1

/** From the chunk left of a verb to the noun phrase that is its subject, over prepositional phrases, relative clauses and parentheses. */
export function leftToSubject(search: ClauseSearch, from: number): number | null {
  let i = from
  for (let guard = 0; i >= 0 && guard < 40; guard++) {
    const next = stepLeft(search, i)
    if (next === i) return i
    i = next
  }
  return null
}

/** Where to look next; the same place where the subject is found. */
function stepLeft({ chunks, tokens, subjects }: ClauseSearch, i: number): number {
  const chunk = chunks[i]!
  switch (chunk.type) {
    case 'np':
      return overNounPhrase(chunks, tokens, i, chunk)
    case 'vg':
      return overVerb(chunk, i, subjects.get(i))
    case 'comma':
    case 'paren': {
      const open = opensParenthesis(chunks, i)
      return open ? open - 1 : NOWHERE
    }
    case 'adv':
    case 'quote':
    case 'adj':
    case 'prep':
    case 'rel':
      return i - 1
    default:
      return NOWHERE
  }
}

function overNounPhrase(chunks: readonly Chunk[], tokens: readonly Token[], i: number, np: NounPhrase): number {
  const { lower } = tokens[np.head]!
  if (np.pronoun && NEVER_OBJECTS.has(lower)) return i
  if (np.pronoun && NEVER_SUBJECTS.has(lower)) return NOWHERE
  // "prices as integers, and nobody uses floats"
  if (/^(?:nobody|everybody|everyone)$/.test(lower) && chunks[i - 1]?.type === 'cc') return i
  // "Juggling both my passions can be tricky": the doing is tricky, not the passions.
  const before = chunks[i - 1]
  if (before?.type === 'vg' && before.kind === 'ing') {
    if (i === 1 || /^(?:comma|break|sc|cc|adv)$/.test(chunks[i - 2]!.type)) return NOWHERE
  }
  const governor = governorOf(chunks, i)
  if (governor >= 0) return governor - 1
  return np.time && before?.type === 'np' && !before.time ? i - 1 : i
}

function overVerb(verb: VerbGroup, i: number, subject: ClauseSubject | undefined): number {
  if (subject?.role === 'relative') return subject.antecedent ?? i - 1
  if (verb.kind !== 'finite') return i - 1
  return subject?.antecedent ?? NOWHERE
}

/** The preposition that governs the noun phrase at `i`, through coordination too, or −1. */
function governorOf(chunks: readonly Chunk[], i: number): number {
  const before = chunks[i - 1]
  if (before?.type === 'prep') return i - 1
  if (before?.type !== 'cc') return -1
  // "was reunited with his family in New York and his father was able …": after a verb has gone before, a new subject begins.
  if (chunks.slice(0, i - 1).some((chunk) => chunk.type === 'vg' && chunk.kind === 'finite')) return -1
  const other = chunks[i - 2]?.type === 'comma' ? i - 3 : i - 2
  const governed =
    chunks[other]?.type === 'np' && chunks[other - 1]?.type === 'prep' && chunks[other - 2]?.type === 'np'
  return governed ? other - 1 : -1
}

/** "the roof of the house that leaks": the first noun of a chain by "of". */
export function headOfChain(chunks: readonly Chunk[], tokens: readonly Token[], j: number): number {
  let head = j
  while (
    chunks[head - 1]?.type === 'prep' &&
    tokens[chunks[head - 1]!.start]!.lower === 'of' &&
    chunks[head - 2]?.type === 'np'
  )
    head -= 2
  return head
}

export const isSingular = (tokens: readonly Token[], np: NounPhrase): boolean =>
  !np.pronoun &&
  (tokens[np.head]!.pos === 'PROPN' || !/(?:s|people|children|men|women)$/.test(tokens[np.head]!.lower)) &&
  np.determiner !== 'these' &&
  np.determiner !== 'those'

/** The phrases that are the subject together with the one at `at`: "Ben, Ana and Lea". */
export function coordinatedLeft(chunks: readonly Chunk[], tokens: readonly Token[], at: number): number[] {
  const and = chunks[at - 1]
  if (and?.type !== 'cc' || !/^(?:and|or|nor|&)$/.test(tokens[and.start]!.lower)) return [at]
  const phrases = [at]
  const comma = chunks[at - 2]?.type === 'comma'
  for (let j = comma ? at - 3 : at - 2; chunks[j]?.type === 'np'; j -= 2) {
    phrases.unshift(j)
    if (chunks[j - 1]?.type !== 'comma') break
  }
  if (comma && phrases.length < 3) return [at]
  if (belongsToOther(chunks[phrases[0]! - 1])) return [at]
  // "I pay eleven hundred and fifty and the bath has no window"
  if (phrases.slice(0, -1).some((j) => isBareNumber(tokens, chunks[j] as NounPhrase))) return [at]
  // "snow since Friday and the plough came"
  if (phrases.slice(0, -1).some((j) => (chunks[j] as NounPhrase).time) && !(chunks[at] as NounPhrase).time) return [at]
  // "vegan since new year and I dream of cheese": beside "I" a bare noun is somebody only where it is a relative.
  const last = chunks[at] as NounPhrase
  const beside = chunks[phrases.at(-2) ?? at] as NounPhrase
  if (last.pronoun && NEVER_OBJECTS.has(tokens[last.head]!.lower) && isNoOne(tokens, beside)) return [at]
  // "Wow, Mel, love and support is the best": a name before common nouns is called, not counted.
  while (phrases.length > 2 && isNameBefore(chunks, tokens, phrases[0]!, phrases[1]!)) phrases.shift()
  return phrases
}

/** "I saw Ben and Lea left": what stands before belongs to another verb, so only the last one is the subject. */
function belongsToOther(opener: Chunk | undefined): boolean {
  if (opener?.type === 'vg') return !DOUBTING.has(opener.lemma) && !REPORTING.has(opener.lemma)
  return opener?.type === 'prep' || (opener?.type === 'np' && !opener.time)
}

const isNoOne = (tokens: readonly Token[], { determiner, possessor, pronoun, head }: NounPhrase): boolean =>
  !determiner &&
  !possessor &&
  !pronoun &&
  tokens[head]!.pos === 'NOUN' &&
  tokens[head]!.text === tokens[head]!.lower &&
  !isGivenName(tokens[head]!.lower) &&
  relationByNoun(tokens[head]!.lower)?.object !== 'person'

const isBareNumber = (tokens: readonly Token[], { core, head, determiner }: NounPhrase): boolean =>
  determiner === null && tokens[core]!.pos === 'NUM' && tokens[head]!.pos === 'NUM'

const isNameBefore = (chunks: readonly Chunk[], tokens: readonly Token[], first: number, second: number): boolean =>
  tokens[(chunks[first] as NounPhrase).head]!.pos === 'PROPN' &&
  tokens[(chunks[second] as NounPhrase).head]!.pos === 'NOUN' &&
  (chunks[second] as NounPhrase).possessor === null
