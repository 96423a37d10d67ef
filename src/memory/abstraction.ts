import { endsOf } from './edge.ts'
import type { StoredFact } from './records.ts'

/**
 * The abstraction is as sure as its surest member and as fresh as its freshest: nothing is forgotten sooner for having been merged, and
 * merging is no access. It is trusted as its least trusted member, and stated by those who state all of them: what a document says is not
 * the user's word for having been merged with it. It stands at the entity that most members touch, and is found through all of them.
 */
export function abstractionOf(id: number, text: string, members: readonly StoredFact[], createdAt: number): StoredFact {
  const { persona, level } = members.reduce((best, fact) => (fact.level > best.level ? fact : best))
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
    aspect: 'is',
    slot: `abstraction ${id}`,
    value: '',
    denies: false,
    source: Math.max(...members.map(({ source }) => source)),
    level,
    createdAt,
    statedAt: Math.max(...members.map(({ statedAt }) => statedAt)),
    latest: Math.max(...members.map(({ latest }) => latest)),
    lastAccess: Math.max(...members.map(({ lastAccess }) => lastAccess)),
    accessCount: 0,
    chunk: 0,
    metadata: null,
    abstraction: null,
    members: members.length,
    memory: 0,
    statedBy: members[0]!.statedBy.filter((key) => members.every(({ statedBy }) => statedBy.includes(key))),
  }
}

function busiest(members: readonly StoredFact[]): string {
  const touched = new Map<string, number>()
  for (const end of members.flatMap(endsOf)) touched.set(end, (touched.get(end) ?? 0) + 1)
  return [...touched].reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0]
}
