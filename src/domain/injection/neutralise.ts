import { lazy } from '../../runtime/lazy.ts'
import { BETWEEN_WORDS, pattern } from '../../runtime/pattern.ts'
import { findOrders, findOrderWords, MACHINERY, type Span, withoutMachinery } from './find-orders.ts'
import { fold, INVISIBLE } from './fold.ts'
import { couldBeInOrder } from './vocabulary.ts'

const LAST_WORD = pattern(String.raw`\p{L}+\s*$`, 'u')
const FIRST_WORD = pattern(String.raw`^\s*\p{L}+`, 'u')

const EVERY_INVISIBLE = lazy(() => new RegExp(INVISIBLE().source, 'gu'))

/** What texts became: the same memories are returned again and again, and to read one for orders takes longer than to rank it. */
const harmless = new Map<string, string>()
/** In characters of all these texts. */
const MOST_KEPT = 500_000
let kept = 0

/**
 * Text that tries to instruct a model, made harmless for a prompt: the orders are taken out, the rest stays as it is. The stored memory is
 * untouched. Recognition is never complete; what holds without it is that memories travel as data (see prompt-data.ts).
 */
export function neutralise(text: string): string {
  const known = harmless.get(text)
  if (known !== undefined) return known
  const found = tidy(text, cut(text, findOrders(text)))
  kept += text.length
  if (kept > MOST_KEPT) {
    harmless.clear()
    kept = text.length
  }
  harmless.set(text, found)
  return found
}

/**
 * The same for texts that will stand in one prompt: an order that only comes about where two of them meet is taken out of both. What one
 * text has become may be empty.
 */
export function neutraliseTogether(texts: readonly string[]): string[] {
  let rest = [...texts]
  // As lines, and as words that were torn apart.
  for (const glue of ['\n', '']) {
    if (glue === '' && !tornApart(rest)) continue
    const seen = rest.map(edges)
    const { joined, starts } = join(seen, glue)
    // What stands in one text alone is that text's own affair: one memory must not be able to take another with it.
    const orders = findOrderWords(joined)
    rest = rest.map((text, i) => {
      const start = starts[i]!
      const end = start + seen[i]!.length
      const seams = orders.flatMap(({ from, to }) => {
        if (from >= start && from < end && to > end + glue.length)
          return { from: text.length - (end - from), to: text.length }
        if (from < start && to > start) return { from: 0, to: to >= end ? text.length : sentenceEnd(text, to - start) }
        return []
      })
      return seams.length === 0 ? text : tidy(text, cut(text, seams))
    })
  }
  return rest.map(neutralise)
}

/** As much of a long text as an order can have that begins before it or goes on behind it; all of one that may be padded there. */
function edges(text: string): string {
  if (text.length <= 2 * EDGE || withoutMachinery(text) !== text) return text
  const [head, tail] = [text.slice(0, EDGE - 1), text.slice(-EDGE)]
  return isProse(head) && isProse(tail) ? `${head}\n${tail}` : text
}
const EDGE = 300

/** Words and the signs between them. What is dropped when it is read (marks, tags, what nobody sees) could fill an edge with nothing. */
const isProse = (edge: string): boolean =>
  PROSE().test(edge) && !INVISIBLE().test(edge) && edge.replace(BETWEEN_WORDS(), '').length > edge.length / 2
const PROSE = pattern(String.raw`^[\p{L}\p{N}\p{Extended_Pictographic}\s.,;:!?'’"“”()[\]{}#–—&%$€£/+=@…-]*$`, 'u')

/** Does a word of an order, or a row of single letters, come about where one text ends and the next begins? */
function tornApart(texts: readonly string[]): boolean {
  return texts.some((text, i) => {
    const last = LAST_WORD().exec(text)?.[0]
    const first = FIRST_WORD().exec(texts[i + 1] ?? '')?.[0]
    if (last === undefined || first === undefined) return false
    if (last.trim().length === 1 || first.trim().length === 1) return true
    return couldBeInOrder(fold(last + first).text)
  })
}

const sentenceEnd = (text: string, at: number): number => {
  const found = text.slice(at).search(/[.!?\n]/)
  return found < 0 ? text.length : at + found + 1
}

/** A full stop at the end of one, or dots before the next, would hide that it goes on. */
function join(texts: readonly string[], glue: string): { joined: string; starts: number[] } {
  const starts: number[] = []
  let joined = ''
  for (const text of texts) {
    starts.push(joined.length)
    joined += text.replace(/^[\s.,;:!?…-]+|[\s.,;:!?…-]+$/gu, (signs) => ' '.repeat(signs.length)) + glue
  }
  return { joined, starts }
}

function cut(text: string, spans: readonly Span[]): string {
  let rest = ''
  let at = 0
  for (const span of spans) {
    const from = Math.max(at, Math.min(text.length, span.from))
    const to = Math.max(from, Math.min(text.length, span.to))
    if (to === from) continue
    rest += `${text.slice(at, from)} `
    at = to
  }
  return rest + text.slice(at)
}

/** Only where something was taken out is the text touched at all. */
function tidy(text: string, rest: string): string {
  const plain = rest.replace(MACHINERY, ' ').replace(EVERY_INVISIBLE(), '')
  if (plain === text) return text
  if (rest === text && plain === text.replace(EVERY_INVISIBLE(), '')) return plain
  const trimmed = plain
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ +([.,;!?])/g, '$1')
    .replace(/^[\s.,;:!?*_#>|"'()[\]-]+$/u, '')
    .trim()
  return trimmed.replace(/(?:(?:^|\s+)(?:and|but|so|then|also|please|or|now))+[\s,.]*$/i, '')
}
