import { describe, expect, it } from 'vitest'
import type { EntityCache } from '../../src/ports/entity-cache.ts'

/** What every EntityCache promises. `namespace` gives a new, unused one at each call. */
export function describeEntityCache(name: string, create: () => { cache: EntityCache; namespace: () => string }) {
  describe(`${name} as an EntityCache`, () => {
    const { cache, namespace } = create()
    const find = async (ns: string, ...names: string[]) => Object.fromEntries(await cache.find(ns, names))

    it('knows what it was told, that a name means nobody included, and leaves the rest out', async () => {
      const ns = namespace()
      expect(await find(ns, 'alice')).toEqual({})
      await cache.note(
        ns,
        new Map([
          ['alice', ['alice johnson', 'alice smith']],
          ['nobody', []],
        ]),
      )
      expect(await find(ns, 'alice', 'nobody', 'bob')).toEqual({ alice: ['alice johnson', 'alice smith'], nobody: [] })
    })

    it('takes a name that was just given for true, and no earlier lookup against it', async () => {
      const ns = namespace()
      await cache.note(ns, new Map([['bob', []]]))
      await cache.learn(ns, [{ name: 'bob', entity: 'bob marley' }])
      expect(await find(ns, 'bob')).toEqual({ bob: ['bob marley'] })
      await cache.note(ns, new Map([['bob', []]]))
      expect(await find(ns, 'bob')).toEqual({ bob: ['bob marley'] })
    })

    it('is not settled by a lookup that began before the name was given', async () => {
      const ns = namespace()
      await cache.learn(ns, [{ name: 'carol', entity: 'carol king' }])
      await cache.note(ns, new Map([['carol', []]]))
      expect(await find(ns, 'carol')).toEqual({})
    })

    it('does not know any more what a further entity of the same name has made doubtful', async () => {
      const ns = namespace()
      await cache.note(ns, new Map([['alice', ['alice johnson']]]))
      await cache.learn(ns, [{ name: 'alice', entity: 'alice smith' }])
      expect(await find(ns, 'alice')).toEqual({})
    })

    it('keeps namespaces apart, and forgets one that is erased', async () => {
      const [mine, yours] = [namespace(), namespace()]
      await cache.note(mine, new Map([['alice', ['alice johnson']]]))
      expect(await find(yours, 'alice')).toEqual({})
      await cache.erase(mine)
      expect(await find(mine, 'alice')).toEqual({})
    })
  })
}
