import { IRREGULAR_BOTH, IRREGULAR_PASTS } from '../../domain/statement/past-forms.ts'
import type { Analysis } from '../analyse.ts'

/**
 * "Just moved to Denver!", "Got a new job": does the sentence leave out its "I"? Only a past form at the very start, followed by an object or a
 * direction, counts: "Made in Italy" and "Closed on Sundays" are about something else.
 */
export function dropsSubject({ tokens, chunks }: Pick<Analysis, 'tokens' | 'chunks'>): boolean {
  const at = chunks.findIndex((chunk) => chunk.type !== 'adv')
  const verb = chunks[at]
  if (verb?.type !== 'vg' || at > 1 || verb.kind !== 'finite' || verb.passive || verb.modal || verb.negated)
    return false
  const word = tokens[verb.main]!.lower
  const past = IRREGULAR_PASTS.has(word) || /[^e]ed$/.test(word) || (IRREGULAR_BOTH.has(word) && word !== verb.lemma)
  const next = tokens[verb.end]
  // "called Rex.", "closed Mondays": of somebody or something that was named before.
  if (
    !past ||
    !next ||
    /^(?:be|become|call|name|close|base|rate|locate|title|award|grant|deny|assign|rain|snow|hail|drizzle)$/.test(
      verb.lemma,
    )
  )
    return false
  // "offered a permanent place": by somebody.
  if (verb.lemma === 'offer' && next.pos !== 'PROPN') return false
  // "fixed the crash on her first day": somebody else did.
  if (tokens.some(({ lower }) => /^(?:his|her|their|he|she|they)$/.test(lower))) return false
  if (next.pos === 'NUM') return word !== 'left' && /^(?:NOUN|PROPN)$/.test(tokens[verb.end + 1]?.pos ?? '')
  return /^(?:DET|PROPN)$/.test(next.pos) || /^(?:my|our|to|from)$/.test(next.lower)
}
