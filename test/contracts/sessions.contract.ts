import { describe, expect, it } from 'vitest'
import type { MemoryId } from '../../src/domain/memory-id.ts'
import { normalise } from '../../src/domain/ranking/vector.ts'
import type { Sessions } from '../../src/ports/sessions.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const unit = (...values: number[]) => normalise(Float32Array.from(values))
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

/** What every Sessions promises. `namespace` gives a new, unused one at each call. */
export function describeSessions(name: string, create: () => { sessions: Sessions; namespace: () => string }) {
  describe(`${name} as Sessions`, () => {
    const { sessions, namespace } = create()
    const now = Date.now()

    it('knows nothing of a session that was never used', async () => {
      expect(await sessions.load(namespace(), 's', now)).toEqual({ topic: null, hot: [] })
    })

    it('moves the topic towards what is said, and keeps it a unit vector', async () => {
      const ns = namespace()
      await sessions.update(ns, 's', { now, vectors: [unit(1, 0, 0)], ids: [] })
      await sessions.update(ns, 's', { now, vectors: [unit(0, 1, 0)], ids: [] })
      const { topic } = await sessions.load(ns, 's', now)
      expect(cosine(topic!, topic!)).toBeCloseTo(1, 4)
      expect(cosine(topic!, unit(1, 0, 0))).toBeGreaterThan(cosine(topic!, unit(0, 1, 0)))
      expect(cosine(topic!, unit(0, 1, 0))).toBeGreaterThan(0.2)
    })

    it('keeps what was just said or returned hot, most recent first, for half an hour', async () => {
      const ns = namespace()
      await sessions.update(ns, 's', { now, vectors: [unit(1, 0)], ids: ['c1', 'f2'] })
      await sessions.touch(ns, 's', { now: now + 10 * MINUTE, ids: ['c3'] })
      expect((await sessions.load(ns, 's', now + 11 * MINUTE)).hot).toEqual(['c3', 'c1', 'f2'])
      expect((await sessions.load(ns, 's', now + 31 * MINUTE)).hot).toEqual(['c3'])
      expect((await sessions.load(ns, 's', now + 41 * MINUTE)).hot).toEqual([])
    })

    it('is bounded', async () => {
      const ns = namespace()
      const ids = Array.from({ length: 50 }, (_, i): MemoryId => `c${i}`)
      await sessions.update(ns, 's', { now, vectors: [unit(1, 0)], ids: ids.slice(0, 25) })
      await sessions.update(ns, 's', { now: now + 1, vectors: [], ids: ids.slice(25) })
      const { hot } = await sessions.load(ns, 's', now + 2)
      expect(hot).toHaveLength(32)
      expect(hot[0]).toBe('c25')
    })

    it('keeps namespaces and sessions apart', async () => {
      const [mine, yours] = [namespace(), namespace()]
      await sessions.update(mine, 's', { now, vectors: [unit(1, 0)], ids: ['c1'] })
      for (const [ns, id] of [
        [yours, 's'],
        [mine, 't'],
      ] as const)
        expect(await sessions.load(ns, id, now)).toEqual({ topic: null, hot: [] })
    })

    it('is empty a day after its last use, and at once when it is erased', async () => {
      const ns = namespace()
      await sessions.update(ns, 's', { now, vectors: [unit(1, 0)], ids: ['c1'] })
      expect(await sessions.load(ns, 's', now + 25 * HOUR)).toEqual({ topic: null, hot: [] })
      await sessions.erase(ns, ['s', 'never used'])
      expect(await sessions.load(ns, 's', now)).toEqual({ topic: null, hot: [] })
    })

    it('is reset without the others, and begins anew', async () => {
      const [ns, other] = [namespace(), namespace()]
      const said = { now, vectors: [unit(1, 0)], ids: ['c1' as const] }
      for (const id of ['s', 'kept', '["s",["ann"]]']) await sessions.update(ns, id, said)
      await sessions.update(other, 's', said)
      await sessions.reset(ns, ['s', '["s",["ann"]]', 'never used'])
      await sessions.touch(ns, 's', { now, ids: ['c2'] })
      for (const id of ['s', '["s",["ann"]]'])
        expect(await sessions.load(ns, id, now)).toEqual({ topic: null, hot: [] })
      for (const [space, id] of [[ns, 'kept'], [other, 's']] as const) // biome-ignore format: a pair each
        expect((await sessions.load(space, id, now)).hot).toEqual(['c1'])
      await sessions.update(ns, 's', { now, vectors: [unit(0, 1)], ids: [] })
      const { topic, hot } = await sessions.load(ns, 's', now)
      expect([cosine(topic!, unit(0, 1)), hot]).toEqual([expect.closeTo(1, 4), []])
      await sessions.reset(ns, [])
    })

    it('creates nothing for a session that only a retrieve named', async () => {
      const ns = namespace()
      await sessions.touch(ns, 's', { now, ids: ['c1'] })
      expect(await sessions.load(ns, 's', now)).toEqual({ topic: null, hot: [] })
    })
  })
}
