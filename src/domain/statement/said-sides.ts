import { pattern } from '../../runtime/pattern.ts'

interface Told {
  readonly text: string
  readonly relation: string
  readonly subject: string
  readonly object: string
}

/** The names as a fact says them, left and right of the relation; null where its text does not name it. */
export function saidSides({ text, relation, subject, object }: Told): [subject: string | null, object: string | null] {
  const at = text.indexOf(` ${relation} `)
  if (at >= 0) return [text.slice(0, at), text.slice(at + relation.length + 2)]
  return [asSaid(text, subject), asSaid(text, object)]
}

/** The whole name, or the first of its words that is there. */
function asSaid(text: string, key: string): string | null {
  const lower = text.toLowerCase()
  const said = [key, ...key.split(' ')].find(
    (part) => part !== '' && ` ${lower.replace(APART(), ' ')} `.includes(` ${part} `),
  )
  const from = said === undefined ? -1 : lower.indexOf(said)
  return from < 0 ? null : text.slice(from, from + said!.length)
}

/** What stands between words, and after a name that owns something. */
const APART = pattern(String.raw`'s\b|[^\p{L}\p{N}\p{M}]`, 'gu')

/** Stands for a name that only others say. */
export const UNNAMED = 'something'
