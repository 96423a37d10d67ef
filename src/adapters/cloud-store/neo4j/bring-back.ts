import { bringBack as bringBackRule, withinBounds } from '../../../memory/bring-back.ts'
import { heldAt } from '../../../memory/held-at.ts'
import type { MemoryRecord } from '../../../memory/records.ts'
import { isInvalidated } from '../../../memory/state-changes.ts'
import { driveAsync } from '../../../runtime/drive-async.ts'
import type { ChunkRecord } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { inSight } from './in-sight.ts'
import { revise } from './revise.ts'

type Kept = Pick<MemoryRecord, 'id' | 'occurredAt' | 'changes'> & { readonly pieces: number }

/** Memories of the personas that held at a time, were taken out of retrieval since and can be brought back. */
export async function invalidatedSince(
  tx: Transaction,
  ns: string,
  at: number,
  personas: readonly string[] | null,
): Promise<number[]> {
  const kept = await tx.run<Kept>(
    `MATCH (p:Parked { namespace: $ns }) WHERE p.memory > 0 AND p.piece >= 0 WITH p.memory AS id, count(*) AS pieces
     MATCH (m:Memory { namespace: $ns, id: id }) WHERE ${inSight('m')}
     RETURN id, pieces, m.occurredAt AS occurredAt, m.changes AS changes ORDER BY id DESC`,
    { ns, personas },
  )
  return withinBounds(kept.filter((memory) => isInvalidated(memory) && heldAt(memory, at)))
}

/** Brings them back, for a look inside a transaction that is rolled back. Returns the chunks that the vector store does not have so. */
export async function bringBack(
  tx: Transaction,
  ns: string,
  ids: readonly number[],
  embedder: string,
): Promise<ChunkRecord[]> {
  const restored = new Map<number, ChunkRecord>()
  await driveAsync(bringBackRule(ids), async (some) => {
    const done = await revise(tx, ns, {
      now: Date.now(),
      embedder,
      personas: null,
      revisions: some.map((id) => ({ kind: 'restore', id, reason: null })),
      read: [],
      receipt: null,
    })
    if ('refused' in done) return { kind: 'missing', ids: some }
    if (!('revised' in done)) return 'unchanged' in done ? done.unchanged : done.happened
    for (const id of done.tombstoned) restored.delete(id)
    for (const chunk of done.pending) restored.set(chunk.id, chunk)
    return done.revised
  })
  return [...restored.values()]
}
