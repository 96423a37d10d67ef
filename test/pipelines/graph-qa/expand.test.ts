import { describe, expect, it } from 'vitest'
import { expand, namedIn } from '../../../src/pipelines/graph-qa/expand.ts'
import type { Ranked } from '../../../src/pipelines/search/rank.ts'
import type { RecalledFact } from '../../../src/ports/recollection.ts'

/** `emma>nordwind:0.5` is a fact from emma to nordwind with that score; best first. */
function world(...facts: string[]) {
  const parsed = facts.map((fact, id) => {
    const [, subject, object, score] = /^(.+)>(.+):(.+)$/.exec(fact)!
    return { id, subject: subject!, object: object!, score: Number(score) }
  })
  return {
    facts: parsed as unknown as RecalledFact[],
    ranked: parsed.map(({ id, score }) => ({ id: `f${id}`, score })) as unknown as Ranked[],
  }
}

const reached = ({ facts, ranked }: ReturnType<typeof world>, named: string[], hops: number) =>
  expand(facts, ranked, (entity) => named.includes(entity), hops).map(({ fact }) => `${fact.subject}>${fact.object}`)

describe('expansion from seeds', () => {
  const chain = world('emma>nordwind:0.1', 'nordwind>kiel:0.09', 'kiel>germany:0.05', 'tom>leeds:0.04')

  it('goes one hop further for each hop allowed, and never to what is not connected', () => {
    expect(reached(chain, ['emma'], 1)).toEqual(['emma>nordwind'])
    expect(reached(chain, ['emma'], 2)).toEqual(['emma>nordwind', 'nordwind>kiel'])
    expect(reached(chain, ['emma'], 5)).toEqual(['emma>nordwind', 'nordwind>kiel', 'kiel>germany'])
  })

  it('starts from facts that are like the question where nothing is named', () => {
    const near = world('emma>nordwind:0.6', 'nordwind>kiel:0.1', 'tom>leeds:0.1')
    expect(reached(near, [], 2)).toEqual(['emma>nordwind', 'nordwind>kiel'])
  })

  it('finds nothing where nothing is named and nothing is like the question', () => {
    expect(reached(chain, [], 3)).toEqual([])
  })

  it('knows an entity by its whole name, its first or its last, and by no word that says nothing', () => {
    const named = namedIn(['who', 'emma', 'the'], ['emma'])
    expect(['emma', 'emma nilsson', 'queen emma', 'who', 'the who', 'gemma'].map(named)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
