/** "[2]", "[1, 3]", "[2-4]". */
const CITATION = /\s?\[\s*(?:facts?\s*)?(\d+(?:\s*(?:[,;]|and|-|–)\s*(?:facts?\s*)?\d+)*)\s*\]/gi

export interface Cited {
  readonly text: string
  /** The numbers that are left, each once, in the order of their first mention. */
  readonly numbers: readonly number[]
}

/** Takes citations out that point at nothing: only 1 to `known` exist. */
export function keepCitations(answer: string, known: number): Cited {
  const numbers = new Set<number>()
  const text = answer
    .replace(CITATION, (whole, list: string) => {
      const kept = expand(list, known)
      for (const number of kept) numbers.add(number)
      const space = /^\s/.test(whole) ? ' ' : ''
      return kept.length > 0 ? `${space}${kept.map((number) => `[${number}]`).join('')}` : ''
    })
    .replace(/[ \t]+([.,;:!?])/g, '$1')
    .trim()
  return { text, numbers: [...numbers] }
}

function expand(list: string, known: number): number[] {
  const kept = new Set<number>()
  for (const part of list.split(/\s*(?:[,;]|and)\s*/i)) {
    const [from = 0, to = from] = (part.match(/\d+/g) ?? []).map(Number)
    for (let number = Math.max(1, from); number <= Math.min(known, to); number++) kept.add(number)
  }
  return [...kept]
}
