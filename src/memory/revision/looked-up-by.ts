import { entityLookupKeys } from '../../domain/entity/entity-name.ts'
import type { EntityRecord } from '../records.ts'

/**
 * Would one who calls the entity by a name of its own look one of these up? Then whoever goes by that may have been meant instead. An entity is
 * found by all parts of the name that it came with, but not by those of its aliases.
 */
export const mayBeLookedUpBy = ({ name, aliases }: EntityRecord, names: ReadonlySet<string>): boolean =>
  [name, ...aliases.map((alias) => alias.name)].some((called) =>
    entityLookupKeys(called).some((part) => names.has(part)),
  )
