import type { FactRecord, GraphScope } from '../graph-store.ts'
import { PLAIN_FACT } from './abstractions.ts'
import type { Transaction } from './connection.ts'

/** What clusters are found in: the facts that came since, what lies around them, and what competes with that. */
const factRows = async (rows: Promise<{ fact: FactRecord }[]>) => (await rows).map(({ fact }) => fact)

export const factsAfter = (tx: Transaction, ns: string, id: number, limit: number): Promise<FactRecord[]> =>
  factRows(
    tx.run(
      `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.id > $id RETURN ${PLAIN_FACT} AS fact ORDER BY fact.id LIMIT toInteger($limit)`,
      { ns, id, limit },
    ),
  )

export const competing = (
  tx: Transaction,
  ns: string,
  persona: string,
  slots: readonly { readonly subject: string; readonly slot: string }[],
): Promise<FactRecord[]> =>
  factRows(
    tx.run(
      `MATCH ()-[r:FACT]->() WHERE r.namespace = $ns AND r.place IN $given.places AND r.persona = $persona RETURN ${PLAIN_FACT} AS fact`,
      { ns, persona, places: [...new Set(slots.map(({ subject, slot }) => `${subject}\n${slot}`))] },
    ),
  )

export async function neighbourhood(
  tx: Transaction,
  ns: string,
  asked: Parameters<GraphScope['neighbourhood']>[0],
): Promise<FactRecord[]> {
  const endsOf = (fact: FactRecord) => (fact.leaf ? [fact.subject] : [fact.subject, fact.object])
  const quietOf = async (keys: readonly string[]) =>
    (
      await tx.run<{ key: string }>(
        `MATCH (e:Entity { namespace: $ns }) WHERE e.key IN $given.keys AND COUNT { (e)-[:FACT]-() } <= $most RETURN e.key AS key`,
        { ns, keys, most: asked.hubFacts },
      )
    ).map(({ key }) => key)
  const facts = new Map<number, FactRecord>()
  const quiet = new Set<string>()
  let frontier = new Set(asked.entities)
  for (let step = 0; step < asked.reach && frontier.size > 0; step++) {
    const next = new Set<string>()
    const open = await quietOf([...frontier])
    for (const key of open) quiet.add(key)
    const rows = await factRows(
      tx.run(
        `UNWIND $given.open AS key MATCH (e:Entity { namespace: $ns, key: key })
         CALL (e) {
           MATCH (e)-[r:FACT]->() WHERE r.namespace = $ns AND r.persona = $persona RETURN r ORDER BY r.statedAt DESC, r.id DESC LIMIT toInteger($limit)
           UNION
           MATCH (e)<-[r:FACT]-() WHERE r.namespace = $ns AND NOT r.leaf AND r.persona = $persona RETURN r ORDER BY r.statedAt DESC, r.id DESC LIMIT toInteger($limit)
         }
         WITH r WHERE r.abstraction IS NULL AND r.members = 0
         RETURN ${PLAIN_FACT} AS fact`,
        { ns, open, persona: asked.persona, limit: asked.factsPerEntity },
      ),
    )
    for (const fact of rows) {
      if (facts.size >= asked.maxFacts) break
      facts.set(fact.id, fact)
      for (const end of endsOf(fact)) if (!quiet.has(end) && !frontier.has(end)) next.add(end)
    }
    frontier = next
  }
  for (const key of await quietOf([...frontier])) quiet.add(key)
  return [...facts.values()].filter((fact) => endsOf(fact).every((end) => quiet.has(end)))
}
