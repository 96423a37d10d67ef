import { describe, expect, it } from 'vitest'
import { collectFacts, hotAsShown } from '../../src/memory/collect-facts.ts'
import { TRAVERSAL } from '../../src/memory/traverse.ts'
import { driveAsync } from '../../src/runtime/drive-async.ts'
import { driveSync } from '../../src/runtime/drive-sync.ts'

const fact = (id: number, subject: string, object: string, abstraction: number | null = null, leaf = false) => ({
  ...{ id, subject, object, abstraction, leaf },
})
type Fact = ReturnType<typeof fact>

const CHAIN = [fact(1, 'ann', 'bob'), fact(2, 'bob', 'cem'), fact(3, 'cem', 'dora'), fact(4, 'dora', 'red', null, true)]

const walk = { named: ['ann'], near: [], hops: 2, touched: new Set<string>() }

function collect(stored: readonly Fact[], given: Partial<Parameters<typeof collectFacts<Fact>>[0]>) {
  const looks: unknown[] = []
  const rule = () => collectFacts<Fact>({ found: [], about: [], hot: [], walk: null, ...given })
  const load = (look: { readonly touching: readonly string[] } | { readonly ids: readonly number[] }) => {
    looks.push(look)
    return 'ids' in look
      ? stored.filter(({ id }) => look.ids.includes(id))
      : stored.filter(({ subject, object, leaf }) =>
          look.touching.some((entity) => entity === subject || (!leaf && entity === object)),
        )
  }
  const facts = driveSync(rule(), load)
  const ways = [...facts.values()].map(({ fact: { id }, hop, from, candidate }) => [id, hop, from, candidate])
  return { facts, ways, looks, rule, load }
}

describe('collecting facts', () => {
  it('follows them breadth first, as far as is asked', () => {
    expect(collect(CHAIN, { walk }).ways).toEqual([
      [1, 1, 'ann', true],
      [2, 2, 'bob', true],
    ])
  })

  it('asks nothing of entities whose facts are there, and gives these their distance', () => {
    const { ways, looks } = collect(CHAIN, { about: [CHAIN[0]!], walk: { ...walk, touched: new Set(['ann']) } })
    expect(looks).toEqual([{ touching: [] }, { touching: ['bob'] }])
    expect(ways[0]).toEqual([1, 1, 'ann', true])
  })

  it('starts from the nearest facts where nobody is named, or where every seed counts', () => {
    const seeded = { found: [CHAIN[2]!], walk: { ...walk, named: [], near: [3], hops: 1 } }
    expect(collect(CHAIN, seeded).looks).toEqual([{ touching: ['cem', 'dora'] }])
    const every = { ...seeded, walk: { ...seeded.walk, named: ['ann'], everySeed: true } }
    expect(collect(CHAIN, every).looks).toEqual([{ touching: ['ann', 'cem', 'dora'] }])
  })

  it('stops at its limits', () => {
    const star = Array.from({ length: TRAVERSAL.factsPerHop + 1 }, (_, at) => fact(at + 1, 'ann', `friend ${at}`))
    const { facts, looks } = collect(star, { walk })
    expect(facts.size).toBe(TRAVERSAL.factsPerHop)
    const friends = Array.from({ length: TRAVERSAL.frontier }, (_, at) => `friend ${at}`)
    expect(looks).toEqual([{ touching: ['ann'] }, { touching: friends }])
  })

  it('shows what was merged as its abstraction, and hot facts as no answers', () => {
    const stored = [fact(1, 'ann', 'bob', 9), fact(2, 'bob', 'cem'), fact(9, 'ann', 'ann', null, true)]
    const { facts, ways } = collect(stored, { found: [stored[0]!], hot: [stored[1]!] })
    expect(ways).toEqual([
      [1, 0, null, false],
      [2, 0, null, false],
      [9, 0, null, true],
    ])
    const shown = [...facts.values()].map((reached) => reached.fact)
    expect([...hotAsShown(['f1', 'f2', 'c1'], shown)]).toEqual(['f2', 'c1', 'f9'])
  })

  it('is the same when what it asks for comes later', async () => {
    const { facts, rule, load } = collect(CHAIN, { walk })
    expect(await driveAsync(rule(), async (look) => load(look))).toEqual(facts)
  })
})
