import { type DefaultTreeAdapterMap, parse } from 'parse5'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

/** What is not part of what a page says: programs, ways to other pages, and things to click. */
const DROPPED = new Set(
  'script style noscript template head nav footer aside form button input select textarea svg canvas iframe object audio video dialog menu'.split(
    ' ',
  ),
)
const DROPPED_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menu', 'menubar', 'dialog', 'alert'])
/** A page may be nested as deep as its writer likes; further down only its text is read. */
const DEEPEST = 200

/** What an HTML page says, as Markdown: headings, lists, tables and code are kept. */
export function htmlToMarkdown(html: string): string {
  const page = parse(html)
  const all = [...elementsIn(page)]
  const body = all.find(({ tagName }) => tagName === 'body')
  const mains = all.filter((element) => element.tagName === 'main' || attribute(element, 'role') === 'main')
  const articles = all.filter(({ tagName }) => tagName === 'article')
  const root = mains[0] ?? (articles.length === 1 ? articles[0] : undefined) ?? body
  if (!root) return ''
  const blocks = blocksOf(root, 0)
  const title = all.find(({ tagName }) => tagName === 'title')
  const isTitled = blocks.some((block) => block.startsWith('# '))
  return [...(title && !isTitled ? [`# ${inline(title, 0).trim()}`] : []), ...blocks].join('\n\n')
}

function* elementsIn(root: Node): Generator<Element> {
  const open: Node[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if ('tagName' in node) yield node
    if ('childNodes' in node) for (let at = node.childNodes.length - 1; at >= 0; at--) open.push(node.childNodes[at]!)
  }
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value

const isDropped = (element: Element): boolean =>
  DROPPED.has(element.tagName) ||
  DROPPED_ROLES.has(attribute(element, 'role') ?? '') ||
  attribute(element, 'hidden') !== undefined ||
  attribute(element, 'aria-hidden') === 'true'

const INLINE = new Set(
  'a abbr b bdi bdo br cite code data del dfn em font i img ins kbd label mark q s samp small span strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)

/** The blocks of an element's content; what stands in it without one is a paragraph. */
function blocksOf(element: Element, depth: number): string[] {
  if (depth > DEEPEST) return [allText(element)].filter((text) => text !== '')
  const blocks: string[] = []
  let paragraph = ''
  const endParagraph = () => {
    const text = tidy(paragraph)
    if (text !== '') blocks.push(text)
    paragraph = ''
  }
  for (const child of element.childNodes) {
    if (child.nodeName === '#text' && 'value' in child) paragraph += spaced(child.value)
    if (!('tagName' in child) || isDropped(child)) continue
    if (INLINE.has(child.tagName)) paragraph += inline(child, depth + 1)
    else {
      endParagraph()
      blocks.push(...blockOf(child, depth + 1))
    }
  }
  endParagraph()
  return blocks
}

function blockOf(element: Element, depth: number): string[] {
  const { tagName } = element
  const heading = /^h([1-6])$/.exec(tagName)
  if (heading) {
    const text = tidy(inline(element, depth)).replaceAll('\n', ' ')
    return text === '' ? [] : [`${'#'.repeat(Number(heading[1]))} ${text}`]
  }
  if (tagName === 'pre') return [fenced(element)]
  if (tagName === 'hr') return ['---']
  if (tagName === 'ul' || tagName === 'ol') return [listOf(element, depth)].filter((text) => text !== '')
  if (tagName === 'dl') return [definitionsIn(element, depth)].filter((text) => text !== '')
  if (tagName === 'table') return [tableOf(element, depth)].filter((text) => text !== '')
  if (tagName === 'blockquote')
    return [blocksOf(element, depth).join('\n\n').replaceAll(/^/gm, '> ')].filter((text) => text.length > 2)
  return blocksOf(element, depth)
}

function inline(node: Element, depth: number): string {
  if (node.tagName === 'br') return '\n'
  if (node.tagName === 'img') return attribute(node, 'alt') ?? ''
  if (depth > DEEPEST) return allText(node)
  const text = node.childNodes
    .map((child) => {
      if (child.nodeName === '#text' && 'value' in child) return spaced(child.value)
      if (!('tagName' in child) || isDropped(child)) return ''
      return INLINE.has(child.tagName) ? inline(child, depth + 1) : ` ${inline(child, depth + 1)} `
    })
    .join('')
  return node.tagName === 'code' && text.trim() !== '' ? `\`${text}\`` : text
}

/** Without recursion: the point is to survive what would break recursion. */
function allText(root: Node): string {
  let text = ''
  const open: Node[] = [root]
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

function fenced(element: Element): string {
  const code = [...elementsIn(element)].find(({ tagName }) => tagName === 'code')
  const language = /\blang(?:uage)?-([\w+#-]{1,30})/.exec(attribute(code ?? element, 'class') ?? '')?.[1] ?? ''
  let text = ''
  const open: Node[] = [element]
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.nodeName === '#text' && 'value' in node) text += node.value
    if ('tagName' in node && node.tagName === 'br') text += '\n'
    if ('childNodes' in node) for (let at = node.childNodes.length - 1; at >= 0; at--) open.push(node.childNodes[at]!)
  }
  const fence = text.includes('```') ? '~~~~' : '```'
  return `${fence}${language}\n${text.replace(/^\n/, '').replace(/\s+$/, '')}\n${fence}`
}

function childrenOf(element: Element, ...names: readonly string[]): Element[] {
  return element.childNodes.filter((child): child is Element => 'tagName' in child && names.includes(child.tagName))
}

function listOf(element: Element, depth: number): string {
  const items = childrenOf(element, 'li').filter((item) => !isDropped(item))
  return items
    .map((item, n) => {
      const mark = element.tagName === 'ol' ? `${n + 1}. ` : '- '
      const said = blocksOf(item, depth + 1).join('\n')
      return said === '' ? '' : mark + said.replaceAll('\n', `\n${' '.repeat(mark.length)}`)
    })
    .filter((item) => item !== '')
    .join('\n')
}

function definitionsIn(element: Element, depth: number): string {
  let term = ''
  const lines: string[] = []
  for (const child of childrenOf(element, 'dt', 'dd', 'div')) {
    if (child.tagName === 'dt') term = tidy(inline(child, depth))
    else if (child.tagName === 'dd') lines.push(`- ${term}: ${tidy(inline(child, depth))}`)
    else lines.push(definitionsIn(child, depth + 1))
  }
  return lines.filter((line) => line !== '').join('\n')
}

function tableOf(element: Element, depth: number): string {
  const rows = childrenOf(element, 'thead', 'tbody', 'tfoot', 'tr')
    .flatMap((part) => (part.tagName === 'tr' ? part : childrenOf(part, 'tr')))
    .map((row) =>
      childrenOf(row, 'th', 'td').map((cell) =>
        tidy(inline(cell, depth))
          .replaceAll(/\s*\n\s*/g, ' ')
          .replaceAll('|', '\\|'),
      ),
    )
    .filter((row) => row.some((cell) => cell !== ''))
  const [head, ...rest] = rows.map((cells) => `| ${cells.join(' | ')} |`)
  if (head === undefined) return ''
  const caption = childrenOf(element, 'caption').map((one) => tidy(inline(one, depth)))[0]
  const table = [head, `|${'---|'.repeat(rows[0]!.length)}`, ...rest].join('\n')
  return caption ? `${caption}\n\n${table}` : table
}
