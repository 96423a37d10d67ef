const FOOTNOTE = /^\s{0,3}\[\^([^\]\s]{1,100})\]:\s*(.*)$/
const REFERENCE = /^\s{0,3}\[([^\]^][^\]]{0,200})\]:\s*<?(\S{1,2000}?)>?(?:\s+["'(].*)?$/
const WIKI_LINK = /(!?)\[\[([^[\]|#^]{0,300})(?:[#^][^[\]|]{0,300})?(?:\|([^[\]]{0,300}))?\]\]/g
const MOST_LINKS = 50

/**
 * Takes apart what a text says elsewhere: footnotes and the targets of links stand at the end of it, and belong to where they are named.
 * Comments are left out. A wiki link becomes its words, and whom it names.
 */
export function createMarkdownLinks(source: readonly string[]) {
  const footnotes = new Map<string, string>()
  const targets = new Map<string, string>()
  const lines: string[] = []
  let fence: string | null = null
  let comment: string | null = null
  let open: string | null = null
  for (const line of source) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null
    if (fence !== null || mark) {
      lines.push(line)
      continue
    }
    const { left, isOpen } = withoutComments(line, comment)
    comment = isOpen
    const footnote = FOOTNOTE.exec(left)
    const reference = footnote ? null : REFERENCE.exec(left)
    if (footnote) {
      open = footnote[1]!
      footnotes.set(open, footnote[2]!.trim())
    } else if (reference) targets.set(reference[1]!.toLowerCase(), reference[2]!)
    else if (open !== null && /^\s{2,}\S/.test(left)) footnotes.set(open, `${footnotes.get(open)} ${left.trim()}`)
    else {
      if (left.trim() !== '') open = null
      if (left !== '' || line === '') lines.push(left)
    }
  }
  const named = new Set(lines.flatMap((line) => [...line.matchAll(/\[\^([^\]\s]{1,100})\]/g)].map(([, id]) => id!)))
  const unnamed = [...footnotes].filter(([id]) => !named.has(id)).flatMap(([, said]) => ['', said])

  return {
    /** The text without them; a footnote that nobody names stays at its end. */
    lines: [...lines, ...unnamed] as readonly string[],
    /** A piece of it as it is told, and the pages that it links to. */
    read(piece: string): { readonly text: string; readonly linked: readonly string[] | null } {
      const linked = new Set<string>()
      const below = [...piece.matchAll(/\[\^([^\]\s]{1,100})\]/g)].flatMap(([, id]) => {
        const said = footnotes.get(id!)
        return said === undefined ? [] : [`[^${id}]: ${said}`]
      })
      const text = piece
        .replace(WIKI_LINK, (_, embeds: string, page: string, label: string | undefined) => {
          if (page.trim() !== '') linked.add(page.trim())
          return embeds && /\.\w{2,5}$/.test(page.trim()) ? '' : (label ?? page).trim()
        })
        .replace(/\[([^\][]{1,500})\]\[([^\]]{0,200})\]/g, (whole, label: string, id: string) => {
          const target = targets.get((id || label).toLowerCase())
          return target === undefined ? whole : `[${label}](${target})`
        })
      const whole = [text, ...new Set(below)].join('\n\n')
      return { text: whole, linked: linked.size > 0 ? [...linked].slice(0, MOST_LINKS) : null }
    },
  }
}

const COMMENTS: readonly (readonly [from: string, to: string])[] = [
  ['<!--', '-->'],
  ['%%', '%%'],
]

/** `within`: what closes the comment that an earlier line opened. */
function withoutComments(
  line: string,
  within: string | null,
): { readonly left: string; readonly isOpen: string | null } {
  let left = ''
  let at = 0
  let closing = within
  while (at < line.length) {
    if (closing !== null) {
      const end = line.indexOf(closing, at)
      if (end < 0) return { left, isOpen: closing }
      at = end + closing.length
      closing = null
      continue
    }
    const next = COMMENTS.map(([from, to]) => ({ start: line.indexOf(from, at), from, to }))
      .filter(({ start }) => start >= 0)
      .sort((a, b) => a.start - b.start)[0]
    if (!next) return { left: left + line.slice(at), isOpen: null }
    left += line.slice(at, next.start)
    at = next.start + next.from.length
    closing = next.to
  }
  return { left, isOpen: closing }
}
