import type { Aspect } from '../domain/statement/fact.ts'
import { conflicts } from '../domain/statement/slot.ts'
import { endsOf, type StoredFact } from './stored-fact.ts'

const IS: Aspect = 'is'

/**
 * The abstraction is as sure as its surest member and as fresh as its freshest: nothing is forgotten sooner for having been merged, and
 * merging is no access. It stands at the entity that most members touch, and is found through all of them.
 */
export function abstractionOf(id: number, text: string, members: readonly StoredFact[], createdAt: number) {
  const { persona, source, level } = members.reduce((best, fact) => (fact.level > best.level ? fact : best))
  const entity = busiest(members)
  return {
    id,
    persona,
    subject: entity,
    predicate: 'abstraction',
    relation: 'in summary',
    object: entity,
    leaf: true,
    text,
    negated: false,
    aspect: IS,
    slot: `abstraction ${id}`,
    value: '',
    denies: false,
    source,
    level,
    createdAt,
    statedAt: Math.max(...members.map(({ statedAt }) => statedAt)),
    lastAccess: Math.max(...members.map(({ lastAccess }) => lastAccess)),
    accessCount: 0,
    chunk: 0,
    metadata: null,
    abstraction: null,
    members: members.length,
  }
}

function busiest(members: readonly StoredFact[]): string {
  const touched = new Map<string, number>()
  for (const end of members.flatMap(endsOf)) touched.set(end, (touched.get(end) ?? 0) + 1)
  return [...touched].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}

type Statement = Pick<StoredFact, 'persona' | 'source' | 'subject' | 'slot' | 'value' | 'denies'>

/**
 * An abstraction holds as long as all that it was made of: it goes when one of its members is contradicted by somebody who is trusted as
 * much, and they come back. `said` are the latest statements, so that only trust can make them lose.
 */
export const contradictedAbstractions = (
  said: readonly Statement[],
  stored: readonly (Statement & { readonly abstraction: number | null })[],
): Set<number> =>
  new Set(
    stored.flatMap(({ abstraction, ...fact }) => {
      const contradicts = (one: Statement) =>
        one.persona === fact.persona &&
        one.source <= fact.source &&
        one.subject === fact.subject &&
        conflicts(one, fact)
      return abstraction !== null && said.some(contradicts) ? abstraction : []
    }),
  )
