import { parse } from 'parse5'
import {
  attribute,
  childrenOf,
  elementsIn,
  isCheckbox,
  isDropped,
  isPageHeader,
  type PageElement,
  type PageNode,
  pageHead,
} from './html-page.ts'
import { cellsOf, isLayout, tableMarkdown } from './html-table.ts'

/** A page may be nested as deep as its writer likes; further down only its text is read. */
const DEEPEST = 200

/** What an HTML page says, as Markdown: headings, lists, tables and code are kept. */
export function htmlToMarkdown(html: string): string {
  const all = [...elementsIn(parse(html))]
  const body = all.find(({ tagName }) => tagName === 'body')
  const mains = all.filter((element) => element.tagName === 'main' || attribute(element, 'role') === 'main')
  const articles = all.filter(({ tagName }) => tagName === 'article')
  const roots = [mains[0], articles.length === 1 ? articles[0] : undefined, body].filter((one) => one !== undefined)
  for (const root of roots) {
    const blocks = blocksOf(root, 0)
    if (blocks.length > 0) return pageHead(all) + blocks.join('\n\n')
  }
  return ''
}

const INLINE = new Set(
  'a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark q s samp small span strong sub sup time tt u var wbr input'.split(
    ' ',
  ),
)

/** The blocks of an element's content; what stands in it without one is a paragraph. */
function blocksOf(element: PageElement, depth: number): string[] {
  if (depth > DEEPEST) return [allText(element)].filter((text) => text !== '')
  const blocks: string[] = []
  let paragraph = ''
  const endParagraph = () => {
    const text = tidy(paragraph)
    // Words that would be taken for a heading, a fence or the head of a note.
    if (text !== '') blocks.push(text.replaceAll(/^(#{1,6}\s|```|~~~|---$)/gm, '\\$1'))
    paragraph = ''
  }
  for (const child of element.childNodes) {
    if (child.nodeName === '#text' && 'value' in child) paragraph += spaced(child.value)
    if (!('tagName' in child) || (isDropped(child) && !isCheckbox(child))) continue
    if (INLINE.has(child.tagName)) paragraph += inline(child, depth + 1)
    else {
      endParagraph()
      for (const block of blockOf(child, depth + 1)) blocks.push(block)
    }
  }
  endParagraph()
  return blocks
}

function blockOf(element: PageElement, depth: number): string[] {
  const { tagName } = element
  const heading = /^h([1-6])$/.exec(tagName)
  if (heading) {
    const text = tidy(inline(element, depth)).replaceAll('\n', ' ')
    return text === '' ? [] : [`${'#'.repeat(Number(heading[1]))} ${text}`]
  }
  if (isPageHeader(element))
    return [...elementsIn(element)].flatMap((one) => (/^h[1-6]$/.test(one.tagName) ? blockOf(one, depth) : []))
  if (tagName === 'pre') return [fenced(element)]
  if (tagName === 'hr') return ['---']
  if (tagName === 'ul' || tagName === 'ol') return [listOf(element, depth)].filter((text) => text !== '')
  if (tagName === 'dl') return [definitionsIn(element, depth)].filter((text) => text !== '')
  if (tagName === 'table') return tableOf(element, depth)
  if (tagName === 'figure') return figureOf(element, depth)
  if (tagName === 'blockquote')
    return [blocksOf(element, depth).join('\n\n').replaceAll(/^/gm, '> ')].filter((text) => text.length > 2)
  return blocksOf(element, depth)
}

function inline(node: PageElement, depth: number): string {
  if (node.tagName === 'br') return '\n'
  if (node.tagName === 'img') return attribute(node, 'alt') ?? ''
  if (isCheckbox(node)) return attribute(node, 'checked') === undefined ? '[ ] ' : '[x] '
  if (depth > DEEPEST) return allText(node)
  const text = node.childNodes
    .map((child) => {
      if (child.nodeName === '#text' && 'value' in child) return spaced(child.value)
      if (!('tagName' in child) || (isDropped(child) && !isCheckbox(child))) return ''
      return INLINE.has(child.tagName) ? inline(child, depth + 1) : ` ${inline(child, depth + 1)} `
    })
    .join('')
  return node.tagName === 'code' && text.trim() !== '' ? `\`${text}\`` : text
}

/** Without recursion: the point is to survive what would break recursion. */
function allText(root: PageNode): string {
  let text = ''
  const open: PageNode[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += spaced(node.value)
    if ('tagName' in node && isDropped(node)) continue
    if ('childNodes' in node) for (let at = node.childNodes.length - 1; at >= 0; at--) open.push(node.childNodes[at]!)
  }
  return tidy(text)
}

const spaced = (text: string): string => text.replaceAll(/[\t\n\f\r ]+/g, ' ')

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/ {2,}/g, ' ').trim())
    .join('\n')
    .trim()

function fenced(element: PageElement): string {
  const code = [...elementsIn(element)].find(({ tagName }) => tagName === 'code')
  const classes = `${attribute(code ?? element, 'class') ?? ''} ${attribute(element, 'class') ?? ''}`
  const language = /\blang(?:uage)?-([\w+#-]{1,30})/.exec(classes)?.[1] ?? ''
  let text = ''
  const open: PageNode[] = [element]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value
    if ('tagName' in node && node.tagName === 'br') text += '\n'
    if ('childNodes' in node) for (let at = node.childNodes.length - 1; at >= 0; at--) open.push(node.childNodes[at]!)
  }
  const fence = text.includes('```') ? '~~~~' : '```'
  return `${fence}${language}\n${text.replace(/^\n/, '').replace(/\s+$/, '')}\n${fence}`
}

function listOf(element: PageElement, depth: number): string {
  const items = childrenOf(element, 'li').filter((item) => !isDropped(item))
  const start = Number.parseInt(attribute(element, 'start') ?? '1', 10) || 1
  return items
    .map((item, n) => {
      const mark = element.tagName === 'ol' ? `${n + start}. ` : '- '
      const said = blocksOf(item, depth + 1).join('\n')
      return said === '' ? '' : mark + said.replaceAll('\n', `\n${' '.repeat(mark.length)}`)
    })
    .filter((item) => item !== '')
    .join('\n')
}

/** Several terms may share what they mean, and one term may mean several things. */
function definitionsIn(element: PageElement, depth: number): string {
  if (depth > DEEPEST) return allText(element)
  let terms: string[] = []
  let isDefined = false
  const lines: string[] = []
  for (const child of childrenOf(element, 'dt', 'dd', 'div')) {
    if (child.tagName === 'dt') {
      terms = [...(isDefined ? [] : terms), tidy(inline(child, depth))]
      isDefined = false
    } else if (child.tagName === 'dd') {
      lines.push(`- ${terms.join(', ')}: ${tidy(inline(child, depth)).replaceAll('\n', ' ')}`)
      isDefined = true
    } else lines.push(definitionsIn(child, depth + 1))
  }
  // Bookmarks are terms that nothing is said about.
  if (!isDefined) lines.push(...terms.filter((term) => term !== '').map((term) => `- ${term.replaceAll('\n', ' ')}`))
  return lines.filter((line) => line !== '').join('\n')
}

/** A caption announces what it belongs to. */
const announced = (caption: string, blocks: readonly string[]): string[] =>
  caption === '' || blocks.length === 0 ? [...blocks] : [`${caption.replace(/[:.]$/, '')}:`, ...blocks]

const captionOf = (element: PageElement, tagName: string, depth: number): string =>
  childrenOf(element, tagName)
    .map((one) => tidy(inline(one, depth)).replaceAll('\n', ' '))
    .join(' ')

function tableOf(element: PageElement, depth: number): string[] {
  if (isLayout(element)) return cellsOf(element).flatMap((cell) => blocksOf(cell, depth + 1))
  const table = tableMarkdown(element, (cell) => tidy(inline(cell, depth)))
  return announced(captionOf(element, 'caption', depth), table === '' ? [] : [table])
}

/** A picture says what stands in its place and below it. */
function figureOf(element: PageElement, depth: number): string[] {
  const caption = captionOf(element, 'figcaption', depth)
  const rest = { ...element, childNodes: element.childNodes.filter((child) => child.nodeName !== 'figcaption') }
  const blocks = blocksOf(rest, depth)
  const isStructured = blocks.some((block) => /^(?:\||```|~~~|[-*+] |\d+\. )/.test(block))
  if (isStructured) return announced(caption, blocks)
  return [[...blocks, caption].filter((text) => text !== '').join('\n')].filter((text) => text !== '')
}
