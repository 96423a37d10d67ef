import { describe, expect, it } from 'vitest'
import { type LookBack, lookBack, MOST_TRIES } from '../../src/memory/look-back.ts'
import type { Revised, Revision } from '../../src/ports/memory-revisions.ts'
import { driveSync } from '../../src/runtime/drive-sync.ts'

const DONE: Revised = {
  ...{ kind: 'done', sessions: [], versions: [] },
  erased: {} as Extract<Revised, { kind: 'done' }>['erased'],
}
const ids = (count: number, first = 1) => Array.from({ length: count }, (_, at) => first + at)

/** What a look changes, and in how many tries, where these cannot be changed and do not say so themselves. */
function look(wanted: LookBack, stuck: (id: number) => boolean) {
  const changed: Revision[] = []
  let tries = 0
  driveSync(lookBack(wanted), (revisions): Revised => {
    tries++
    if (revisions.some(({ id }) => stuck(id))) return { kind: 'missing', ids: [] }
    changed.push(...revisions)
    return DONE
  })
  return { tries, withdrawn: of('invalidate'), restored: of('restore') }

  function of(kind: Revision['kind']) {
    return changed.flatMap((one) => (one.kind === kind ? one.id : [])).sort((a, b) => a - b)
  }
}

describe('a look back', () => {
  it('changes all at once where nothing is in the way', () => {
    const wanted = { restore: ids(200), withdraw: ids(200, 201) }
    expect(look(wanted, () => false)).toEqual({ tries: 2, withdrawn: wanted.withdraw, restored: wanted.restore })
  })

  it('finds the one that cannot be changed, wherever it is', () => {
    for (const stuck of ids(40))
      expect(look({ restore: ids(40), withdraw: [] }, (id) => id === stuck).restored).toEqual(
        ids(40).filter((id) => id !== stuck),
      )
  })

  it('leaves out whoever would have to be read, in one more try', () => {
    const texts = [{ id: 2 }] as unknown as Extract<Revised, { kind: 'unread' }>['texts']
    const asked: number[][] = []
    driveSync(lookBack({ restore: [3, 2, 1], withdraw: [] }), (revisions): Revised => {
      asked.push(revisions.map(({ id }) => id))
      return asked.length === 1 ? { kind: 'unread', texts } : DONE
    })
    expect(asked).toEqual([
      [3, 2, 1],
      [3, 1],
    ])
  })

  it('gives up after a few tries, whatever is in the way, and loses little to one alone', () => {
    const both = { restore: ids(200), withdraw: ids(200, 201) }
    expect(look(both, () => true).tries).toBe(MOST_TRIES)
    const first = look({ restore: ids(200), withdraw: [] }, (id) => id === 1)
    expect(first.tries).toBeLessThanOrEqual(MOST_TRIES)
    expect(first.restored.length).toBeGreaterThanOrEqual(195)
    // What cannot be withdrawn leaves tries for what is brought back.
    expect(look(both, (id) => id > 200 || id === 200).restored.length).toBeGreaterThan(150)
  })
})
