import { lazy } from '../../runtime/lazy.ts'
import { BETWEEN_WORDS, MARKS } from '../../runtime/pattern.ts'
import { normaliseName } from './names.ts'

/** So many names are looked for. */
const MOST_NAMES = 12

const plain = (text: string): string =>
  (ASCII.test(text) ? text : text.normalize('NFKD').replace(MARKS(), '')).toLowerCase()
const ASCII = /^[\n\r\t -~]*$/
/** Of what `plain` made. */
const spaced = (text: string): string =>
  ` ${text.replace(ASCII.test(text) ? BETWEEN_ASCII_WORDS : BETWEEN_WORDS(), ' ').trim()} `
const BETWEEN_ASCII_WORDS = /[^a-z0-9]+/g

/** What is neither of several words nor of none. */
const ONE_WORD = /^[^ ]+$/
const isInWord = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)

/** Whether a text of ASCII has a word: as `spaced` would tell, without making the text anew. */
function hasWord(said: string, word: string): boolean {
  for (let at = said.indexOf(word); at >= 0; at = said.indexOf(word, at + 1))
    if (!isInWord(said.charCodeAt(at - 1)) && !isInWord(said.charCodeAt(at + word.length))) return true
  return false
}

/** Of "PROJ-142" the parts mean nothing, of "Ana Bell" they do: what has the whole name has each of them. */
function formsOf(name: string): string[] {
  const parts = /\s/.test(name) ? name.split(/\s+/).filter((part) => part.length > 2) : []
  const forms = parts.map((part) => spaced(part).trim())
  return forms.some((form) => form !== '') ? forms : [name, ...parts].map((form) => spaced(form).trim())
}

/**
 * Which share of these names a text mentions, whatever its accents and capitals: of a full name the first or last will do. 1 where there are
 * none to mention.
 */
export function namesInCommon(names: readonly string[]): (text: string) => number {
  const wanted = names
    .map((name) => plain(normaliseName(name)))
    .filter((name) => name.length > 1)
    .slice(0, MOST_NAMES)
    .map(formsOf)
  if (wanted.length === 0) return () => 1
  // Most texts mention none: they have not even the first words, and their own need not be told apart.
  const firstWords = [...new Set(wanted.flat().map((form) => form.split(' ')[0]!))]
  return (text) => {
    const said = plain(text)
    if (!firstWords.some((word) => said.includes(word))) return 0
    const isAscii = ASCII.test(said)
    const words = lazy(() => spaced(said))
    const has = (form: string): boolean =>
      isAscii && ONE_WORD.test(form) ? hasWord(said, form) : words().includes(` ${form} `)
    let mentioned = 0
    for (const forms of wanted) if (forms.some(has)) mentioned++
    return mentioned / wanted.length
  }
}
