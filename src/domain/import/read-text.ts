import type { Source } from '../statement/source.ts'
import { keptMetadata } from './foreign-values.ts'
import type { Found } from './imported-text.ts'
import { toldTexts } from './told-texts.ts'

interface Document {
  /** What it is called: the name of a file, the title of a page. */
  readonly name: string | null
  readonly source: Source
  readonly persona: string | null
}

/**
 * Markdown or plain text, a memory for each paragraph, list, table or block of code. A heading goes with the first of what it heads, and is
 * kept beside all of it; a paragraph that ends with a colon announces what follows, and stays with it.
 */
export function* readText(text: string, { name, source, persona }: Document): Generator<Found> {
  /** The heading of each level that is in force, and of these what nothing was told under yet. */
  const headings: (string | undefined)[] = []
  let untold: { readonly level: number; readonly line: string }[] = []
  let announcing: string | null = null

  function* tell(said: string): Generator<Found> {
    const section = headings.filter((one) => one !== undefined).join(' › ')
    const lines = [...untold.map(({ line }) => line), ...(announcing === null ? [] : [announcing]), said]
    untold = []
    announcing = null
    const whole = lines.filter((line) => line !== '').join('\n\n')
    yield* toldTexts({
      text: whole,
      persona,
      source,
      sessionId: null,
      metadata: keptMetadata([
        ['file', name],
        ['section', section.slice(0, 500)],
      ]),
      occurredAt: null,
      identity: [name ?? '', section, whole],
    })
  }

  for (const block of blocksOf(text)) {
    const level = headingLevel(block)
    if (announcing !== null && (level > 0 || announces(block))) yield* tell('')
    if (level > 0) {
      headings.length = level - 1
      headings[level - 1] = block.slice(level).trim()
      untold = [...untold.filter((one) => one.level < level), { level, line: block }]
    } else if (announces(block)) announcing = block
    else yield* tell(block)
  }
  if (announcing !== null) yield* tell('')
}

const headingLevel = (block: string): number =>
  block.includes('\n') ? 0 : (/^(#{1,6})\s/.exec(block)?.[1]?.length ?? 0)

const announces = (block: string): boolean =>
  block.length <= 400 && block.endsWith(':') && !block.includes('\n') && !/^\s*[-*+|>`]/.test(block)

const FENCE = /^\s{0,3}(`{3,}|~{3,})/
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/
const UNDERLINE = /^\s{0,3}(=+|-+)\s*$/
const RULE = /^\s{0,3}(?:-\s*){3,}$|^\s{0,3}(?:\*\s*){3,}$|^\s{0,3}(?:_\s*){3,}$/

/** What stands together, in the order of the text. A blank line ends it, save in a block of code and between the items of a list. */
function* blocksOf(text: string): Generator<string> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  let block: string[] = []
  let isBroken = false
  const isList = () => block.length > 0 && LIST_ITEM.test(block[0]!)
  function* end(): Generator<string> {
    const joined = block.join('\n').trim()
    block = []
    isBroken = false
    if (joined !== '') yield joined
  }
  for (let at = frontMatterEnd(lines); at < lines.length; at++) {
    const line = lines[at]!
    const fence = FENCE.exec(line)?.[1]
    if (fence) {
      if (!isList() || isBroken) yield* end()
      const last = endOfCode(lines, at, fence)
      for (; at <= last; at++) block.push(lines[at]!)
      at = last
      if (!isList()) yield* end()
    } else if (line.trim() === '') isBroken = block.length > 0
    else if (block.length === 1 && !isBroken && UNDERLINE.test(line) && !isList()) {
      block = [`${line.trim().startsWith('=') ? '#' : '##'} ${block[0]!.trim()}`]
      yield* end()
    } else if (RULE.test(line)) yield* end()
    else if (/^#{1,6}\s/.test(line)) {
      yield* end()
      block = [line.trim()]
      yield* end()
    } else {
      const goesOn = !isBroken || (isList() && (LIST_ITEM.test(line) || /^\s{2,}/.test(line)))
      if (!goesOn) yield* end()
      isBroken = false
      block.push(line.trimEnd())
    }
  }
  yield* end()
}

/** The line that closes a block of code, or the last one of the text. */
function endOfCode(lines: readonly string[], open: number, fence: string): number {
  for (let at = open + 1; at < lines.length; at++) {
    const line = lines[at]!.trim()
    if (line.startsWith(fence) && line.replaceAll(fence[0]!, '') === '') return at
  }
  return lines.length - 1
}

/** What an editor keeps above a note, between two lines of dashes. */
function frontMatterEnd(lines: readonly string[]): number {
  if (lines[0]?.trim() !== '---') return 0
  const end = lines.findIndex((line, at) => at > 0 && at < 100 && line.trim() === '---')
  return end > 0 && lines.slice(1, end).every((line) => /^\s*(?:[\w-]+\s*:|-\s|#|$)|^\s+/.test(line)) ? end + 1 : 0
}
