import type { Change } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { removeUnused } from './forget.ts'

/** A relationship cannot be given other ends: it is made anew with all that it had. Chunks know their facts by key, and learn the new ones. */
export async function moveFacts(tx: Transaction, ns: string, moves: NonNullable<Change['moves']>): Promise<void> {
  const left = await tx.run<{ from: string; to: string; subject: string; object: string }>(
    `UNWIND $given.moves AS row
     MATCH ()-[r:FACT { namespace: $ns, key: row.key }]->()
     WHERE NOT EXISTS { MATCH ()-[x:FACT { namespace: $ns, key: row.to.key }]->() }
     MATCH (s:Entity { namespace: $ns, key: row.to.subject }) MATCH (o:Entity { namespace: $ns, key: row.to.object })
     WITH row, r, s, o, properties(r) AS had
     DELETE r
     CREATE (s)-[x:FACT]->(o)
     SET x = had { .*, key: row.to.key, subject: row.to.subject, object: row.to.object, place: row.to.place }
     RETURN row.key AS from, row.to.key AS to, had.subject AS subject, had.object AS object`,
    { ns, moves },
  )
  if (left.length === 0) return
  await Promise.all([
    tx.run(
      `MATCH (c:Chunk { namespace: $ns }) WHERE c.id > 0 AND any(key IN c.facts WHERE key IN $given.keys)
       SET c.facts = [key IN c.facts | coalesce($renamed[key], key)]`,
      {
        ns,
        keys: left.map(({ from }) => from),
        renamed: Object.fromEntries(left.map(({ from, to }) => [from, to])),
      },
    ),
    removeUnused(tx, ns, [...new Set(left.flatMap(({ subject, object }) => [subject, object]))]),
  ])
}
