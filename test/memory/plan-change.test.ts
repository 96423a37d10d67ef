import { describe, expect, it } from 'vitest'
import type { Known, Past } from '../../src/memory/change.ts'
import { draftChange, wantedBy } from '../../src/memory/plan-change.ts'
import type { StoredChunk, StoredFact } from '../../src/memory/records.ts'
import type { NewMemory } from '../../src/ports/new-memory.ts'
import { memory } from '../contracts/memories.ts'

const NOON = Date.UTC(2026, 10, 15, 12)
const NOTHING: Known = { chunks: [], facts: [], entities: [], names: [] }

let last = 100

/** Decides with what is known, as a store would. */
function plan(
  memories: readonly NewMemory[],
  {
    known = NOTHING,
    standing = [],
    now = NOON,
    past,
  }: { known?: Known; standing?: StoredFact[]; now?: number; past?: Past[] } = {},
) {
  return draftChange({ now, lastStatedAt: 0, memories, past }, known, () => ++last).complete(standing)
}

/** What a store would know after a plan was written. */
function stateAfter({ change }: ReturnType<typeof plan>) {
  const facts = [...change.facts, ...change.restatedFacts]
  const chunks: StoredChunk[] = [...change.chunks, ...change.restatedChunks]
  return { known: { chunks, facts, entities: change.entities, names: change.names }, standing: facts }
}

const lives = (town: string, given: Parameters<typeof memory>[1] = {}) =>
  memory(`The user's home is ${town}.`, { facts: [['user', 'lives_in', town, 'place']], ...given })

describe('the plan of a change', () => {
  it('asks for statements and mentions, then for the places in which facts compete', async () => {
    const memories = [await lives('Porto'), await lives('Vienna', { persona: 'b' })]
    expect(wantedBy(memories)).toEqual({
      statements: memories.map(({ persona, chunks }) => ({ persona, statement: chunks[0]!.statement })),
      mentions: ['user', 'Porto', 'Vienna'],
    })
    const { places } = draftChange({ now: NOON, lastStatedAt: 0, memories }, NOTHING, () => 1)
    expect(places).toEqual(['shared', 'b'].map((persona) => ({ persona, subject: 'user', slot: 'lives_in' })))
  })

  it('changes nothing of what it was given, so that it can be asked again', async () => {
    const first = plan([await lives('Porto')])
    const state = stateAfter(first)
    const before = structuredClone(state)
    plan([await lives('Porto')], { ...state, now: NOON + 1 })
    expect(state).toEqual(before)
  })

  it('lets an assistant that repeats a user neither be the latest nor change the words', async () => {
    const state = stateAfter(plan([await lives('Porto')]))
    const words = {
      ...(await lives('Porto', { source: 'assistant' })),
      chunks: (await memory('It is Porto, you said.')).chunks,
    }
    const { change } = plan([words], { ...state, now: NOON + 5 })
    expect(change.restatedFacts).toEqual([])
    expect(change.accessedFacts).toEqual([{ id: state.standing[0]!.id, last: NOON + 5, times: 1 }])
    expect(change.evidence).toHaveLength(1)
  })

  it('lets a document that repeats a user word by word be one more source, and nothing else', async () => {
    const state = stateAfter(plan([await lives('Porto')]))
    const again = await lives('Porto', { source: 'document', metadata: { title: 'Register' } })
    const { change } = plan([again, again], { ...state, now: NOON + 5 })
    const [fact] = state.standing
    expect(change.restatedFacts).toEqual([])
    expect(change.supportedFacts).toEqual([{ id: fact!.id, statedBy: ['user', expect.stringMatching(/^document /)] }])
    const [chunk] = change.restatedChunks
    expect(chunk).toMatchObject({ source: 0, level: 20, statedAt: fact!.statedAt, metadata: null, accessCount: 2 })
    expect(chunk!.statedBy).toHaveLength(2)
  })

  it('takes the time of the more trusted word, though it was said before', async () => {
    const state = stateAfter(plan([await lives('Porto', { source: 'assistant' })]))
    const { change } = plan([await lives('Porto', { occurredAt: NOON - 5 })], { ...state, now: NOON + 5 })
    expect(change.restatedFacts).toMatchObject([{ source: 0, level: 20, statedAt: NOON - 5, lastAccess: NOON + 5 }])
  })

  it('brings an abstraction down only by what is later than its member', async () => {
    const { known, standing } = stateAfter(plan([await lives('Porto')]))
    const merged = standing.map((fact) => ({ ...fact, abstraction: 7 }))
    const dissolved = async (occurredAt: number) =>
      plan([await lives('Vienna', { occurredAt })], { known: { ...known, facts: [] }, standing: merged, now: NOON + 9 })
        .change.dissolved
    expect([await dissolved(NOON - 1), await dissolved(NOON + 1)]).toEqual([[], [7]])
  })

  it('completes what an earlier try left half-done, and counts it as stored', async () => {
    const { known, standing } = stateAfter(plan([await lives('Porto')]))
    const half = { ...known, chunks: known.chunks.map((chunk) => ({ ...chunk, unfinished: true })) }
    const again = plan([await lives('Porto'), await lives('Porto')], { known: half, standing })
    expect(again.remembered).toMatchObject([
      { chunks: 1, facts: 1, duplicateOf: null, memory: known.chunks[0]!.memory },
      { chunks: 0, facts: 0, duplicateOf: `c${known.chunks[0]!.id}` },
    ])
    expect(again.completed.map(({ id }) => id)).toEqual([known.chunks[0]!.id])
    expect(again.change.memories).toHaveLength(1)
  })

  it('restates nothing that is told from an archive, and gives the parts of one text one record', async () => {
    const times = { createdAt: 1, statedAt: 2, lastAccess: 3, accessCount: 4 }
    const past: Past = { record: { id: 9, createdAt: 1 }, chunks: [times], facts: [times] }
    const told = [await lives('Porto'), await memory('Second part.')]
    const moved = plan(told, { past: [past, past] })
    expect(moved.change.chunks).toMatchObject([times, times])
    expect(moved.change.facts).toMatchObject([times])
    expect(moved.change.memories).toMatchObject([{ createdAt: 1, stated: { length: 3 } }])
    const again = plan(told, { ...stateAfter(moved), past: [past, past] }).change
    expect([again.chunks, again.restatedChunks, again.facts, again.restatedFacts, again.memories]).toEqual([
      [],
      [],
      [],
      [],
      [],
    ])
  })
})
