import { expect, it } from 'vitest'
import { abstractionOf } from '../../src/memory/abstraction.ts'
import type { StoredFact } from '../../src/memory/records.ts'

const fact = (id: number, more: Partial<StoredFact>): StoredFact => ({
  ...{ id, persona: 'shared', subject: 'ann', predicate: 'knows', relation: 'knows', object: `o${id}`, leaf: false },
  ...{ text: `ann knows o${id}`, negated: false, aspect: 'is', slot: `knows:o${id}`, value: `o${id}`, denies: false },
  ...{
    source: 0,
    level: 20,
    createdAt: 1,
    statedAt: 1,
    latest: 0,
    lastAccess: 1,
    accessCount: 0,
    chunk: 1,
    metadata: null,
  },
  ...{ abstraction: null, members: 0, memory: 1, statedBy: ['user'] },
  ...more,
})

it('trusts an abstraction as its least trusted member, and counts who states all of them', () => {
  const flood = [2, 3, 4].map((id) => fact(id, { source: 1, level: 18, statedBy: ['document', 'assistant'] }))
  const mixed = abstractionOf(9, 'Ann knows many.', [fact(1, { statedBy: ['user', 'document'] }), ...flood], 5)
  expect(mixed).toMatchObject({ source: 1, level: 20, statedBy: ['document'] })
  expect(abstractionOf(9, 'Ann knows two.', [fact(1, {}), fact(2, {})], 5)).toMatchObject({
    source: 0,
    statedBy: ['user'],
  })
})
