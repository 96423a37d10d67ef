import type { EntityEntry } from '../ports/entity-register.ts'
import type { EntityRecord } from './records.ts'

export const toEntry = ({ name, kind, aliases }: EntityRecord): EntityEntry => ({
  name,
  kind,
  aliases: aliases.map((alias) => ({ name: alias.name, reason: alias.reason, apart: alias.apart ?? false })),
})
