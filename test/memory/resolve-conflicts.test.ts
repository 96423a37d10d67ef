import { describe, expect, it } from 'vitest'
import { type ClaimSource, claimOf } from '../../src/domain/statement/slot.ts'
import { resolveConflicts, winnersBesides } from '../../src/memory/resolve-conflicts.ts'

/** Told one after another by the user: the higher the id, the later. */
const said = (id: number, object: string, more: Partial<ClaimSource> = {}) => ({
  id,
  subject: 'user',
  source: 'user' as const,
  statedAt: id,
  ...claimOf({ subject: 'user', predicate: 'lives_in', object, negated: false, aspect: 'is', ...more }),
})

describe('which fact of a slot holds', () => {
  it('supersedes what lost, also behind one that lost itself', () => {
    const supersededBy = resolveConflicts([said(1, 'Porto'), said(2, 'Vienna'), said(3, 'Vienna', { negated: true })])
    expect([...supersededBy]).toEqual([
      [2, 3],
      [1, 2],
    ])
    expect(resolveConflicts([said(1, 'Porto'), said(2, 'Porto')]).size).toBe(0)
  })

  it('brings along what replaced one that was found, if it is trusted more', () => {
    const flood = [2, 3, 4].map((id) => ({ ...said(id, 'Porto'), source: 'document' as const }))
    const truth = said(1, 'Vienna')
    expect(winnersBesides(flood, [truth])).toEqual([1])
    expect(winnersBesides([...flood, truth], [])).toEqual([])
    expect(winnersBesides([truth], flood), 'nothing replaced it').toEqual([])
    expect(winnersBesides([truth], [said(9, 'Oslo')]), 'trusted as much').toEqual([])
  })

  it('lets the better source win, by name or by trust, and rivals count', () => {
    const [mine, later] = [said(1, 'Porto'), said(2, 'Vienna')]
    expect([...resolveConflicts([mine], [{ ...later, source: 'assistant' }])]).toEqual([[2, 1]])
    expect([
      ...resolveConflicts([
        { ...mine, source: 0 },
        { ...later, source: 2 },
      ]),
    ]).toEqual([[2, 1]])
    expect([...resolveConflicts([mine, { ...later, subject: 'ann' }])]).toEqual([])
  })
})
