import { entityKey } from '../../domain/entity/entity-name.ts'
import type { Mention } from '../../domain/statement/fact.ts'
import type { MemoryRecord, StatedTarget, StoredFact } from '../records.ts'
import { tellingsIn } from '../tellings-in.ts'
import { numberOf } from './pieces.ts'

/** What makes two tellings tell one fact, but for whom they mean. */
export type Identity = Pick<StoredFact, 'persona' | 'predicate' | 'negated' | 'aspect' | 'slot'>

/** A telling of a fact in words of its own: by whoever was the first to say what its chunk says. */
export interface Worded {
  readonly record: number
  readonly piece: number
  readonly place: number
  readonly number: number
  readonly identity: Identity
  readonly subject: Mention
  readonly object: Mention
  /** The fact that it told so far; null: it is told anew. */
  readonly fact: StoredFact | null
}

const isSpeakerName = (name: string): boolean => name === 'user' || name === 'assistant'

/** Of the two who speak nobody ever doubts who is meant. */
export const isSpeaker = ({ name, kind }: Mention): boolean => isSpeakerName(kind) || isSpeakerName(entityKey(name))
export const isSpeakerKey = isSpeakerName

/** A telling of a stored fact, where it is in words of its own. */
export function wordedOf(
  record: Pick<MemoryRecord, 'id' | 'stated'>,
  factOf: (id: number) => StoredFact | undefined,
): Worded[] {
  return tellingsIn(record).flatMap(({ told, piece, place, number }) => {
    const fact = told.text === undefined ? undefined : factOf(numberOf(told.target))
    if (!fact) return []
    const { persona, predicate, negated, aspect, slot } = fact
    return {
      ...{ record: record.id, piece, place, number, fact },
      identity: { persona, predicate, negated, aspect, slot },
      ...mentionsIn(told),
    }
  })
}

const mentionsIn = ({ subject = '', object = '', subjectKind = 'thing', objectKind = 'thing' }: StatedTarget) => ({
  subject: { name: subject, kind: subjectKind },
  object: { name: object, kind: objectKind },
})
