import { IRREGULAR_BOTH } from '../../domain/statement/past-forms.ts'
import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { isHave, verbForm } from '../words/verb-forms.ts'
import { wordMap, wordSet } from '../words/word-set.ts'
import type { Reading } from './reading.ts'

/** Adverbs that say nothing about the fact itself. */
const FILLER = wordSet(
  `really actually just also definitely totally literally basically honestly simply even too so absolutely truly certainly obviously finally
  then quite pretty only both all`,
)

const PAST_OF = wordMap(
  `written:wrote taken:took given:gave seen:saw known:knew done:did eaten:ate spoken:spoke broken:broke chosen:chose driven:drove
  forgotten:forgot frozen:froze grown:grew hidden:hid ridden:rode shaken:shook shown:showed stolen:stole sworn:swore thrown:threw torn:tore
  woken:woke worn:wore drawn:drew flown:flew begun:began drunk:drank rung:rang sung:sang sunk:sank beaten:beat bitten:bit blown:blew
  proven:proved forgiven:forgave run:ran overcome:overcame undertaken:undertook sewn:sewed`,
)

/** How a verb that agrees with "I" or "we" stands with one other person, where no rule tells it. */
const AGREEING = wordMap("am:is are:is 'm:is 're:is were:was have:has 've:has do:does quit:quit wan:wants")
const SPELLED_OUT = wordMap("n't:not 'll:will wo:will ca:can 're:are 've:have 'm:is na:to ta:to")

export const pastOf = (participle: string): string => PAST_OF.get(participle) ?? participle

/** "like" → "likes", "study" → "studies". */
export function thirdPerson(base: string): string {
  if (base === 'have') return 'has'
  if (base === 'be') return 'is'
  if (/(?:s|x|z|ch|sh|o)$/.test(base)) return `${base}es`
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`
  return `${base}s`
}

/**
 * A verb group in readable words. `singular`: it must agree with one person now ("I like" → "likes", "Ben and Lea study" → "studies").
 */
export function verbWords(reading: Reading, verb: VerbGroup, singular: boolean): string {
  const { tokens } = reading.analysis
  const parts: string[] = []
  let agreed = !singular
  for (let i = verb.start; i < verb.end; i++) {
    const token = tokens[i]!
    if (token.pos === 'ADV' && FILLER.has(token.lower)) continue
    // "Tom's made a cake" has made it.
    if (token.lower === "'s" && verb.perfect && !verb.passive) {
      parts.push('has')
      agreed = true
      continue
    }
    const agrees = !agreed && (token.pos === 'AUX' || token.pos === 'VERB')
    parts.push(
      agrees
        ? agreeing(reading, token, afterAdverbs(tokens, verb.start + 1))
        : spelledOut(reading, token, tokens[i + 1]),
    )
    agreed ||= agrees
  }
  return parts.join(' ').replace('gon to', 'going to').replace('wan to', 'want to')
}

/** Their past is like their present. */
const DONE_ONCE = wordSet('put hit cut set')
const ONCE = /\b(?:yesterday|ago|last|already|finally|just|today|tonight|this (?:morning|afternoon|evening|week))\b/i
const DOCUMENTS = wordSet(
  'lease contract letter report minutes manual agreement email mail message article leaflet file instructions terms policy draft notes scan review',
)

/** "I fell and put cream on it", "I put it in the post today": past, where something else is. */
const isOnce = ({ analysis: { sentence, tokens }, lexicon }: Reading, token: Token): boolean =>
  ONCE.test(sentence) ||
  tokens.some((other) => other !== token && other.pos === 'VERB' && /^(?:past|ed)$/.test(verbForm(other, lexicon)))

/** "I read your lease", "read up on it"; but "I read novels", "I read the news" */
function isReadOnce({ analysis: { tokens } }: Reading, next: Token): boolean {
  const from = tokens.indexOf(next)
  const isDocument = tokens.slice(from + 1, from + 4).some(({ lower }) => DOCUMENTS.has(lower))
  return next.lower === 'up' || (/^(?:the|your|that|his|her|their)$/.test(next.lower) && isDocument)
}

/** Their past is like their present, and an assistant tells what it did: "I read the tracker: 212 open issues". */
const REPORTED = wordSet('read set put cut split shut let hit spread')
const REPEATEDLY = wordSet(
  'always usually often never sometimes whenever when if every each daily weekly monthly regularly normally generally mostly ever typically',
)

/** Only of itself: "you read the Guardian" tells back what somebody does. */
const isReported = ({ analysis: { tokens }, speech }: Reading, verb: Token): boolean =>
  speech.first === 'assistant' &&
  REPORTED.has(verb.lower) &&
  /^(?:i|we)$/.test(tokens.slice(0, tokens.indexOf(verb)).findLast(({ lower }) => PRONOUNS.has(lower))?.lower ?? '') &&
  !tokens.some((other) => REPEATEDLY.has(other.lower))
const PRONOUNS = wordSet('i we you he she they it who')

function agreeing(reading: Reading, token: Token, next: Token | undefined): string {
  const { lower } = token
  const known = AGREEING.get(lower)
  if (known && (lower !== 'wan' || token.pos === 'VERB')) return known
  // "I put it on yesterday": a form that is past and present alike is past where the sentence looks back.
  if (
    IRREGULAR_BOTH.has(lower) &&
    reading.analysis.tokens.some((other) => /^(?:yesterday|ago|last)$/.test(other.lower))
  )
    return lower
  if (isReported(reading, token)) return lower
  if (DONE_ONCE.has(lower) && isOnce(reading, token)) return lower
  if (lower === 'read' && next !== undefined && isReadOnce(reading, next)) return lower
  if (token.pos === 'VERB' && verbForm(token, reading.lexicon) === 'base') return thirdPerson(lower)
  return spelledOut(reading, token, next)
}

/** "I'd only had": the word that tells what 'd is. */
const afterAdverbs = (tokens: readonly Token[], from: number): Token | undefined =>
  tokens.slice(from).find(({ pos }) => pos !== 'ADV')

function spelledOut({ lexicon }: Reading, { lower }: Token, next: Token | undefined): string {
  if (lower === "'d")
    return next && (next.lower === 'had' || /^(?:ed|en|past)$/.test(verbForm(next, lexicon))) ? 'had' : 'would'
  if (lower === "'s") return next && (isHave(next) || next.lower === 'been') ? 'has' : 'is'
  return SPELLED_OUT.get(lower) ?? lower
}
