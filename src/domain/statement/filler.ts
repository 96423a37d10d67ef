import { lazy } from '../../runtime/lazy.ts'
import { phraseAt, phrasesOf, startsWith } from './phrases.ts'
import {
  AUXILIARIES,
  CLOSERS,
  COMMENTS,
  NOISE,
  OPENERS,
  PERSONAL,
  PRONOUNS_AND_DETERMINERS,
  SET_OFF_CLOSERS,
  SET_OFF_OPENERS,
  WEAK_OPENERS,
} from './same-statement.data.ts'

/** What a sentence says, without what only introduces, softens or rounds it off, and without marks. `mayVanish`: nothing may be left. */
export const stripFiller = (tokens: readonly string[], mayVanish: boolean): string[] =>
  commentLast(dropMarks(stripClosers(stripOpeners(tokens, mayVanish))))

/** "Ana: I love techno" is hers. A label is at most four words; a colon further on is punctuation. */
export function labelLength(tokens: readonly string[]): number {
  const colon = tokens.indexOf(':')
  if (colon < 1 || colon > 4 || colon === tokens.length - 1) return 0
  const label = tokens.slice(0, colon)
  // "The code is: 4417" has a verb before its colon, a name has none.
  if (label.some((token) => AUXILIARIES.has(token))) return 0
  return SET_OFF_OPENERS.includes(label.join(' ')) || OPENERS.includes(label.join(' ')) ? 0 : colon + 1
}

const isMark = (token: string | undefined): boolean => token === ',' || token === ':' || token === '"' || token === '-'

const isPause = (token: string): boolean => token !== '"' && isMark(token)

const OPENING = lazy(() => phrasesOf(OPENERS))
const SET_OFF_OPENING = lazy(() => phrasesOf(SET_OFF_OPENERS))

/** More than a text has that means anything; keeps odd ones linear. */
const MAX_FILLERS = 8

function stripOpeners(tokens: readonly string[], mayVanish: boolean): readonly string[] {
  let rest = tokens
  for (let openers = 0; openers < MAX_FILLERS; openers++) {
    const first = rest.findIndex((token) => !isPause(token))
    if (first > 0) rest = rest.slice(first)
    const length = openerLength(rest)
    if (length === 0 || (!mayVanish && rest.slice(length).every(isMark))) return rest
    rest = rest.slice(length)
  }
  return rest
}

function openerLength(tokens: readonly string[]): number {
  const first = tokens[0] ?? ''
  const opener = phraseAt(OPENING(), tokens)
  const setOff = phraseAt(SET_OFF_OPENING(), tokens)
  if (setOff !== undefined && (setOff.length >= tokens.length || isMark(tokens[setOff.length]))) return setOff.length
  if (opener !== undefined) return opener.length
  if (!WEAK_OPENERS.has(first)) return 0
  const next = tokens[1]
  return next === undefined || isMark(next) || WEAK_OPENERS.has(next) || PRONOUNS_AND_DETERMINERS.has(next) ? 1 : 0
}

const CLOSING = CLOSERS.map((phrase) => phrase.split(' '))
const SET_OFF_CLOSING = SET_OFF_CLOSERS.map((phrase) => phrase.split(' '))

function stripClosers(tokens: readonly string[]): readonly string[] {
  let rest = tokens
  for (let closers = 0; closers < MAX_FILLERS; closers++) {
    rest = rest.slice(0, rest.findLastIndex((token) => !isPause(token)) + 1)
    const ends = (words: readonly string[]) =>
      words.length < rest.length && startsWith(rest, words, rest.length - words.length)
    const closer =
      CLOSING.find(ends) ?? SET_OFF_CLOSING.find((words) => ends(words) && rest[rest.length - words.length - 1] === ',')
    if (closer === undefined) return rest
    rest = rest.slice(0, -closer.length)
  }
  return rest
}

const COMMENTING = lazy(() => phrasesOf(COMMENTS))

function commentLast(tokens: string[]): string[] {
  const comment = phraseAt(COMMENTING(), tokens)
  return comment === undefined ? tokens : [...tokens.slice(comment.length), ...comment]
}

/** Quotation marks stay where they decide whose "I" it is: Tom said "I am late". */
function dropMarks(tokens: readonly string[]): string[] {
  const quoted = tokens.indexOf('"')
  const matters = quoted >= 0 && tokens.slice(quoted, tokens.lastIndexOf('"')).some((token) => PERSONAL.has(token))
  return tokens.filter((token) => !NOISE.has(token) && !(isMark(token) && !(token === '"' && matters)))
}
