import { LETTER, pattern } from '../../runtime/pattern.ts'
import type { Lexicon } from '../lexicon.ts'
import { speakerLabel } from './speaker-label.ts'

/** Single ones only where they cannot be apostrophes. */
const QUOTED = pattern(
  String.raw`(?<![\p{L}\p{N}])"[^"\n]{0,600}"|“[^“”\n]{0,600}”|«[^«»\n]{0,600}»|„[^„“”\n]{0,600}[“”]|(?<![\p{L}\p{N}])[‘'](?=\p{L})(?:[^‘’'\n]|['’](?=\p{L})){3,600}['’](?![\p{L}\p{N}])`,
  'gu',
)
const SPEAKS_OF_ITSELF = /\b(?:I|[Mm]y|[Mm]e|[Mm]yself|[Ww]e|[Oo]ur|[Uu]s|[Yy]ou|[Yy]our)\b/
const SAYING =
  '(?:say|said|tell|told|replied|answered|write|wrote|texted|asked|promised|explained|added|posted|announced|admitted|shouted|thought)'
const I_SAY_BEFORE = new RegExp(
  `\\b(?:I|[Ww]e)\\s+(?:(?:just|have|had|also|then|once|always)\\s+)?${SAYING}\\b[^.!?]*$`,
)
const I_SAY_AFTER = new RegExp(`^\\s*(?:I|we)\\s+(?:have\\s+|had\\s+)?${SAYING}\\b`)
/** What is written like "The Name of the Rose" is a title, whatever words it has. */
const TITLE = pattern(String.raw`^\P{L}*(?:\p{Lu}\S*|\S{1,3})(?:\s+(?:\p{Lu}\S*|\S{1,3}))*$`, 'u')
/** A name, a title, a word that is spoken of; what is longer says something. */
const MAX_NAME_WORDS = 6
/** Who says it stands this near. */
const REACH = 200

/**
 * The text without what it quotes of others: their "I" is not the one who tells it. What somebody quotes of himself stays, as does a
 * line that is nothing but a quotation. As long as the text itself, so that places in it stay what they are.
 */
export function withoutOthersWords(text: string, lexicon: Lexicon): string {
  return text.replace(QUOTED(), (quoted, at: number) => {
    const short = quoted.split(/\s+/).length <= MAX_NAME_WORDS
    if ((short && !SPEAKS_OF_ITSELF.test(quoted)) || TITLE().test(quoted)) return quoted
    const end = at + quoted.length
    const before = text
      .slice(Math.max(0, at - REACH), at)
      .split('\n')
      .at(-1)!
    const after = text.slice(end, end + REACH).split('\n', 1)[0]!
    const label = speakerLabel(`${before} x`, lexicon)?.length ?? 0
    const told = I_SAY_BEFORE.test(before) || I_SAY_AFTER.test(after) || !LETTER().test(before.slice(label) + after)
    return told ? quoted : '"-"'.padEnd(quoted.length)
  })
}
