import { expect, it } from 'vitest'
import { readIfMatch } from '../../src/http/if-match.ts'

it.each([
  [undefined, null],
  ['*', null],
  ['"3"', [3]],
  ['W/"3"', [3]],
  [' 3 ', [3]],
  ['"1", "2"', [1, 2]],
  ['"x" ,W/"2","2"', [2]],
  // What names no version is none that there is.
  ['', [0]],
  ['"0"', [0]],
  ['"03"', [0]],
  ['"x"', [0]],
  ['"a,3,b"', [0]],
  ['"3', [0]],
  [`"${'9'.repeat(30)}"`, [0]],
])('If-Match %j names versions %j', (header, versions) => {
  expect(readIfMatch(header)).toEqual(versions)
})
