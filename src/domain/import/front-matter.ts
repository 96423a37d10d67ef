/** What an editor keeps above a note, between two lines of dashes, as far as it is a plain value or a list of these. */
export interface FrontMatter {
  /** The line after it. */
  readonly end: number
  readonly fields: ReadonlyMap<string, string | readonly string[]>
}

const MOST_LINES = 100
/** Each character can belong to one part of these only: where two parts could share spaces, a long row of them would be tried in every division. */
const FIELD = /^([\w-]+(?: [\w-]+)*)[ \t]{0,20}:(?:\s+(.*))?$/s
const IN_A_HEAD = /^(?:\s|[\w-]+(?: [\w-]+)*[ \t]{0,20}:|-\s|#|$)/

export function frontMatterOf(lines: readonly string[]): FrontMatter {
  const none = { end: 0, fields: new Map() }
  if (lines[0]?.trim() !== '---') return none
  const end = lines.findIndex((line, at) => at > 0 && at < MOST_LINES && /^(?:---|\.\.\.)\s*$/.test(line))
  const inside = lines.slice(1, end)
  if (end <= 0 || !inside.every((line) => IN_A_HEAD.test(line))) return none
  const fields = new Map<string, string | string[]>()
  let open: string | null = null
  for (const line of inside) {
    const field = FIELD.exec(line)
    const item = /^\s*-\s+(.*)$/s.exec(line)
    if (field) {
      open = field[1]!.toLowerCase()
      const value = (field[2] ?? '').trim()
      fields.set(open, /^\[.*\]$/.test(value) ? listIn(value) : plain(value))
    } else if (item && open !== null)
      fields.set(open, [...[fields.get(open) ?? []].flat(), plain(item[1]!)].filter(Boolean))
  }
  return { end: end + 1, fields }
}

const listIn = (value: string): string[] => value.slice(1, -1).split(',').map(plain).filter(Boolean)

const plain = (value: string): string => value.trim().replace(/^(["'])(.*)\1$/, '$2')
