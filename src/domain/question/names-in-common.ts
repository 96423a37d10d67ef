import { BETWEEN_WORDS, MARKS } from '../../runtime/pattern.ts'
import { normaliseName } from './names.ts'

/** So many names are looked for. */
const MOST_NAMES = 12

const plain = (text: string): string => text.normalize('NFKD').replace(MARKS(), '').toLowerCase()
const spaced = (text: string): string => ` ${text.replace(BETWEEN_WORDS(), ' ').trim()} `

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
  return (text) => {
    const words = spaced(plain(text))
    return wanted.filter((forms) => forms.some((form) => words.includes(form))).length / wanted.length
  }
}
