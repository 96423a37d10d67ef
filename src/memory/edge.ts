/** A fact as an edge between entities. */
export interface Edge {
  readonly id: number
  readonly subject: string
  readonly object: string
  /** Its object is a value, where no traversal goes on. */
  readonly leaf: boolean
}

/** The entities that a fact joins. */
export const endsOf = ({ subject, object, leaf }: Edge): string[] => (leaf ? [subject] : [subject, object])
