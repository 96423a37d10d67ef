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

/**
 * Which share of these names a text mentions, whatever its accents and capitals: of a full name the first or last will do. 1 where there are
 * none to mention.
 */
export function namesInCommon(names: readonly string[]): (text: string) => number {
  const wanted = names
    .map((name) => plain(normaliseName(name)))
    .filter((name) => name.length > 1)
    .slice(0, MOST_NAMES)
    // Of "PROJ-142" the parts mean nothing, of "Ana Bell" they do.
    .map((name) => [name, ...(/\s/.test(name) ? name.split(/\s+/).filter((part) => part.length > 2) : [])].map(spaced))
  if (wanted.length === 0) return () => 1
  // Most texts mention none: they have not even the first words, and their own need not be told apart.
  const firstWords = [...new Set(wanted.flat().map((form) => form.trim().split(' ')[0]!))]
  return (text) => {
    const said = plain(text)
    if (!firstWords.some((word) => said.includes(word))) return 0
    const words = spaced(said)
    let mentioned = 0
    for (const forms of wanted) if (forms.some((form) => words.includes(form))) mentioned++
    return mentioned / wanted.length
  }
}
