/** The service takes 2 MB at a time; smaller parts show sooner that it goes on. */
const PART_BYTES = 1024 * 1024
const MOST_BYTES = 1_990_000
const PART_PIECES = 100

const utf8 = new TextEncoder()
const sizeOf = (text: string): number => utf8.encode(text).byteLength

/** A file in parts that can each be imported by themselves: whole lines, whole conversations, whole paragraphs. */
export function splitImport(text: string, mostBytes = PART_BYTES): string[] {
  const whole = text.trim()
  if (whole === '') return []
  const json = parseJson(whole)
  if (Array.isArray(json)) return joined(json.map(toJson), mostBytes, (parts) => `[${parts.join(',')}]`)
  if (json !== null) return inList(json, whole, mostBytes)
  const lines = whole.split('\n').filter((line) => line.trim() !== '')
  const header = parseJson(lines[0]!)
  if (header === null) return joined(whole.split(/\n\s*\n/), mostBytes, (parts) => parts.join('\n\n'))
  // An export of ours: each part begins with its header, and what closes the file closes none of its parts.
  const isOurs = !Array.isArray(header) && header.format === 'edge-brain'
  if (!isOurs) return joined(lines, mostBytes, (parts) => parts.join('\n'))
  const rows = lines
    .slice(1)
    .filter((line) => !/^\{"type":"(?:checkpoint|end)"/.test(line))
    // Vectors are made anew of what would be too large with them.
    .map((line) => (sizeOf(line) <= MOST_BYTES ? line : line.replaceAll(/"data":"[A-Za-z0-9+/=]*"/g, '"data":""')))
  return joined(rows, mostBytes, (parts) => [lines[0], ...parts].join('\n'))
}

/** An object around one long list, as some services export it. */
function inList(json: Readonly<Record<string, unknown>>, whole: string, mostBytes: number): string[] {
  const lists = Object.entries(json).filter(([, value]) => Array.isArray(value)) as [string, unknown[]][]
  const [name, items] = lists.length === 1 ? lists[0]! : ['', []]
  if (name === '' || sizeOf(whole) <= mostBytes) return [whole]
  const { [name]: _, ...rest } = json
  const before = toJson(rest).slice(0, -1)
  const start = `${before}${before === '{' ? '' : ','}${toJson(name)}:[`
  return joined(items.map(toJson), mostBytes, (parts) => `${start}${parts.join(',')}]}`)
}

function joined(pieces: readonly string[], mostBytes: number, join: (pieces: readonly string[]) => string): string[] {
  const parts: string[][] = [[]]
  let bytes = 0
  for (const piece of pieces) {
    const size = sizeOf(piece) + 2
    if (bytes > 0 && (bytes + size > mostBytes || parts.at(-1)!.length >= PART_PIECES)) {
      parts.push([])
      bytes = 0
    }
    parts.at(-1)!.push(piece)
    bytes += size
  }
  return parts.filter((part) => part.length > 0).map(join)
}

const toJson = (value: unknown): string => JSON.stringify(value)

function parseJson(text: string): Record<string, unknown> | unknown[] | null {
  if (!/^[[{]/.test(text)) return null
  try {
    return JSON.parse(text) as Record<string, unknown> | unknown[]
  } catch {
    return null
  }
}
