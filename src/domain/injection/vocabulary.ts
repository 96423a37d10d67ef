import { ENGLISH } from './orders.ts'
import { ELSEWHERE } from './orders-elsewhere.ts'

const LETTERS_TOLD_BY = 4

/** How the words begin that patterns are made of. */
const beginnings = new Set<string>()
for (const { source } of [...Object.values(ENGLISH).flat(), ...ELSEWHERE.flatMap(({ patterns }) => patterns)]) {
  for (const [word] of source.replace(/\\[pP]\{\w+\}|\\\w/g, ' ').matchAll(/\p{L}{2,}/gu)) {
    for (let length = 2; length <= LETTERS_TOLD_BY; length++) beginnings.add(word.slice(0, length))
  }
}

/** Could an order be made of this word? Says yes too often, never no too often: it only spares work. */
export const couldBeInOrder = (word: string): boolean => beginnings.has(word.slice(0, LETTERS_TOLD_BY))
