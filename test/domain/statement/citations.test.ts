import { describe, expect, it } from 'vitest'
import { keepCitations } from '../../../src/domain/statement/citations.ts'

describe('citations', () => {
  it.each([
    ['Emma [1].', 2, 'Emma [1].', [1]],
    ['Emma [1, 2] and Tom [3].', 2, 'Emma [1][2] and Tom.', [1, 2]],
    ['Emma [2-9].', 3, 'Emma [2][3].', [2, 3]],
    ['Emma [fact 2].', 2, 'Emma [2].', [2]],
    ['Nothing [0] to see [12].', 3, 'Nothing to see.', []],
    ['A list [a] and [2024].', 3, 'A list [a] and.', []],
    ['[1000000000000-9000000000000]', 3, '', []],
  ])('of %s with %d facts', (answer, known, text, numbers) => {
    expect(keepCitations(answer, known)).toEqual({ text, numbers })
  })
})
