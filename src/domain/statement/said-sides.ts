interface Told {
  readonly text: string
  readonly relation: string
  readonly subject: string
  readonly object: string
}

/** The names as a fact says them, left and right of the relation; null where its text does not name it. */
export function saidSides({ text, relation, subject, object }: Told): [subject: string | null, object: string | null] {
  const at = text.indexOf(` ${relation} `)
  if (at >= 0) return [text.slice(0, at), text.slice(at + relation.length + 2)]
  const asSaid = (key: string) => {
    const from = text.toLowerCase().indexOf(key)
    return from < 0 ? null : text.slice(from, from + key.length)
  }
  return [asSaid(subject), asSaid(object)]
}

/** Stands for a name that only others say. */
export const UNNAMED = 'something'
