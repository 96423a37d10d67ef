import { describe, expect, it } from 'vitest'
import { displayWidth } from '../../scripts/brain/display-width.ts'
import { fields, onOneLine, table } from '../../scripts/brain/layout.ts'
import { visible } from '../../scripts/visible.ts'

describe('a stored text in a terminal', () => {
  it('cannot speak to it', () => {
    expect(visible('a\x1b]0;pwned\x07b\x9b31m\u202Ec\r\n\uD800')).toBe(
      'a\\u001B]0;pwned\\u0007b\\u009B31m\\u202Ec\\r\\n\\uD800',
    )
    expect(visible('one\ntwo\x1b[2J', true)).toBe('one\ntwo\\u001B[2J')
    expect(visible('Zoë 👩‍👩‍👧 日本')).toBe('Zoë 👩‍👩‍👧 日本')
  })

  it('cannot imitate another field', () => {
    expect(fields({ text: 'x\nstate  current', state: 'invalidated' })).toBe(
      'text   x\\nstate  current\nstate  invalidated',
    )
    expect(table([{ id: 'm_1', reason: 'a\nm_2  b\x1b[1A' }], ['id', 'reason'], '')).toBe(
      'id   reason\nm_1  a\\nm_2  b\\u001B[1A',
    )
  })
})

describe('a table', () => {
  const rows = [
    {
      id: 'm_00000001fkr1',
      occurred_at: 1794830400,
      source: 'user',
      state: 'current',
      text: onOneLine('日本語'.repeat(30)),
    },
    {
      id: 'm_00000001fkr2',
      occurred_at: 1794830400,
      source: 'user',
      state: 'current',
      text: onOneLine('👩‍👩‍👧'.repeat(60)),
    },
    { id: 'm_00000001fkr3', occurred_at: 1794830400, source: 'user', state: 'current', text: 'e\u0301'.repeat(20) },
  ]
  const columns = ['id', 'occurred_at', 'source', 'state', 'text']

  it('is as wide as it looks, and cuts nothing that people see as one', () => {
    for (const width of [20, 40, 60, 79, 80, 81, 120]) {
      const lines = table(rows, columns, '', width).split('\n')
      for (const line of lines) {
        expect(displayWidth(line)).toBeLessThanOrEqual(width)
        expect(line).not.toMatch(/\p{Cs}|\u200D(?:…|$)/u)
      }
    }
  })

  it('keeps the text in a narrow terminal, and drops what matters less', () => {
    const [head, first] = table(rows, columns, '', 40).split('\n')
    expect(head).toBe('id              text')
    expect(first).toContain('日本語日本')
    expect(table(rows, columns, '', 60).split('\n')[0]).not.toContain('state')
    expect(table(rows, columns, '', 200).split('\n')[0]).toMatch(/^id +occurred_at +source +state +text$/)
  })

  it.each([
    ['abc', 3],
    ['日本', 4],
    ['👩‍👩‍👧', 2],
    ['e\u0301', 1],
    ['\u0301', 0],
    ['☎', 1],
    ['☎\uFE0F', 2],
    ['ｆｕｌｌ', 8],
    ['🇵🇹', 2],
    ['한국', 4],
  ])('%j takes %i columns', (text, width) => {
    expect(displayWidth(text)).toBe(width)
  })
})
