import type { FactRecord } from '../graph-store.ts'
import type { Transaction } from './connection.ts'

/** A fact as it is returned: all but its vectors. */
export const PLAIN_FACT = `r { .id, .key, .persona, .subject, .predicate, .relation, .object, .leaf, .text, .date, .negated, .aspect, .slot, .value,
  .denies, .source, .level, .createdAt, .statedAt, .lastAccess, .accessCount, .chunk, .metadata, .abstraction, .members,
  memory: coalesce(r.memory, 0), statedBy: coalesce(r.statedBy, []), latest: coalesce(r.latest, 0) }`

/** What is matched as `r`. */
export const loadFacts = async (
  tx: Transaction,
  match: string,
  parameters: Record<string, unknown>,
  order = '',
): Promise<FactRecord[]> =>
  (await tx.run<{ fact: FactRecord }>(`${match} RETURN ${PLAIN_FACT} AS fact ${order}`, parameters)).map(
    ({ fact }) => fact,
  )

/** Facts that were merged are few, and found by their own index whatever the planner thinks of that. */
export const MERGED = 'MATCH ()-[r:FACT]->() USING INDEX SEEK r:FACT(namespace, abstraction)'
