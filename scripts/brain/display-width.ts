const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const NO_WIDTH = /^[\p{M}\p{Cf}]+$/u
const EMOJI = /\p{Emoji_Presentation}|\uFE0F/u
/** East Asian Wide and Fullwidth, by their blocks. */
const WIDE =
  /^[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1AFF0}-\u{1B2FF}\u{1F200}-\u{1F2FF}\u{20000}-\u{3FFFD}]/u

const widthOf = (grapheme: string): number =>
  NO_WIDTH.test(grapheme) ? 0 : WIDE.test(grapheme) || EMOJI.test(grapheme) ? 2 : 1

const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text)

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment)
  return width
}

/** The text within so many columns, cut between whole characters as people see them. */
export function cutToWidth(text: string, most: number): string {
  if (displayWidth(text) <= most) return text
  let cut = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    const own = widthOf(segment)
    if (width + own > most - 1) break
    cut += segment
    width += own
  }
  return `${cut}…`
}

export const padToWidth = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - displayWidth(text)))
