import type { VerbGroup } from '../phrases/verb-group.ts'
import type { Token } from '../tokens/token.ts'
import { isBe, isHave, verbForm } from '../words/verb-forms.ts'
import { IRREGULAR_BOTH } from '../words/word-lists.ts'
import type { Reading } from './reading.ts'

/** Adverbs that say nothing about the fact itself. */
const FILLER = new Set([
  'really',
  'actually',
  'just',
  'also',
  'definitely',
  'totally',
  'literally',
  'basically',
  'honestly',
  'simply',
  'even',
  'too',
  'so',
  'absolutely',
  'truly',
  'certainly',
  'obviously',
  'finally',
  'then',
  'quite',
  'pretty',
  'only',
  'both',
  'all',
])

const PAST_OF = new Map<string, string>(
  Object.entries({
    written: 'wrote',
    taken: 'took',
    given: 'gave',
    seen: 'saw',
    known: 'knew',
    done: 'did',
    eaten: 'ate',
    spoken: 'spoke',
    broken: 'broke',
    chosen: 'chose',
    driven: 'drove',
    forgotten: 'forgot',
    frozen: 'froze',
    grown: 'grew',
    hidden: 'hid',
    ridden: 'rode',
    shaken: 'shook',
    shown: 'showed',
    stolen: 'stole',
    sworn: 'swore',
    thrown: 'threw',
    torn: 'tore',
    woken: 'woke',
    worn: 'wore',
    drawn: 'drew',
    flown: 'flew',
    begun: 'began',
    drunk: 'drank',
    rung: 'rang',
    sung: 'sang',
    sunk: 'sank',
    beaten: 'beat',
    bitten: 'bit',
    blown: 'blew',
    proven: 'proved',
    forgiven: 'forgave',
    run: 'ran',
    overcome: 'overcame',
    undertaken: 'undertook',
    sewn: 'sewed',
  }),
)

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
export function verbWords({ analysis: { tokens }, lexicon }: Reading, verb: VerbGroup, singular: boolean): string {
  const parts: string[] = []
  let agreed = !singular
  for (let i = verb.start; i < verb.end; i++) {
    const token = tokens[i]!
    if (token.pos === 'ADV' && FILLER.has(token.lower)) continue
    if (!agreed && (token.pos === 'AUX' || token.pos === 'VERB')) {
      parts.push(agreeing(token))
      agreed = true
    } else parts.push(plain(token, tokens[i - 1], tokens[i + 1]))
  }
  return parts.join(' ').replace('gon to', 'going to').replace('wan to', 'want to')

  function agreeing(token: Token): string {
    const { lower } = token
    if (lower === 'am' || lower === 'are' || lower === "'m" || lower === "'re") return 'is'
    if (lower === 'were') return 'was'
    if (lower === 'have' || lower === "'ve") return 'has'
    if (lower === 'do') return 'does'
    // "I put it on yesterday": a form that is past and present alike is past where the sentence looks back.
    if (
      lower === 'quit' ||
      (IRREGULAR_BOTH.has(lower) && tokens.some((other) => /^(?:yesterday|ago|last)$/.test(other.lower)))
    )
      return lower
    if (token.pos === 'VERB' && verbForm(token, lexicon) === 'base')
      return lower === 'wan' ? 'wants' : thirdPerson(lower)
    return plain(token, undefined, tokens[verb.start + 1])
  }
  function plain(token: Token, previous: Token | undefined, next: Token | undefined): string {
    const { lower } = token
    if (lower === "n't") return 'not'
    if (lower === "'ll" || lower === 'wo') return 'will'
    if (lower === 'ca') return 'can'
    if (lower === "'d") return next && /^(?:ed|en|past)$/.test(verbForm(next, lexicon)) ? 'had' : 'would'
    if (lower === "'s")
      return next && (isHave(next) || (/^(?:en)$/.test(verbForm(next, lexicon)) && next.lower === 'been'))
        ? 'has'
        : 'is'
    if (lower === "'re") return 'are'
    if (lower === "'ve") return 'have'
    if (lower === "'m") return 'is'
    if (lower === 'na' || lower === 'ta') return 'to'
    return previous && isBe(previous)
      ? lower
      : token.pos === 'VERB' || token.pos === 'AUX'
        ? lower
        : token.text.toLowerCase()
  }
}
