const FOOTNOTE = /^\s{0,3}\[\^([^\]\s]{1,100})\]:\s*(.*)$/s
const REFERENCE = /^\s{0,3}\[([^\]^][^\]]{0,200})\]:\s*<?(\S{1,2000}?)>?(?:\s+["'(].*)?$/
const WIKI_LINK = /(!?)\[\[([^[\]|#^]{0,300})(?:[#^][^[\]|]{0,300})?(?:\|([^[\]]{0,300}))?\]\]/g
/** A picture or a file inside the text, as word processors write them: hundreds of kilobytes that nobody said. */
const DATA_TARGET = /^\s{0,3}\[([^\]]{1,200})\]:\s*<?data:/i
const DATA_LINK = /!?\[([^\][]{0,500})\]\(\s{0,20}<?data:[^)\s[]*(?:\s[^)[]{0,300})?\)/gi
const DATA_ATTRIBUTE = /\s(?:src|href)=(?:"data:[^"]*"|'data:[^']*')/gi
const PICTURE = /!\[([^\][]{0,500})\]\[([^\]]{0,200})\]/g
const MOST_LINKS = 50
/** A longer footnote is told with the first piece that names it, and not again with every other. */
const LONGEST_REPEATED = 500

/**
 * Takes apart what a text says elsewhere: footnotes and the targets of links stand at the end of it, and belong to where they are named.
 * Comments are left out. A wiki link becomes its words, and whom it names.
 */
export function createMarkdownLinks(source: readonly string[]) {
  const footnotes = new Map<string, string>()
  const targets = new Map<string, string>()
  const lines: string[] = []
  let open: string | null = null
  const pictures = new Set<string>()
  for (const { line: written, isCode } of withoutComments(source)) {
    const picture = isCode ? null : DATA_TARGET.exec(written)
    if (picture) {
      pictures.add(picture[1]!.toLowerCase())
      continue
    }
    const line = isCode ? written : withoutData(written)
    if (line.trim() === '' && written.trim() !== '') continue
    const footnote = isCode ? null : FOOTNOTE.exec(line)
    const reference = isCode || footnote ? null : REFERENCE.exec(line)
    if (footnote) {
      open = footnote[1]!
      footnotes.set(open, footnote[2]!.trim())
    } else if (reference) targets.set(reference[1]!.toLowerCase(), reference[2]!)
    else if (open !== null && !isCode && /^\s{2,}\S/.test(line))
      footnotes.set(open, `${footnotes.get(open)} ${line.trim()}`)
    else {
      if (line.trim() !== '') open = null
      lines.push(line)
    }
  }
  const named = new Set(lines.flatMap((line) => [...line.matchAll(/\[\^([^\]\s]{1,100})\]/g)].map(([, id]) => id!)))
  const unnamed = [...footnotes].filter(([id]) => !named.has(id)).flatMap(([, said]) => ['', said])

  const told = new Set<string>()

  return {
    /** The text without them; a footnote that nobody names stays at its end. */
    lines: [...lines, ...unnamed] as readonly string[],
    /** A piece of it as it is told, and the pages that it links to. */
    read(piece: string): { readonly text: string; readonly linked: readonly string[] | null } {
      const linked = new Set<string>()
      const below = [...new Set([...piece.matchAll(/\[\^([^\]\s]{1,100})\]/g)].map(([, id]) => id!))].flatMap((id) => {
        const said = told.has(id) ? undefined : footnotes.get(id)
        if (said !== undefined && said.length > LONGEST_REPEATED) told.add(id)
        return said === undefined ? [] : [`[^${id}]: ${said}`]
      })
      const text = piece
        .replace(PICTURE, (whole, label: string, id: string) =>
          pictures.has((id || label).toLowerCase()) ? label : whole,
        )
        .replace(WIKI_LINK, (_, embeds: string, page: string, label: string | undefined) => {
          if (page.trim() !== '') linked.add(page.trim())
          return embeds && /\.\w{2,5}$/.test(page.trim()) ? '' : (label ?? page).trim()
        })
        .replace(/\[([^\][]{1,500})\]\[([^\]]{0,200})\]/g, (whole, label: string, id: string) => {
          const target = targets.get((id || label).toLowerCase())
          return target === undefined ? whole : `[${label}](${target})`
        })
      const whole = [text, ...below].join('\n\n')
      return { text: whole, linked: linked.size > 0 ? [...linked].slice(0, MOST_LINKS) : null }
    },
  }
}

/** The lines without comments, which are left out; what opens one and is never closed is none. Code is passed on as it is. */
function* withoutComments(source: readonly string[]): Generator<{ readonly line: string; readonly isCode: boolean }> {
  const lastClosing = new Map(['-->', '%%'].map((mark) => [mark, source.findLastIndex((line) => line.includes(mark))]))
  let fence: string | null = null
  let closing: string | null = null
  for (const [at, whole] of source.entries()) {
    let line = whole
    if (closing !== null) {
      const end = line.indexOf(closing)
      if (end < 0) continue
      line = line.slice(end + closing.length)
      closing = null
      if (line.trim() === '') continue
    }
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    const isCode = fence !== null || mark !== undefined
    if (mark && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null
    if (isCode) {
      yield { line, isCode }
      continue
    }
    const left = withoutClosedComments(line).replace(/(^|\s)%%[^%]{1,500}%%/g, '$1')
    const open = left.indexOf('<!--')
    if (open >= 0 && lastClosing.get('-->')! > at) closing = '-->'
    else if (left.trim() === '%%' && lastClosing.get('%%')! > at) closing = '%%'
    const kept = closing === null ? left : left.slice(0, Math.max(0, open))
    if (kept.trim() !== '' || line.trim() === '') yield { line: kept, isCode: false }
  }
}

const withoutData = (line: string): string =>
  line.includes('data:') ? line.replace(DATA_LINK, '$1').replace(DATA_ATTRIBUTE, '') : line

function withoutClosedComments(line: string): string {
  let kept = ''
  let from = 0
  for (let open = line.indexOf('<!--'); open >= 0; open = line.indexOf('<!--', from)) {
    const close = line.indexOf('-->', open + 4)
    if (close < 0) break
    kept += line.slice(from, open)
    from = close + 3
  }
  return kept + line.slice(from)
}
