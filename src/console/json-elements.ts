/** A line, an item of a list or a paragraph, and the line of the file that it begins in. */
export interface Piece {
  readonly text: string
  readonly line: number
}

/** Goes over JSON that is known to be sound, and stops wherever it is not inside of a string. */
function* signsOf(json: string, from: number): Generator<{ at: number; sign: string; depth: number }> {
  let depth = 0
  for (let at = from; at < json.length; at++) {
    const sign = json[at]!
    if (sign === '"') {
      for (at++; json[at] !== '"'; at++) if (json[at] === '\\') at++
      continue
    }
    if (sign === '[' || sign === '{') depth++
    yield { at, sign, depth }
    if (sign === ']' || sign === '}') depth--
    if (depth === 0) return
  }
}

/** The elements of the list that begins there, as they are written, each with its line. */
export function elementsOf(json: string, from: number, firstLine: number): Piece[] {
  const pieces: Piece[] = []
  let begins = from + 1
  let line = firstLine + json.slice(0, from).split('\n').length - 1
  for (const { at, sign, depth } of signsOf(json, from)) {
    if (depth !== 1 || (sign !== ',' && sign !== ']')) continue
    const raw = json.slice(begins, at)
    const text = raw.trim()
    const lead = raw.slice(0, raw.length - raw.trimStart().length)
    if (text !== '') pieces.push({ text, line: line + lead.split('\n').length - 1 })
    line += raw.split('\n').length - 1
    begins = at + 1
  }
  return pieces
}

/** Where the first list of an object begins. */
export function listIn(json: string): number {
  for (const { at, sign, depth } of signsOf(json, 0)) if (sign === '[' && depth === 2) return at
  return 0
}
