import { expect, it } from 'vitest'
import { readIfMatch } from '../../src/http/if-match.ts'

it.each([
  [undefined, null],
  ['*', null],
  ['"3"', 3],
  ['W/"3"', 3],
  [' 3 ', 3],
  // What names no version, or several, is none that there is.
  ['', 0],
  ['"0"', 0],
  ['"03"', 0],
  ['"x"', 0],
  ['"1", "2"', 0],
  [`"${'9'.repeat(30)}"`, 0],
])('If-Match %j names version %j', (header, version) => {
  expect(readIfMatch(header)).toBe(version)
})
