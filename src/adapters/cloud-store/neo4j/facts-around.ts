import { NEIGHBOURHOOD, neighbourhood as neighbourhoodRule } from '../../../memory/neighbourhood.ts'
import { driveAsync } from '../../../runtime/drive-async.ts'
import type { FactRecord } from '../graph-store.ts'
import type { Transaction } from './connection.ts'
import { loadFacts, PLAIN_FACT } from './fact-fields.ts'
import { standing } from './known.ts'
import type { Operation } from './operation.ts'

/** What clusters are found in: the facts that came since, what lies around them, and what competes with that. */
export const factsAfter: Operation<'factsAfter'> = (tx, ns, id, limit) =>
  loadFacts(
    tx,
    'MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id > $id',
    { ns, id, limit },
    'ORDER BY fact.id LIMIT toInteger($limit)',
  )

export const factsByIds = (tx: Transaction, ns: string, ids: readonly number[]): Promise<FactRecord[]> =>
  loadFacts(tx, 'MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id IN $given.ids', { ns, ids })

export const competing: Operation<'competing'> = (tx, ns, persona, slots) =>
  standing(
    tx,
    ns,
    slots.map((slot) => ({ ...slot, persona })),
  )

/**
 * Facts by the entities that they touch: entity by entity, in the order of their keys as the embedded store has it, newest first. Of what is said
 * of an entity those that are trusted most, so that no flood of newer ones takes their places.
 */
export const touching = (inSight: string, returned: string) => {
  const newest = (pattern: string, trusted = '') =>
    `MATCH ${pattern} AND ${inSight} RETURN r ORDER BY ${trusted} r.statedAt DESC, r.id DESC LIMIT toInteger($perEntity)`
  return `UNWIND $given.entities AS key MATCH (e:Entity { namespace: $ns, key: key }) WHERE COUNT { (e)-[:FACT]-() } <= $most
    CALL (e) {
      ${newest('(e)-[r:FACT]->() WHERE r.namespace = $ns', 'r.source,')}
      UNION
      ${newest('(e)<-[r:FACT]-() WHERE r.namespace = $ns AND NOT r.leaf')}
    }
    RETURN ${returned} ORDER BY key, r.statedAt DESC, r.id DESC`
}

export const neighbourhood: Operation<'neighbourhood'> = (tx, ns, persona, from) =>
  driveAsync(neighbourhoodRule(from), async ({ entities, facts }) => {
    const given = { ns, entities, most: NEIGHBOURHOOD.hubFacts }
    const [quiet, rows] = await Promise.all([
      tx.run<{ key: string }>(
        `MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.entities AND COUNT { (e)-[:FACT]-() } <= $most RETURN e.key AS key`,
        given,
      ),
      facts
        ? tx.run<{ fact: FactRecord }>(touching('r.persona = $persona', `${PLAIN_FACT} AS fact`), {
            ...given,
            persona,
            perEntity: NEIGHBOURHOOD.factsPerEntity,
          })
        : [],
    ])
    return { quiet: quiet.map(({ key }) => key), facts: rows.map(({ fact }) => fact) }
  })
