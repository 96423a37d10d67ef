/** SQL: whether a row of `memories` had been said by then, and was not out of retrieval. The time is a number, and goes into the text. */
export const heldAt = (at: number): string =>
  `memories.occurred_at <= ${Math.floor(at)} AND (memories.changes IS NULL OR 'invalidated' IS NOT (
     SELECT value ->> 'state' FROM json_each(memories.changes) WHERE value ->> 'at' <= ${Math.floor(at)} ORDER BY key DESC LIMIT 1))`

/** SQL: whether one of those who state a row of `facts` is such a memory. null: no condition. */
export const statedBy = (at: number | null): string =>
  at === null
    ? ''
    : `AND (EXISTS (SELECT 1 FROM memories WHERE memories.id = facts.memory AND ${heldAt(at)})
         OR EXISTS (SELECT 1 FROM evidence CROSS JOIN memories ON memories.id = evidence.memory
           WHERE evidence.target = 'f' || facts.id AND ${heldAt(at)}))`
