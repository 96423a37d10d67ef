import type { StoredFact } from './records.ts'

/** A fact as an edge between entities. */
export type Edge = Pick<StoredFact, 'id' | 'subject' | 'object' | 'leaf'>

/** The entities that a fact joins. */
export const endsOf = ({ subject, object, leaf }: Edge): string[] => (leaf ? [subject] : [subject, object])
