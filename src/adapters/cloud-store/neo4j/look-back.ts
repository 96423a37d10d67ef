import { heldAt } from '../../../memory/held-at.ts'
import { type LookBack, lookBack, namingAlike, withinBounds } from '../../../memory/look-back.ts'
import type { MemoryRecord } from '../../../memory/records.ts'
import { isInvalidated } from '../../../memory/state-changes.ts'
import { driveAsync } from '../../../runtime/drive-async.ts'
import type { ChunkRecord } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { inSight } from './in-sight.ts'
import { toTarget } from './record-reader.ts'
import { revise } from './revise.ts'
import { createRevisionLooks } from './revision-looks.ts'

type Kept = Pick<MemoryRecord, 'id' | 'occurredAt' | 'changes'> & { readonly pieces: number }

/** So many memories are looked through that were said later and told earlier. */
const MOST_LATE = 2_000

/** What a look at how it was at a time has to change; null: nothing. Names are everybody's, so that those of other personas count too. */
export async function findLookBack(
  tx: Transaction,
  ns: string,
  at: number,
  personas: readonly string[] | null,
): Promise<LookBack | null> {
  const [kept, late] = await Promise.all([
    tx.run<Kept>(
      `MATCH (p:Parked { namespace: $ns }) WHERE p.memory > 0 AND p.piece >= 0 WITH p.memory AS id, count(*) AS pieces
       MATCH (m:Memory { namespace: $ns, id: id }) WHERE ${inSight('m')}
       RETURN id, pieces, m.occurredAt AS occurredAt, m.changes AS changes ORDER BY id DESC`,
      { ns, personas },
    ),
    tx.run<{ id: number; stated: string[] }>(
      `MATCH (m:Memory { namespace: $ns }) WHERE m.occurredAt <= $at WITH max(m.id) AS last
       MATCH (m:Memory { namespace: $ns }) WHERE m.occurredAt > $at AND m.id < last
       RETURN m.id AS id, m.stated AS stated ORDER BY id DESC LIMIT ${MOST_LATE}`,
      { ns, at },
    ),
  ])
  const restore = withinBounds(kept.filter((memory) => isInvalidated(memory) && heldAt(memory, at)))
  const told = late.map(({ id, stated }) => ({ id, stated: stated.map(toTarget) }))
  const withdraw = told.length === 0 ? [] : await driveAsync(namingAlike(told), createRevisionLooks(tx, ns).answer)
  return restore.length + withdraw.length > 0 ? { restore, withdraw } : null
}

/** Makes everything as it was, for a look inside a transaction that is rolled back. Returns the chunks that the vector store does not have so. */
export async function goBack(tx: Transaction, ns: string, wanted: LookBack, embedder: string): Promise<ChunkRecord[]> {
  const restored = new Map<number, ChunkRecord>()
  await driveAsync(lookBack(wanted), async (revisions) => {
    const done = await revise(tx, ns, { now: Date.now(), embedder, personas: null, revisions, read: [], receipt: null })
    if ('refused' in done) return { kind: 'missing', ids: revisions.map(({ id }) => id) }
    if (!('revised' in done)) return 'unchanged' in done ? done.unchanged : done.happened
    for (const id of done.tombstoned) restored.delete(id)
    for (const chunk of done.pending) restored.set(chunk.id, chunk)
    return done.revised
  })
  return [...restored.values()]
}
