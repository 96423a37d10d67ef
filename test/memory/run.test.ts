import { describe, expect, it } from 'vitest'
import type { StoredFact } from '../../src/memory/records.ts'
import { addTokens, mayBegin, RUN_MS, type Run, tokensOf } from '../../src/memory/run.ts'
import { settleRun } from '../../src/memory/settle-run.ts'
import { driveSync } from '../../src/runtime/drive-sync.ts'

const fact = (id: number, more: Partial<StoredFact> = {}): StoredFact => ({
  ...{ id, persona: 'shared', subject: 'ann', object: 'bob', leaf: false, text: `fact ${id}` },
  ...{ slot: `slot ${id}`, value: 'bob', denies: false, source: 0, level: 20, statedAt: 5, latest: 0, lastAccess: 5 },
  ...{ predicate: 'knows', relation: 'knows', negated: false, aspect: 'is', createdAt: 1, accessCount: 0, chunk: 0 },
  ...{ metadata: null, memory: 0, statedBy: [], abstraction: null, members: 0, ...more },
})

const run: Run = {
  ...{ id: 1, startedAt: 10, until: 40, lastFact: 6, upTo: 6, whole: true, scheduled: false },
  clusters: [
    { persona: 'shared', facts: [1, 2, 3], first: 2 },
    { persona: 'shared', facts: [4, 5], first: 4 },
  ],
}

const settle = (stored: readonly StoredFact[], made: readonly { cluster: number; members: readonly number[] }[]) =>
  driveSync(settleRun(run, { abstractions: made, unfinished: [] }), (look) =>
    stored.filter(({ id, slot }) =>
      'ids' in look ? look.ids.includes(id) : look.competing.some((place) => place.slot === slot),
    ),
  )

describe('a run', () => {
  it('begins when none is at work and the last was long enough ago', () => {
    const asked = { now: 100, minIntervalMs: 50, force: false }
    expect(mayBegin(null, [null, null], asked)).toBe(true)
    expect(mayBegin(null, [40, null], asked)).toBe(true)
    expect(mayBegin(null, [40, 60], asked)).toBe(false)
    expect(mayBegin(null, [40, 60], { ...asked, force: true })).toBe(true)
    expect(mayBegin({ until: 101 }, [null], { ...asked, force: true })).toBe(false)
    expect(mayBegin({ until: 100 }, [99], asked)).toBe(true)
  })

  it('waits for nothing that began under a clock that was ahead', () => {
    const asked = { now: 1_000_000, minIntervalMs: 600_000, force: false }
    expect(mayBegin({ until: asked.now + RUN_MS }, [null], asked)).toBe(false)
    expect(mayBegin({ until: asked.now + RUN_MS + 1 }, [null], asked)).toBe(true)
    expect(mayBegin(null, [asked.now + 1], asked)).toBe(true)
    expect(mayBegin(null, [asked.now], asked)).toBe(false)
  })

  it('counts the tokens of a day', () => {
    const day = Date.UTC(2026, 10, 15)
    const spent = addTokens(addTokens(null, day, 3), day + 5, 4)
    expect(tokensOf(spent, day)).toBe(7)
    expect(tokensOf(spent, day + 86_400_000)).toBe(0)
  })

  it('merges what is as it was offered, and leaves the rest to the next', () => {
    const stored = [3, 2, 1, 4, 5].map((id) => fact(id))
    const both = [
      { cluster: 0, members: [3, 1] },
      { cluster: 1, members: [4, 5] },
    ]
    const settled = settle(stored, both)
    expect(settled.abstractions.map(({ members }) => members.map(({ id }) => id))).toEqual([
      [1, 3],
      [4, 5],
    ])
    expect(settled).toMatchObject({ merged: 4, watermark: 6 })
    // Said anew since, or for the first time; merged already; not offered; fewer than two.
    const again = { statedAt: 11, lastAccess: 11 }
    for (const other of [fact(5, again), fact(7, { slot: 'slot 4' }), fact(5, { abstraction: 8 })]) {
      const changed = settle([...stored.filter(({ id }) => id !== other.id), other], both)
      expect(changed).toMatchObject({ merged: 2, watermark: 3 })
    }
    // Said again of an earlier time, and by that superseding a member.
    const rivals = [fact(6, { slot: 'slot 5', value: 'cleo', statedAt: 7 })]
    expect(settle([...stored, ...rivals], both)).toMatchObject({ merged: 2, watermark: 3 })
    // Dated ahead before the run began: nothing has changed.
    const ahead = [...stored.filter(({ id }) => id !== 5), fact(5, { statedAt: 99 })]
    expect(settle(ahead, both)).toMatchObject({ merged: 4, watermark: 6 })
    expect(settle(stored, [{ cluster: 0, members: [1, 4] }])).toMatchObject({ merged: 0, watermark: 1 })
    expect(settle(stored, [{ cluster: 0, members: [1, 1] }])).toMatchObject({ merged: 0, watermark: 1 })
  })
})
