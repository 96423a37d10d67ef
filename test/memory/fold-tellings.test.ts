import { describe, expect, it } from 'vitest'
import { type FactTelling, foldChunk, foldFact } from '../../src/memory/fold-tellings.ts'
import { draftChange } from '../../src/memory/plan-change.ts'
import type { EntityName, EntityRecord, MemoryRecord, StoredChunk, StoredFact } from '../../src/memory/records.ts'
import { tellingsIn } from '../../src/memory/tellings-in.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import { memory } from '../contracts/memories.ts'
import { createRandom } from '../fakes/random.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const DAY = 24 * 3600 * 1000
const HISTORIES = 60

/** All that a store keeps, as the rules see it. */
function createMemoryOnly() {
  const chunks = new Map<number, StoredChunk>()
  const facts = new Map<number, StoredFact>()
  const records = new Map<number, MemoryRecord>()
  const entities = new Map<string, EntityRecord>()
  const names: EntityName[] = []
  let last = 0
  let lastStatedAt = 0
  return {
    ...{ chunks, facts, records },
    tell(now: number, memories: readonly NewMemory[]): void {
      const known = {
        chunks: [...chunks.values()],
        facts: [...facts.values()],
        entities: [...entities.values()],
        names,
      }
      const { change } = draftChange({ now, lastStatedAt, memories }, known, () => ++last).complete([...facts.values()])
      lastStatedAt = change.lastStatedAt
      for (const chunk of [...change.chunks, ...change.restatedChunks]) chunks.set(chunk.id, chunk)
      for (const fact of [...change.facts, ...change.restatedFacts]) facts.set(fact.id, fact)
      for (const { id, statedBy } of change.supportedFacts) facts.set(id, { ...facts.get(id)!, statedBy })
      for (const record of change.memories) records.set(record.id, record)
      for (const entity of change.entities) entities.set(entity.key, entity)
      names.push(...change.names)
    },
  }
}

const TOWNS = ['Porto', 'Vienna', 'Leeds']

async function randomMemory(random: ReturnType<typeof createRandom>): Promise<NewMemory> {
  const who = random.pick(['user', 'Maria', 'Maria Lopez'])
  const town = random.pick(TOWNS)
  const source = random.pick(['user', 'document', 'assistant'] as const)
  return memory(random.pick([`${who} lives in ${town}.`, `${who} LIVES in ${town}`, `Home of ${who}: ${town}!`]), {
    facts: [[who, 'lives_in', town, 'place', who === 'user' ? 'user' : 'person']],
    source,
    persona: random.pick(['a', 'b']),
    ...(random.chance(0.4) && { occurredAt: NOON - random.below(4) * DAY }),
    ...(source === 'document' && { metadata: { title: random.pick(['one', 'two']) } }),
  })
}

describe('what is known, made of its tellings again', () => {
  it('is what it became by one after the other', async () => {
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const random = createRandom(seed)
      const store = createMemoryOnly()
      for (let step = 0; step < 12; step++)
        store.tell(
          NOON + random.below(3) * 1000,
          await Promise.all(Array.from({ length: 1 + random.below(3) }, () => randomMemory(random))),
        )
      const tellings = [...store.records.values()]
        .sort((a, b) => a.id - b.id)
        .flatMap((teller) => tellingsIn(teller).map((one) => ({ ...one, teller })))
      for (const chunk of store.chunks.values()) {
        const own = tellings.filter(({ told }) => told.target === `c${chunk.id}`)
        expect(chunk, `seed ${seed}`).toMatchObject(foldChunk(own.map(({ teller }) => teller)))
      }
      for (const fact of store.facts.values()) {
        const own: FactTelling[] = tellings.filter(({ told }) => told.target === `f${fact.id}`)
        const { first, worded, ...folded } = foldFact(own)
        const { text, relation, chunk } = worded.told
        expect(fact, `seed ${seed}`).toMatchObject({ ...folded, text, relation, chunk, value: first.told.value })
      }
    }
  })
})
