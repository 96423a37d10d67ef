import { describe, expect, it } from 'vitest'
import type { EntityRegister } from '../../src/ports/entity-register.ts'
import type { MemoryStore } from '../../src/ports/memory-store.ts'
import { EMBEDDER, memory, plan } from './memories.ts'

const NOON = Date.UTC(2026, 10, 15, 12)

/** What every EntityRegister promises. `namespace` gives a new, unused one at each call. */
export function describeEntityRegister(
  name: string,
  create: () => { store: MemoryStore & EntityRegister; namespace: () => string },
) {
  describe(`${name} as an EntityRegister`, () => {
    const { store, namespace } = create()
    const say = async (ns: string, subject: string, predicate: string, object: string, at = 0) =>
      (
        await store.remember(ns, {
          now: NOON + at,
          embedder: EMBEDDER,
          memories: [
            await memory(`${subject} ${predicate} ${object}.`, {
              facts: [[subject, predicate, object, 'person', 'person']],
            }),
          ],
        })
      )[0]!
    const list = (ns: string) => store.list(ns, { after: '', limit: 100 })
    const around = async (ns: string, entity: string) =>
      (await store.recall(ns, await plan(`What of ${entity}?`, { episodic: false, hops: 1 }))).facts

    async function maria() {
      const ns = namespace()
      await say(ns, 'Maria Lopez', 'knows', 'Emma Stone')
      await say(ns, 'Maria', 'knows', 'Tom Reed', 1)
      await say(ns, 'Ann Hall', 'knows', 'Maria', 2)
      return ns
    }

    it('lists each entity once, page by page, with its other names and why', async () => {
      const ns = await maria()
      const all = await list(ns)
      expect(all.map((entity) => entity.name)).toEqual(['Ann Hall', 'Emma Stone', 'Maria Lopez', 'Tom Reed'])
      expect(all[2]!.aliases).toEqual([{ name: 'Maria', reason: expect.stringMatching(/./), apart: false }])
      const paged = []
      for (let after = ''; ; ) {
        const page = await store.list(ns, { after, limit: 3 })
        paged.push(...page)
        if (page.length < 3) break
        after = page.at(-1)!.name
      }
      expect(paged).toEqual(all)
      expect(await list(namespace())).toEqual([])
    })

    it('lists for some personas what stands in their facts, under the names that these say', async () => {
      const ns = namespace()
      const tell = async (persona: string, subject: string, object: string) =>
        store.remember(ns, {
          now: NOON,
          embedder: EMBEDDER,
          memories: [
            await memory(`${subject} knows ${object}.`, {
              persona,
              facts: [[subject, 'knows', object, 'person', 'person']],
            }),
          ],
        })
      await tell('bob', 'Maria Lopez', 'Emma Stone')
      await tell('ann', 'Maria', 'Tom Reed')
      const within = async (...personas: string[]) => store.list(ns, { after: '', limit: 10, within: personas })
      expect((await within('ann')).map(({ name, aliases }) => [name, aliases])).toEqual([
        ['Maria', []],
        ['Tom Reed', []],
      ])
      expect((await within('bob')).map(({ name }) => name)).toEqual(['Emma Stone', 'Maria Lopez'])
      const both = await within('ann', 'bob')
      expect(both.map(({ name }) => name)).toEqual(['Emma Stone', 'Maria Lopez', 'Tom Reed'])
      expect(both[1]!.aliases.map(({ name }) => name)).toEqual(['Maria'])
      expect(await within('nobody')).toEqual([])
      expect((await store.list(ns, { after: 'Maria', limit: 10, within: ['ann'] })).map(({ name }) => name)).toEqual([
        'Tom Reed',
      ])
    })

    it('undoes a merge once, and tells again how much it moved', async () => {
      const ns = await maria()
      const merge = { entity: 'Maria Lopez', alias: 'Maria', once: 'u' }
      expect([await store.unmerge(ns, merge), await store.unmerge(ns, merge)]).toEqual([2, 2])
      expect(await store.unmerge(ns, { ...merge, once: null })).toBeNull()
    })

    it('undoes a merge: what was stated under the alias goes with it, everything else stays', async () => {
      const ns = await maria()
      expect(await store.unmerge(ns, { entity: 'Maria Lopez', alias: 'Maria' })).toBe(2)
      const entities = await list(ns)
      expect(entities.map((entity) => entity.name)).toEqual([
        'Ann Hall',
        'Emma Stone',
        'Maria',
        'Maria Lopez',
        'Tom Reed',
      ])
      expect(entities.find((entity) => entity.name === 'Maria Lopez')!.aliases).toMatchObject([
        { name: 'Maria', apart: true },
      ])
      const facts = await around(ns, 'Maria Lopez')
      const ends = facts.map(({ subject, object }) => `${subject} ${object}`).sort()
      expect(ends).toContain('maria lopez emma stone')
      expect(ends).toContain('maria tom reed')
      expect(ends).toContain('ann hall maria')
      expect((await store.count(ns, 'shared')).namespace).toEqual({ chunks: 3, entities: 5, relations: 3 })
    })

    it('never takes the alias for the entity again, and knows its facts when they are said again', async () => {
      const ns = await maria()
      await store.unmerge(ns, { entity: 'Maria Lopez', alias: 'Maria' })
      expect(await store.unmerge(ns, { entity: 'Maria Lopez', alias: 'Maria' })).toBeNull()
      expect((await say(ns, 'Maria', 'knows', 'Tom Reed', 5)).duplicateOf).not.toBeNull()
      await say(ns, 'Maria', 'plays', 'chess', 6)
      const lopez = (await list(ns)).find((entity) => entity.name === 'Maria Lopez')!
      expect(lopez.aliases.filter(({ apart }) => !apart)).toEqual([])
      expect((await around(ns, 'Maria')).find(({ predicate }) => predicate === 'plays')!.subject).toBe('maria')
      expect((await store.count(ns, 'shared')).namespace.relations).toBe(4)
    })

    it('has nothing to undo where nothing was merged', async () => {
      const ns = await maria()
      expect(await store.unmerge(ns, { entity: 'Maria Lopez', alias: 'Mary' })).toBeNull()
      expect(await store.unmerge(ns, { entity: 'Nobody', alias: 'Maria' })).toBeNull()
      expect(await store.unmerge(namespace(), { entity: 'Maria Lopez', alias: 'Maria' })).toBeNull()
    })
  })
}
