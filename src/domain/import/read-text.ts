import { offsetMs } from '../date/offset-ms.ts'
import type { Source } from '../statement/source.ts'
import { keptMetadata, timeOf } from './foreign-values.ts'
import { type FrontMatter, frontMatterOf } from './front-matter.ts'
import type { Found, ImportedText } from './imported-text.ts'
import { announces, blockPieces, headingLevel, headingText, isCode, markdownBlocks } from './markdown-blocks.ts'
import { createMarkdownLinks } from './markdown-links.ts'
import { toldTexts } from './told-texts.ts'

export interface Document {
  /** What it is called: the name of a file, with its folders. */
  readonly name: string | null
  readonly source: Source
  readonly persona: string | null
  readonly now: number
  /** When it was written, unless it says so itself. */
  readonly occurredAt?: number | null
  /** What it is known by, unless by its name. */
  readonly identity?: readonly string[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Tables and lists are told in pieces of about this size; more would be cut without regard to rows and headings. */
const LONGEST_PIECE = 560
/** Of a path of headings the first is what the document is about, and the last are what the piece is about. */
const LAST_HEADINGS = 2
/** It stands above every piece, so that a long one would be told as often as there are pieces. */
const LONGEST_HEADING = 200
const MOST_TAGS = 30
const LONGEST_TAG = 60

/**
 * Markdown or plain text, a memory for each paragraph, list, table or block of code, below the headings that it stands under: without these
 * nobody could tell one table of prices from another. A paragraph that ends with a colon announces what follows, and stays with it.
 */
export function* readText(text: string, document: Document): Generator<Found> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const { end, fields } = frontMatterOf(lines)
  const { name, source, persona, identity = [name ?? ''] } = document
  const said = dateIn(fields, name, document.now) ?? { occurredAt: document.occurredAt ?? null }
  const links = createMarkdownLinks(lines.slice(end))
  /** The heading of each level that is in force, and whether anything was told under it. */
  const headings: ({ readonly line: string; isTold: boolean } | undefined)[] = []
  let announcing: string | null = null

  function* tell(block: string): Generator<Found> {
    const path = headings.filter((one) => one !== undefined)
    for (const one of path) one.isTold = true
    const shown = path.length > LAST_HEADINGS + 1 ? [path[0]!, ...path.slice(-LAST_HEADINGS)] : path
    const above = [...shown.map(({ line }) => line), ...(announcing === null ? [] : [announcing])]
    announcing = null
    const section = path.map(({ line }) => headingText(line)).join(' › ')
    const room = Math.max(LONGEST_PIECE / 2, LONGEST_PIECE - above.join('\n\n').length)
    for (const piece of blockPieces(block, room)) {
      const whole = [...above, piece].filter((line) => line !== '').join('\n\n')
      const told = isCode(piece) ? { text: whole, linked: null } : links.read(whole)
      yield* toldTexts({
        ...{ text: told.text, persona, source, sessionId: null, ...said },
        metadata: keptMetadata([
          ['file', name],
          ['section', section.slice(0, 500)],
          ...['title', 'tags', 'lang'].map((field) => [field, shortOf(fields.get(field))] as const),
          ['links', told.linked],
          ...Object.entries(document.metadata ?? {}),
        ]),
        identity: [...identity, section, whole],
      })
    }
  }

  /** A heading with nothing under it says something by itself. */
  function* close(level: number): Generator<Found> {
    if (announcing !== null) yield* tell('')
    const last = headings.findLast((one) => one !== undefined)
    if (headings.length >= level && last && !last.isTold) yield* tell('')
    headings.length = Math.min(headings.length, level - 1)
  }

  const blocks = [...markdownBlocks(links.lines)]
  const title = titleOf(fields, name)
  if (title !== null && !blocks.some((block) => headingLevel(block) === 1))
    headings[0] = { line: `# ${title}`.slice(0, LONGEST_HEADING), isTold: true }
  for (const block of blocks) {
    const level = headingLevel(block)
    if (level > 0) {
      yield* close(level)
      const line = withoutClosing(block)
      const isLong = line.length > LONGEST_HEADING
      // Nothing of it is lost: a long one is told by itself, and its beginning stands above what follows.
      if (isLong) yield* tell(line)
      headings[level - 1] = { line: line.slice(0, LONGEST_HEADING).toWellFormed(), isTold: isLong }
    } else if (announces(block)) {
      if (announcing !== null) yield* tell('')
      announcing = block
    } else yield* tell(block)
  }
  yield* close(1)
}

/** What is kept beside every piece is short as well. */
const shortOf = (value: string | readonly string[] | undefined): typeof value =>
  typeof value === 'string'
    ? value.slice(0, LONGEST_HEADING)
    : value?.slice(0, MOST_TAGS).map((one) => one.slice(0, LONGEST_TAG))

/** Some close a heading with the marks that open it. */
function withoutClosing(heading: string): string {
  let end = heading.length
  while (heading[end - 1] === '#') end--
  const above = heading.slice(0, end).trimEnd()
  return above.length < end ? above : heading
}

const DATES = ['date', 'created', 'created_at', 'published', 'updated', 'modified']

/** A note says in its head when it was written, or is called by its day. */
function dateIn(
  fields: FrontMatter['fields'],
  name: string | null,
  now: number,
): Pick<ImportedText, 'occurredAt' | 'offsetMs'> | null {
  const day = /(?:^|\/)(\d{4}-\d\d-\d\d)(?![\d-])[^/]*$/.exec(name ?? '')?.[1]
  const written = [...DATES.map((field) => fields.get(field)), day].find((value) => timeOf(now, value) !== null)
  return written === undefined ? null : { occurredAt: timeOf(now, written), offsetMs: offsetMs(written) }
}

/** Of a page without a heading of its own: its title, or the name of its file where that was chosen for it. */
function titleOf(fields: FrontMatter['fields'], name: string | null): string | null {
  const title = fields.get('title')
  if (typeof title === 'string' && title !== '') return title
  const [, stem] = /(?:^|\/)([^/]+)\.(?:md|markdown|x?html?)$/i.exec(name ?? '') ?? []
  // Notion writes an id of 32 digits behind the name of a page.
  const called = stem?.replace(/\s[0-9a-f]{32}$/i, '').trim() ?? ''
  return called === '' || /^(?:index|readme|untitled|notes?|page|document)$/i.test(called) ? null : called
}
