const FENCE = /^\s{0,3}(`{3,}|~{3,})/
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\S/
const UNDERLINE = /^\s{0,3}(=+|-+)\s*$/
const RULE = /^\s{0,3}(?:-\s*){3,}$|^\s{0,3}(?:\*\s*){3,}$|^\s{0,3}(?:_\s*){3,}$/

/** What stands together, in the order of the text. A blank line ends it, save in a block of code and between the items of a list. */
export function* markdownBlocks(lines: readonly string[]): Generator<string> {
  let block: string[] = []
  let isBroken = false
  /** Of the open block; looked at once, since its first line may be long. */
  let isList = false
  function* end(): Generator<string> {
    const joined = undented(block).join('\n').trim()
    block = []
    isBroken = false
    isList = false
    if (joined !== '') yield joined
  }
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const fence = FENCE.exec(line)?.[1]
    if (fence) {
      if (!isList || isBroken) yield* end()
      const last = endOfCode(lines, at, fence)
      for (; at <= last; at++) block.push(lines[at]!)
      at = last
      if (!isList) yield* end()
    } else if (line.trim() === '') isBroken = block.length > 0
    else if (block.length === 1 && !isBroken && UNDERLINE.test(line) && !isList) {
      block = [`${line.trim().startsWith('=') ? '#' : '##'} ${block[0]!.trim()}`]
      yield* end()
    } else if (RULE.test(line)) yield* end()
    else if (/^#{1,6}\s/.test(line)) {
      yield* end()
      block = [line.trim()]
      yield* end()
    } else {
      const goesOn = !isBroken || (isList && (LIST_ITEM.test(line) || /^\s{2,}/.test(line)))
      if (!goesOn) yield* end()
      isBroken = false
      if (block.length === 0) isList = LIST_ITEM.test(line)
      block.push(line.trimEnd())
    }
  }
  yield* end()
}

/** Without the indentation that all lines have: what is left of it says what belongs to what. */
function undented(lines: readonly string[]): readonly string[] {
  const indents = lines.flatMap((line) => (line.trim() === '' ? [] : /^ */.exec(line)![0].length))
  const common = indents.reduce((least, indent) => Math.min(least, indent), indents[0] ?? 0)
  return common === 0 ? lines : lines.map((line) => line.slice(common))
}

/** The line that closes a block of code, or the last one of the text. */
function endOfCode(lines: readonly string[], open: number, fence: string): number {
  for (let at = open + 1; at < lines.length; at++) {
    const line = lines[at]!.trim()
    if (line.startsWith(fence) && line.replaceAll(fence[0]!, '') === '') return at
  }
  return lines.length - 1
}

export const isCode = (block: string): boolean => FENCE.test(block)

/** A heading's level, 0 where it is none. Who has no headings writes a line in bold. */
export function headingLevel(block: string): number {
  if (block.includes('\n')) return 0
  return /^(#{1,6})\s/.exec(block)?.[1]?.length ?? (/^\*\*[^*]{1,100}\*\*:?$/.test(block) ? 6 : 0)
}

export const headingText = (heading: string): string => heading.replace(/^#+\s*|^\*\*|\*\*:?$/g, '')

/** A short paragraph that ends with a colon announces what follows. */
export const announces = (block: string): boolean =>
  block.length <= 400 && block.endsWith(':') && !block.includes('\n') && !/^\s*[-*+|>`]/.test(block)

const TABLE_RULE = /^\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/

/**
 * A long table or list in pieces of whole rows or items, so that each is found by what it says. A table's head stands above every piece, unless it
 * would be most of it.
 */
export function* blockPieces(block: string, mostCharacters: number): Generator<string> {
  const lines = block.split('\n')
  const isTable = lines.length > 2 && lines[0]!.includes('|') && TABLE_RULE.test(lines[1]!)
  if (block.length <= mostCharacters || isCode(block) || !(isTable || LIST_ITEM.test(lines[0]!))) {
    yield block
    return
  }
  const top = isTable ? lines.slice(0, 2) : []
  const indent = /^\s*/.exec(lines[0]!)![0].length
  const isStart = (line: string) => isTable || (LIST_ITEM.test(line) && /^\s*/.exec(line)![0].length <= indent)
  const length = (some: readonly string[]) => some.reduce((sum, line) => sum + line.length + 1, 0)
  const head = length(top) <= mostCharacters / 2 ? top : []
  let piece: string[] = []
  let item: string[] = []
  let [pieceLength, itemLength] = [0, 0]
  const room = mostCharacters - length(head)
  for (const line of [...lines.slice(head.length), null]) {
    if (line !== null && !isStart(line)) {
      item.push(line)
      itemLength += line.length + 1
      continue
    }
    if (piece.length > 0 && pieceLength + itemLength > room) {
      yield [...head, ...piece].join('\n')
      piece = []
      pieceLength = 0
    }
    for (const one of item) piece.push(one)
    pieceLength += itemLength
    item = line === null ? [] : [line]
    itemLength = line === null ? 0 : line.length + 1
  }
  yield [...head, ...piece].join('\n')
}
