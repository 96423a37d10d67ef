import { hash53 } from '../statement/hash.ts'
import { defang } from './markers.ts'
import { printable } from './printable.ts'

export interface Fenced {
  readonly text: string
  /** What the fence is told by; a model has no reason to repeat it. */
  readonly code: string
}

/**
 * Lines between two tags that nothing inside can close: marks of every kind are words there, and the code in the tags is made of what they
 * hold, so that no text can know it. The same lines have the same fence, and a prompt that begins with them stays in a provider's cache.
 */
export function fence(lines: readonly string[], says: string): Fenced {
  const body = lines.join('\n')
  let code = ''
  for (let salt = 0; code === '' || body.includes(code); salt++) {
    code = hash53(`${salt}${body}`).toString(36).padStart(11, '0')
  }
  return { text: `<memories-${code}>\n${says}\n${body}\n</memories-${code}>`, code }
}

/** A stored text as one line in which nothing is live, word for word. */
export const quotable = (text: string): string => defang(oneLine(printable(text)))

/** In quotation marks that do not occur inside. */
export const inQuotes = (text: string): string => `“${text.replace(/[“”„‟❝❞〝〞]/g, '"')}”`

/** White space is taken run by run: a pattern that looks for a line break behind it reads a long run again from each of its places. */
export const oneLine = (text: string): string =>
  (text.includes('\n') ? text.replace(/\s+/g, (run) => (run.includes('\n') ? ' ' : run)) : text).trim()

const SENTENCE_END = /[.!?](?=["'”’)\]]*\s)|[。！？]/g

/** At most `most` characters: whole sentences where there are any, else whole words, and an ellipsis for the rest. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const start = text.slice(0, most - 2)
  let end = 0
  for (const { index } of start.matchAll(SENTENCE_END)) end = index + 1
  if (end < most / 3) end = start.lastIndexOf(' ')
  // Half of a pair of surrogates is no character.
  if (end < most / 3) end = /[\ud800-\udbff]$/.test(start) ? start.length - 1 : start.length
  return `${start.slice(0, end).trimEnd()} …`
}
