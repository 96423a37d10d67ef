/** A part may begin at every so many tokens. */
const STEP = 16

/** As many tokens of a text as there is room for: where most of the question's are, the first such part of several. */
export function fittingPart(question: readonly number[], text: readonly number[], room: number): readonly number[] {
  if (text.length <= room) return text
  const asked = new Set(question)
  const last = text.length - room
  let best: { readonly part: readonly number[]; readonly common: number } = { part: [], common: -1 }
  for (let from = 0; from < last + STEP; from += STEP) {
    const start = Math.min(from, last)
    const part = text.slice(start, start + room)
    const common = new Set(part.filter((token) => asked.has(token))).size
    if (common > best.common) best = { part, common }
  }
  return best.part
}
