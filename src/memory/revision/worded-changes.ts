import { factsIn } from '../../domain/memory-id.ts'
import { tellingNumber } from '../telling-number.ts'
import type { Loaded } from './loaded.ts'
import type { Looking } from './look.ts'
import { piecesOf } from './pieces.ts'
import type { ChunkPlan, ChunkPlans, Revisions } from './plan-chunks.ts'
import { pieceKey } from './told-pieces.ts'
import { type Worded, wordedOf } from './worded.ts'

interface WordedChanges {
  /** With the chunk and the vector of it that they are told by. */
  readonly added: readonly AddedWorded[]
  readonly withdrawn: readonly Worded[]
  readonly holds: (telling: Pick<Worded, 'record' | 'piece'>) => boolean
}

export interface AddedWorded extends Worded {
  readonly chunk: ChunkPlan
  readonly at: number
}

/** What is told in words of its own no longer, and what is from now on. */
export function* wordedChanges(
  loaded: Loaded,
  { removed, retold }: Revisions,
  plans: ChunkPlans,
): Looking<WordedChanges> {
  const gone = new Set<string>()
  for (const { before } of [
    ...plans.chunks.filter(({ reading }) => reading),
    ...plans.removed.map((row) => ({ before: row })),
  ]) {
    const record = before && loaded.records.get(before.memory)
    if (!record) continue
    const piece = piecesOf(record).findIndex(({ chunk }) => chunk?.target === `c${before.id}`)
    if (piece >= 0) gone.add(pieceKey(record.id, piece))
  }
  const isChanged = (id: number) => removed.has(id) || retold.has(id)
  const holds = ({ record, piece }: Pick<Worded, 'record' | 'piece'>) =>
    !isChanged(record) && !gone.has(pieceKey(record, piece))
  const losing = new Set([...removed, ...retold.keys(), ...[...gone].map((key) => Number(key.split('/')[0]))])
  const lost = [...losing].flatMap((id) => loaded.records.get(id) ?? [])
  yield* loaded.loadFacts(factsIn(lost.flatMap(({ stated }) => stated.map(({ target }) => target))))
  return {
    holds,
    withdrawn: lost.flatMap((record) =>
      wordedOf(record, (id) => loaded.facts.get(id)).filter((telling) => !holds(telling)),
    ),
    added: plans.chunks.flatMap((chunk) => {
      const { record, piece } = chunk.tellings[0]!
      return (chunk.reading?.facts ?? []).map((fact, at): AddedWorded => {
        const { predicate, negated, aspect, slot, subject, object } = fact
        return {
          ...{ record: record.id, piece, place: at, number: tellingNumber(record.id, piece, at), chunk, at },
          identity: { persona: record.persona, predicate, negated, aspect, slot },
          ...{ subject, object, fact: null },
        }
      })
    }),
  }
}
