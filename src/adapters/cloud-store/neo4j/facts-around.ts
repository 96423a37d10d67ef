import { NEIGHBOURHOOD, neighbourhood as neighbourhoodRule } from '../../../memory/neighbourhood.ts'
import { type Slot, slotKey } from '../../../memory/records.ts'
import { driveAsync } from '../../../runtime/drive-async.ts'
import type { FactRecord, GraphScope } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { PLAIN_FACT } from './fact-fields.ts'

/** What clusters are found in: the facts that came since, what lies around them, and what competes with that. */
const factRows = async (rows: Promise<{ fact: FactRecord }[]>) => (await rows).map(({ fact }) => fact)

export const factsAfter = (tx: Transaction, ns: string, id: number, limit: number): Promise<FactRecord[]> =>
  factRows(
    tx.run(
      `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id > $id RETURN ${PLAIN_FACT} AS fact ORDER BY fact.id LIMIT toInteger($limit)`,
      { ns, id, limit },
    ),
  )

export const factsByIds = (tx: Transaction, ns: string, ids: readonly number[]): Promise<FactRecord[]> =>
  factRows(
    tx.run(`MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.ids RETURN ${PLAIN_FACT} AS fact`, {
      ns,
      ids,
    }),
  )

export const competing = (
  tx: Transaction,
  ns: string,
  persona: string,
  slots: readonly Slot[],
): Promise<FactRecord[]> =>
  factRows(
    tx.run(
      `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.place IN $given.places AND r.persona = $persona RETURN ${PLAIN_FACT} AS fact`,
      { ns, persona, places: [...new Set(slots.map(slotKey))] },
    ),
  )

/** Facts by the entities that they touch: entity by entity, in the order of their keys as the embedded store has it, newest first. */
export const touching = (inSight: string, returned: string) => {
  const newest = (pattern: string) =>
    `MATCH ${pattern} AND ${inSight} RETURN r ORDER BY r.statedAt DESC, r.id DESC LIMIT toInteger($perEntity)`
  return `UNWIND $given.entities AS key MATCH (e:Entity { namespace: $ns, key: key }) WHERE COUNT { (e)-[:FACT]-() } <= $most
    CALL (e) {
      ${newest('(e)-[r:FACT]->() WHERE r.namespace = $ns')}
      UNION
      ${newest('(e)<-[r:FACT]-() WHERE r.namespace = $ns AND NOT r.leaf')}
    }
    RETURN ${returned} ORDER BY key, r.statedAt DESC, r.id DESC`
}

export function neighbourhood(
  tx: Transaction,
  ns: string,
  persona: string,
  from: readonly string[],
): ReturnType<GraphScope['neighbourhood']> {
  return driveAsync(neighbourhoodRule(from), async ({ entities, facts }) => {
    const given = { ns, entities, most: NEIGHBOURHOOD.hubFacts }
    const [quiet, rows] = await Promise.all([
      tx.run<{ key: string }>(
        `MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.entities AND COUNT { (e)-[:FACT]-() } <= $most RETURN e.key AS key`,
        given,
      ),
      facts
        ? factRows(
            tx.run(touching('r.persona = $persona', `${PLAIN_FACT} AS fact`), {
              ...given,
              persona,
              perEntity: NEIGHBOURHOOD.factsPerEntity,
            }),
          )
        : [],
    ])
    return { quiet: quiet.map(({ key }) => key), facts: rows }
  })
}
