import { describe, expect, it } from 'vitest'
import { denseClusters, type Link } from '../../../src/domain/lifecycle/cluster.ts'
import { communitiesOf } from '../../../src/domain/lifecycle/communities.ts'

const clique = (names: string) => [...names].flatMap((from, at) => [...names.slice(at + 1)].map((to) => ({ from, to })))

describe('communities', () => {
  it('parts two cliques at the bridge between them', () => {
    const edges = [...clique('abcd'), ...clique('wxyz'), { from: 'd', to: 'w' }]
    expect(communitiesOf(edges).sort()).toEqual([
      ['a', 'b', 'c', 'd'],
      ['w', 'x', 'y', 'z'],
    ])
  })

  it('finds the rings of a ring of cliques', () => {
    const rings = Array.from({ length: 6 }, (_, ring) => [0, 1, 2, 3, 4].map((n) => `${ring}${n}`))
    const inside = rings.flatMap((ring) => ring.flatMap((from, at) => ring.slice(at + 1).map((to) => ({ from, to }))))
    const between = rings.map((ring, at) => ({ from: ring[0]!, to: rings[(at + 1) % 6]![1]! }))
    expect(communitiesOf([...inside, ...between]).sort()).toEqual(rings)
  })

  it('gives the same communities whatever the order of the edges, each connected, every node once', () => {
    const nodes = Array.from({ length: 40 }, (_, n) => `n${n}`)
    let state = 7
    const next = () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      return state / 2 ** 32
    }
    for (let trial = 0; trial < 20; trial++) {
      const edges = Array.from({ length: 70 }, () => ({
        from: nodes[Math.floor(next() * 40)]!,
        to: nodes[Math.floor(next() * 40)]!,
      }))
      const found = communitiesOf(edges)
      const sorted = (groups: string[][]) => groups.map((group) => group.join()).sort()
      expect(sorted(communitiesOf([...edges].reverse()))).toEqual(sorted(found))
      expect(found.flat().sort()).toEqual([...new Set(edges.flatMap(({ from, to }) => [from, to]))].sort())
      for (const group of found) {
        const reached = new Set([group[0]!])
        for (let size = 0; size !== reached.size; ) {
          size = reached.size
          for (const { from, to } of edges) {
            if (!group.includes(from) || !group.includes(to)) continue
            if (reached.has(from)) reached.add(to)
            if (reached.has(to)) reached.add(from)
          }
        }
        expect(reached.size).toBe(group.length)
      }
    }
  })
})

describe('dense clusters', () => {
  const links = (pairs: readonly [string, string | null][]): Link[] =>
    pairs.map(([from, to], at) => ({ id: at + 1, from, to }))

  it('are entities that are known from more than one side, with their values', () => {
    const team = links([
      ['ann', 'alto'],
      ['bob', 'alto'],
      ['ann', 'bob'],
      ['alto', 'zagreb'],
      ['ann', 'zagreb'],
      ['bob', null],
      ['far', 'away'],
    ])
    expect(denseClusters(team)).toEqual([[1, 2, 3, 4, 5, 6]])
  })

  it('are neither chains nor stars nor a handful of facts', () => {
    expect(
      denseClusters(
        links([
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'd'],
          ['d', 'e'],
          ['e', 'f'],
        ]),
      ),
    ).toEqual([])
    expect(denseClusters(links(['b', 'c', 'd', 'e', 'f', 'g'].map((to) => ['a', to])))).toEqual([])
    expect(
      denseClusters(
        links([
          ['a', 'b'],
          ['b', 'c'],
          ['a', 'c'],
        ]),
      ),
    ).toEqual([])
    expect(denseClusters(links(Array.from({ length: 8 }, () => ['a', null])))).toEqual([])
  })
})
