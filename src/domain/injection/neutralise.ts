import { recentTexts } from '../../runtime/recent-texts.ts'
import { ACTIVE_MARKUP, findOrders, type Span } from './find-orders.ts'
import { defang, withoutMarkers } from './markers.ts'
import { printable } from './printable.ts'

/** The same memories are returned again and again. */
const MOST_KEPT = 500_000

/**
 * Text that tries to instruct a model, made harmless for a prompt: the orders are taken out, the rest stays as it is. The stored memory is
 * untouched. Recognition is never complete; what holds without it is that memories travel as data (see fence.ts).
 */
export const neutralise = recentTexts((text) => defang(withoutOrders(printable(text))), MOST_KEPT)

/** What remains of an order that stood around another one is one again. Every round makes the text shorter, so that it ends. */
function withoutOrders(text: string): string {
  for (let before = text; ; ) {
    const orders = findOrders(before)
    const plain = before.replace(ACTIVE_MARKUP, ' ')
    if (orders.length === 0 && plain === before) return before
    // Marks that stand beside an order belong to it.
    const rest = orders.length === 0 ? plain : cut(withoutMarkers(before), orders).replace(ACTIVE_MARKUP, ' ')
    const after = tidy(rest)
    if (after.length >= before.length) return after
    before = after
  }
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
const tidy = (rest: string): string =>
  rest
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/ +([.,;!?])/g, '$1')
    .replace(/^[\s.,;:!?*_#>|"'()[\]-]+$/u, '')
    .trim()
    .replace(/(?:(?:^|\s+)(?:and|but|so|then|also|please|or|now))+[\s,.]*$/i, '')
