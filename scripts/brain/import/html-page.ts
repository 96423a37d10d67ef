import type { DefaultTreeAdapterMap } from 'parse5'

export type PageNode = DefaultTreeAdapterMap['node']
export type PageElement = DefaultTreeAdapterMap['element']

/** What is not part of what a page says: programs, ways to other pages, and things to click. */
const DROPPED = new Set(
  'script style noscript template head nav footer aside form button input select textarea svg canvas iframe object audio video dialog menu'.split(
    ' ',
  ),
)
const DROPPED_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'menu', 'menubar', 'dialog', 'alert'])
const HIDING = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i

/** Every element below, in the order of the page; without recursion, since a page may be nested as deep as its writer likes. */
export function* elementsIn(root: PageNode): Generator<PageElement> {
  const open: PageNode[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    if ('tagName' in node) yield node
    if ('childNodes' in node) for (let at = node.childNodes.length - 1; at >= 0; at--) open.push(node.childNodes[at]!)
  }
}

export const attribute = (element: PageElement, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value

export const isDropped = (element: PageElement): boolean =>
  DROPPED.has(element.tagName) ||
  DROPPED_ROLES.has(attribute(element, 'role') ?? '') ||
  attribute(element, 'hidden') !== undefined ||
  attribute(element, 'aria-hidden') === 'true' ||
  HIDING.test(attribute(element, 'style') ?? '')

/** Of the whole page, not of an article in it: besides the title it has the name of the place and ways through it. */
export function isPageHeader(element: PageElement): boolean {
  if (element.tagName !== 'header') return false
  for (let at = element.parentNode; at && 'tagName' in at; at = at.parentNode)
    if (['article', 'main', 'section'].includes(at.tagName)) return false
  return true
}

export const childrenOf = (element: PageElement, ...names: readonly string[]): PageElement[] =>
  element.childNodes.filter((child): child is PageElement => 'tagName' in child && names.includes(child.tagName))

/** `input type="checkbox"` of a list of tasks. */
export const isCheckbox = (element: PageElement): boolean =>
  element.tagName === 'input' && attribute(element, 'type')?.toLowerCase() === 'checkbox'

/** What a page says about itself, as the head of a note: title, day, language. */
export function pageHead(all: readonly PageElement[]): string {
  const meta = (...names: readonly string[]) =>
    all.find(
      (one) =>
        one.tagName === 'meta' &&
        names.includes(
          (attribute(one, 'name') ?? attribute(one, 'property') ?? attribute(one, 'itemprop') ?? '').toLowerCase(),
        ),
    )
  const title = all.find(({ tagName }) => tagName === 'title')
  const said = title?.childNodes.map((child) => ('value' in child ? child.value : '')).join('')
  const date = meta('article:published_time', 'date', 'dc.date', 'dcterms.created', 'datepublished', 'pubdate')
  const time = all.find(
    (one) =>
      one.tagName === 'time' && attribute(one, 'datetime') !== undefined && attribute(one, 'pubdate') !== undefined,
  )
  const html = all.find(({ tagName }) => tagName === 'html')
  const fields = [
    ['title', said || (meta('og:title') && attribute(meta('og:title')!, 'content'))],
    ['date', (date && attribute(date, 'content')) || (time && attribute(time, 'datetime'))],
    ['lang', html && attribute(html, 'lang')],
  ]
  const lines = fields.flatMap(([name, value]) => {
    const plain = value?.replaceAll(/\s+/g, ' ').trim().slice(0, 500)
    return plain ? [`${name}: ${plain}`] : []
  })
  return lines.length === 0 ? '' : `---\n${lines.join('\n')}\n---\n`
}
