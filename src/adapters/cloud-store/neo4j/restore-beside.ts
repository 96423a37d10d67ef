import type { newReceiptLines } from '../../../memory/portable/receipt-lines.ts'
import type { PortableReceipt, PortableRow } from '../../../ports/portable.ts'
import { runEach, type Transaction } from './connection.ts'
import type { RestoredIds } from './export-page.ts'
import { addErased } from './revisions.ts'

interface Given {
  /** The first place of a session that is free. */
  readonly placeOf: (session: string) => number
  /** How many of the facts are abstractions, which count as what was merged into them. */
  readonly abstractions: number
  /** Of the facts that were not there; null: all were. */
  readonly lowestFact: number | null
  readonly receipts: ReturnType<typeof newReceiptLines>
  /** What ids go on from, at the end of an export. */
  readonly ids: RestoredIds | undefined
}

/** What rows of an export have besides memories, chunks and facts. What is there stays as it is. */
export async function restoreBeside(
  tx: Transaction,
  ns: string,
  rows: readonly PortableRow[],
  { placeOf, abstractions, lowestFact, receipts, ids }: Given,
): Promise<void> {
  const memories = rows.filter((row) => row.type === 'memory')
  const last = rows.findLast((row) => row.type === 'state')
  await Promise.all([
    runEach(
      tx,
      ns,
      rows.flatMap((row) => (row.type === 'persona' && row.consolidatedAt !== null ? row : [])),
      `MATCH (p:Persona { namespace: $ns, name: row.name }) SET p.consolidatedAt = coalesce(p.consolidatedAt, row.consolidatedAt)`,
    ),
    runEach(
      tx,
      ns,
      memories.flatMap(({ id, versions }) => versions.map(({ version, ...rest }) => ({ memory: id, version, rest }))),
      'MERGE (v:Version { namespace: $ns, memory: row.memory, version: row.version }) SET v += row.rest',
    ),
    // Former versions that are there stay, and without its memory, or beyond the version that it has, none is kept.
    runEach(
      tx,
      ns,
      rows.flatMap((row) =>
        row.type === 'history'
          ? row.versions.map(({ version, ...rest }) => ({ memory: row.memory, version, rest }))
          : [],
      ),
      `MATCH (m:Memory { namespace: $ns, id: row.memory }) WHERE row.version < coalesce(m.version, 1)
       MERGE (v:Version { namespace: $ns, memory: row.memory, version: row.version }) ON CREATE SET v += row.rest`,
    ),
    runEach(
      tx,
      ns,
      memories.flatMap(({ id, session, parked }) =>
        parked.map(({ piece, reading, vectors }, at) => ({
          ...{ memory: id, piece, reading, vectors: vectors.map(({ data }) => data!) },
          place: session === null ? 0 : placeOf(session) + at,
        })),
      ),
      `MERGE (p:Parked { namespace: $ns, memory: row.memory, piece: row.piece })
       SET p.reading = row.reading, p.vectors = row.vectors, p.place = row.place, p.embedder = $current`,
    ),
    runEach(
      tx,
      ns,
      receipts.created.map(withList),
      `CREATE (:Receipt { namespace: $ns, id: row.id, at: row.at, scope: row.scope, erased: row.erased, remaining: row.remaining, memories: row.memories })`,
    ),
    continueReceipts(tx, ns, receipts.continued),
    // Facts keep their numbers: the vector index takes in anew all from the lowest on, or those below its mark would never be found by meaning.
    tx.run(
      `MATCH (n:Namespace { id: $ns }) SET n.facts = n.facts - $abstractions, n.restored = coalesce($restored, n.restored),
         n.watermark = CASE WHEN coalesce(n.watermark, 0) < $watermark THEN $watermark ELSE n.watermark END,
         n.indexedUpTo = CASE WHEN n.indexedUpTo >= $lowestFact THEN $lowestFact - 1 ELSE n.indexedUpTo END`,
      {
        ns,
        abstractions,
        lowestFact,
        watermark: last?.compressedUpTo ?? 0,
        restored: ids ? JSON.stringify(ids) : null,
      },
    ),
  ])
}

const withList = (line: PortableReceipt) => ({ ...line, memories: JSON.parse(line.memories) as number[] })

/** Further lines of receipts, one after the other: each has the next place behind what there is. */
async function continueReceipts(tx: Transaction, ns: string, lines: readonly PortableReceipt[]): Promise<void> {
  for (const { id, memories } of lines.map(withList)) await addErased(tx, ns, id, memories)
}
