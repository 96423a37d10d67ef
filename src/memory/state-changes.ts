import type { StateChange } from '../ports/memory-revisions.ts'
import type { MemoryRecord } from './records.ts'

type Changed = Pick<MemoryRecord, 'changes'>

/** When a memory was taken out of retrieval and brought back, oldest first. */
export const stateChanges = ({ changes }: Changed): StateChange[] =>
  changes === null ? [] : (JSON.parse(changes) as StateChange[])

export const isInvalidated = (record: Changed): boolean => stateChanges(record).at(-1)?.state === 'invalidated'
