import { pattern } from '../../runtime/pattern.ts'
import type { Lexicon } from '../lexicon.ts'
import { speakerLabel } from './speaker-label.ts'

/**
 * "Rumour: …", "Joke of the day: …", "Story idea: …": what stands behind such a label is not said to be so. A "Driving theory:" and a "History
 * essay:" are somebody's own notes.
 */
const UNREAL_KINDS =
  'rumou?rs?|gossip|hearsay|jokes?|riddle|crossword(?: clue)?|hypothes[ie]s|hypothetical|speculation|prediction|scenario|what if|dream|nightmare|fiction|fanfic|song|lyrics?|poem|haiku|proverb|sarcasm|irony|satire|horoscope|fortune cookie|meme|slogan|for example'
const UNREAL_TITLES =
  '(?:(?:my|conspiracy) )?theory|essay(?: draft| title)?|(?:quote|quotation|saying)(?: of the (?:day|week))?|(?:plot|story|novel|game|film|movie|character)(?: idea| draft| outline)|short story'
/** A colon makes a label of many words. Before a dash only few are one: "I got my dream job — I start in May" is said to be so. */
const NOT_SAID_TO_BE_SO = pattern(
  String.raw`^\W*(?:(?!(?:i|we)\b)(?:\w[\w'’]* ){0,4}(?:${UNREAL_KINDS})(?: (?!(?:is|are|was|were|job|house|home)\b)[\w'’]+){0,5}\s*:|(?:\w+ )?(?:${UNREAL_KINDS})(?: mode| time| idea| draft| title| of the day)?\s*[–—]|(?:${UNREAL_TITLES})\s*[:–—])\s`,
  'i',
)

export const isLabelledUnreal = (line: string): boolean => NOT_SAID_TO_BE_SO().test(line)

/** A letter to somebody: neither "I" nor "you" need be those who talk here. One to the assistant or to a diary is what it says. */
const SALUTATION = pattern(
  String.raw`(?<![\p{L}\p{N}])dear (?!diary|assistant|computer|ai\b|bot|memory|brain|helper|journal|me\b|god)[\p{L}\p{M}.'’&/ -]{1,60}[,:!\n](?!["”»])`,
  'giu',
)
/** A salutation is no longer than this. */
const MAX_SALUTATION = 80
/** What it stands behind is no longer than this: the longest speaker label. */
const REACH = 160
/** Only marks before it, or an opening quote, or words that announce a letter: "translate this: Dear …". Not "Watched: Dear Evan Hansen". */
const BEGINS_HERE =
  /^[\s>*–—-]*$|[.!?]\s+$|(?:^|\s)["“„«]\s*$|\b(?:letter|e-?mail|mail|message|reply|draft|this|following)\s*:\s*["“„«]?\s*$/i

/** Does a letter begin in this part of a text? */
export function beginsLetter(text: string, start: number, end: number, lexicon: Lexicon): boolean {
  for (const { index } of text.slice(start, end + MAX_SALUTATION).matchAll(SALUTATION())) {
    const at = start + index
    if (at >= end) return false
    const before = text
      .slice(Math.max(0, at - REACH), at)
      .split(/[\n\r\u2028]/)
      .at(-1)!
    // A label is one only with something behind it.
    if (BEGINS_HERE.test(before) || speakerLabel(`${before}x`, lexicon)?.length === before.length) return true
  }
  return false
}

/** "Hi Anna, …": said to her, so that "you" may be anybody. */
const GREETING = pattern(
  String.raw`(?:^|\n)[^\S\n]*(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening)),? \p{Lu}\p{Ll}`,
  'u',
)

export const greetsByName = (text: string): boolean => GREETING().test(text)

/** "Best, Yvonne": who signs a text wrote it to somebody, and need not be who told it. */
const SIGNED = pattern(
  String.raw`(?:^|[\n.!?,])\s*(?:(?:(?:[Aa]ll the |[Vv]ery )?[Bb]est|(?:[Kk]ind|[Ww]arm|[Bb]est) ?(?:[Rr]egards|[Ww]ishes)|[Rr]egards|[Mm]any thanks|[Tt]hanks|[Cc]heers|[Yy]ours|[Ss]incerely|(?:[Ll]ots of )?[Ll]ove)(?: (?:truly|faithfully|sincerely|again))?)\s*[,\n–-]\s*\p{Lu}[\p{L}.'’-]+(?: \p{Lu}[\p{L}.'’-]+){0,2}[\s.!x]*$`,
  'u',
)

/** "Hi team": whom it greets is no assistant. */
const GREETS_SEVERAL =
  /^\W*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)),? (?:all|team|everyone|everybody|folks|both|colleagues|neighbou?rs|parents|guys)\b/i

/** A signature stands in the last of a text: to look for one in all of it would take the square of its length. */
const SIGNATURE_CHARS = 200

export function isSignedLetter(text: string): boolean {
  const last = text.trimEnd().slice(-SIGNATURE_CHARS)
  return SIGNED().test(last) && (greetsByName(text) || GREETS_SEVERAL.test(text) || /\n\s*\S+$/.test(last))
}
