import { describe, expect, it } from 'vitest'
import { NOTHING_STORED, rehearsed, restoreConflict } from '../../../src/memory/portable/restore-conflict.ts'
import type { PortableRow } from '../../../src/ports/portable.ts'

const LINES = 2_000

/** Brings the chunk of its own number, and tells another; `noteRead` hears of every look at what it tells. */
const memory = (id: number, tells: number, noteRead = () => {}) =>
  ({
    ...{ type: 'memory', id, persona: 'shared', createdAt: 1, occurredAt: 1, metadata: null, facts: [] },
    chunks: [{ id, persona: 'shared', text: 'Tea.', memory: id, facts: [], vectors: [] }],
    get stated() {
      noteRead()
      return JSON.stringify([{ target: `c${tells}` }])
    },
  }) as unknown as PortableRow

describe('what would come of rows', () => {
  it('counts what comes twice in them as there', () => {
    const chunk = { type: 'chunk', id: 9, persona: 'shared', text: 'Tea.', memory: 8, facts: [], vectors: [] }
    const version = { version: 1, text: 'Tee.', persona: 'shared' }
    const history = { type: 'history', memory: 1, persona: 'shared', versions: [version] }
    const rows = [memory(1, 1), chunk as unknown as PortableRow, history as unknown as PortableRow]
    const once = { kind: 'done', memories: 1, known: 0, knownBeside: 0 }
    expect(rehearsed(rows, NOTHING_STORED, false)).toEqual(once)
    const twice = { ...once, known: 1, knownBeside: 2 }
    expect(rehearsed([...rows, ...rows], NOTHING_STORED, false)).toEqual(twice)
  })
})

describe('what keeps rows from being restored', () => {
  it.each(['forwards', 'backwards'])('is found in a few looks at each row of a chain, %s', (order) => {
    let reads = 0
    const chain = Array.from({ length: LINES }, (_, at) => memory(at + 1, at + 2, () => reads++))
    const rows = order === 'forwards' ? chain : chain.toReversed()
    const found = restoreConflict(rows, NOTHING_STORED, false)
    expect(found).toMatchObject({ kind: 'missing-references', memories: { length: LINES } })
    expect(reads).toBeLessThan(5 * LINES)
  })

  it('is no missing reference where another row brings the same, or where two tell each other', () => {
    const rows = [memory(1, 77), memory(2, 1), memory(3, 4), memory(4, 3)]
    expect(restoreConflict(rows, NOTHING_STORED, false)).toEqual({ kind: 'missing-references', memories: [1, 2] })
    const chunk = { type: 'chunk', id: 1, persona: 'shared', text: 'Tea.', memory: 1, facts: [], vectors: [] }
    const again = [...rows, chunk as unknown as PortableRow]
    expect(restoreConflict(again, NOTHING_STORED, false)).toEqual({ kind: 'missing-references', memories: [1] })
  })
})
