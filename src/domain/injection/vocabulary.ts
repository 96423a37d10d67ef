import { lazy } from '../../runtime/lazy.ts'
import { pattern } from '../../runtime/pattern.ts'
import { englishSources } from './orders.ts'
import { ELSEWHERE } from './orders-elsewhere.ts'

const WORDS = pattern(String.raw`\p{L}{2,}`, 'gu')

const LETTERS_TOLD_BY = 4

/** How the words begin that patterns are made of. */
const beginnings = lazy(() => {
  const found = new Set<string>()
  for (const source of [...englishSources(), ...ELSEWHERE.flatMap(({ sources }) => sources())]) {
    for (const [word] of source.replace(/\\[pP]\{\w+\}|\\\w/g, ' ').matchAll(WORDS())) {
      for (let length = 2; length <= LETTERS_TOLD_BY; length++) found.add(word.slice(0, length))
    }
  }
  return found
})

/** Could an order be made of this word? Says yes too often, never no too often: it only spares work. */
export const couldBeInOrder = (word: string): boolean => beginnings().has(word.slice(0, LETTERS_TOLD_BY))
