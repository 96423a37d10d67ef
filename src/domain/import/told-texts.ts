import type { Found, ImportedText } from './imported-text.ts'

/** A text may have 100,000 characters; what is cut stays well below it. */
const LONGEST = 100_000
const PIECE = 50_000

/**
 * A text as it was found, in pieces where it is longer than a memory may be. Nothing is lost: they are cut where a paragraph, a line or a
 * word ends.
 */
export function* toldTexts(told: ImportedText): Generator<Found> {
  const { text, identity } = told
  if (text.trim() === '') {
    yield { skipped: 1 }
    return
  }
  if (text.length <= LONGEST) {
    yield { text: told }
    return
  }
  let part = 1
  for (let start = 0; start < text.length; part++) {
    const end = endOfPiece(text, start)
    const piece = text.slice(start, end)
    if (piece.trim() !== '')
      yield {
        text: { ...told, text: piece, metadata: { ...told.metadata, part }, identity: [...identity, String(part)] },
      }
    start = end
  }
}

function endOfPiece(text: string, start: number): number {
  const limit = start + PIECE
  if (limit >= text.length) return text.length
  for (const end of ['\n\n', '\n', ' ']) {
    const at = text.lastIndexOf(end, limit)
    if (at > start + PIECE / 2) return at + end.length
  }
  // Not between the two halves of one character.
  return /[\udc00-\udfff]/.test(text[limit]!) ? limit - 1 : limit
}
