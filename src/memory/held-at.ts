import type { MemoryRecord } from './records.ts'
import { stateChanges } from './state-changes.ts'

/** Whether a memory had been said by then, and was not out of retrieval. */
export const heldAt = (record: Pick<MemoryRecord, 'occurredAt' | 'changes'>, at: number): boolean =>
  record.occurredAt <= at &&
  stateChanges(record)
    .filter((change) => change.at <= at)
    .at(-1)?.state !== 'invalidated'
