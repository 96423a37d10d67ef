import { abstractionOf } from '../../../memory/abstraction.ts'
import { type StoredFact, slotKey } from '../../../memory/records.ts'
import { addTokens, type Run } from '../../../memory/run.ts'
import { settleRun } from '../../../memory/settle-run.ts'
import { driveAsync } from '../../../runtime/drive-async.ts'
import type { FactRecord } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { MERGED } from './fact-fields.ts'
import { competing, factsByIds } from './facts-around.ts'
import { note } from './journal.ts'
import type { Operation } from './operation.ts'

/** Removes an abstraction alone: what was merged into it stands for itself again, as fresh as the whole was. false: there is none. */
export async function dissolve(tx: Transaction, ns: string, id: number): Promise<boolean> {
  const [found] = await tx.run<{ lastAccess: number }>(
    `MATCH ()-[r:FACT { namespace: $ns, id: $id }]->() WHERE r.members > 0 WITH r, r.lastAccess AS lastAccess DELETE r RETURN lastAccess`,
    { ns, id },
  )
  if (!found) return false
  await tx.run(
    `${MERGED} WHERE r.namespace = $ns AND r.abstraction = $id REMOVE r.abstraction
     SET r.lastAccess = CASE WHEN r.lastAccess < $at THEN $at ELSE r.lastAccess END`,
    { ns, id, at: found.lastAccess },
  )
  return true
}

/** Ends a run: what is still as it was offered is merged, the rest is left to the next. */
export const abstract: Operation<'abstract'> = async (tx, ns, request) => {
  const [state] = await tx.run<{ run: string | null; tokens: string | null; lastId: number }>(
    `MATCH (n:Namespace { id: $ns }) SET n.writes = n.writes + 1
     RETURN n.run AS run, n.tokens AS tokens, n.lastId AS lastId`,
    { ns },
  )
  const run = state?.run ? (JSON.parse(state.run) as Run) : null
  if (!state || run?.id !== request.run) return { created: 0, merged: 0, scheduled: false }
  const { abstractions, merged, watermark } = await driveAsync(settleRun(run, request), (look) =>
    'ids' in look ? factsByIds(tx, ns, look.ids) : competing(tx, ns, look.persona, look.competing),
  )
  let { lastId } = state
  for (const { made, members } of abstractions) {
    const id = ++lastId
    const fact = { ...abstractionOf(id, made.text, members, request.now), key: `abstraction ${id}` }
    await create(tx, ns, fact, made.vector, members)
  }
  await tx.run(
    `MATCH (n:Namespace { id: $ns }) REMOVE n.run SET n.lastId = $lastId, n.tokens = $tokens, n.watermark = coalesce($watermark, n.watermark)`,
    {
      ns,
      lastId,
      tokens: JSON.stringify(addTokens(state.tokens && JSON.parse(state.tokens), request.now, request.tokens)),
      watermark,
    },
  )
  if (request.by && abstractions.length > 0) {
    const counts = { compressed: merged, abstractions: abstractions.length }
    await note(tx, ns, { by: request.by, now: request.now, counts, changed: {} })
  }
  return { created: abstractions.length, merged, scheduled: run.scheduled }
}

async function create(
  tx: Transaction,
  ns: string,
  fact: FactRecord,
  vector: readonly number[],
  members: readonly StoredFact[],
): Promise<void> {
  await tx.run(
    `MATCH (e:Entity { namespace: $ns, key: $fact.subject }) CREATE (e)-[r:FACT { namespace: $ns }]->(e)
     SET r += $fact, r.place = $place, r.vector = $given.vector`,
    { ns, fact, place: slotKey(fact), vector },
  )
  await tx.run(`MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.ids SET r.abstraction = $id`, {
    ns,
    ids: members.map((member) => member.id),
    id: fact.id,
  })
}
