import { isPassedOn } from '../../domain/statement/passed-on.ts'
import { pattern } from '../../runtime/pattern.ts'

/** "Rumour: …", "Joke of the day: …", "Story idea: …": what stands behind such a label is not said to be so. */
const NOT_SAID_TO_BE_SO =
  /^\W*(?:(?:\w+ )?(?:rumou?rs?|gossip|hearsay|jokes?|riddle|crossword(?: clue)?|hypothes[ie]s|hypothetical|theory|speculation|prediction|scenario|what if|dream|nightmare|fiction|fanfic|lyrics?|poem|haiku|proverb|sarcasm|irony|satire|headlines?|for example|essay)(?: mode| time| idea| draft| title| of the day)?|(?:quote|quotation|saying)|(?:plot|story|novel|song|game|film|movie|character)(?: idea| draft| outline)|short story)\s*[:–—]\s/i

export const isLabelledUnreal = (line: string): boolean => NOT_SAID_TO_BE_SO.test(line)

/** A letter to somebody: neither "I" nor "you" need be those who talk here. One to the assistant or to a diary is what it says. */
const LETTER = pattern(
  String.raw`(?:^|[\n:."“>*–—-]\s*)dear (?!diary|assistant|computer|ai\b|bot|memory|brain|helper|journal|me\b|god)[\p{L}\p{M}.'’&/ -]{1,60}[,:!\n]`,
  'iu',
)
/** "Hi Anna, …": said to her. */
const GREETING = pattern(
  String.raw`(?:^|\n)\s*(?:[Hh]i|[Hh]ello|[Hh]ey|[Gg]ood (?:morning|afternoon|evening)),? \p{Lu}\p{Ll}`,
  'u',
)

export interface WhoseWords {
  /** From here on nobody knows who "I" and "you" are. */
  readonly letterFrom: number
  /** Who is greeted by name is "you", and that may be anybody. */
  readonly greets: boolean
}

export function whoseWords(text: string): WhoseWords {
  const letter = isPassedOn(text) ? 0 : LETTER().exec(text)?.index
  return { letterFrom: letter ?? Number.POSITIVE_INFINITY, greets: GREETING().test(text) }
}
