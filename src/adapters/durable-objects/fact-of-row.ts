import type { StoredFact } from '../../memory/stored-fact.ts'
import type { FactRow } from './tables/facts.ts'

/** A fact as the rules of memory see it. */
export const factOfRow = (row: FactRow): StoredFact<number> => ({
  id: row.id,
  persona: row.persona,
  subject: row.subject,
  object: row.object,
  leaf: row.leaf === 1,
  text: row.text,
  slot: row.slot,
  value: row.value,
  denies: row.denies === 1,
  source: row.source,
  level: row.level,
  statedAt: row.stated_at,
  lastAccess: row.last_access,
  abstraction: row.abstraction,
  members: row.members,
})
