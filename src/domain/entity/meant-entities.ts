/** A name that so many go by does not tell which of them is meant. */
export const MOST_MEANT = 8

/**
 * Which entities a question means, of those that go by a name in it: the longest name counts ("Ada Abbott" is not every Ada), and one that
 * many share says nothing, unless it is all that an entity is called.
 */
export function meantEntities(byName: ReadonlyMap<string, readonly string[]>): string[] {
  const names = [...byName.keys()].filter((name) => byName.get(name)!.length > 0)
  const meant = names
    .filter((name) => !names.some((other) => other.length > name.length && ` ${other} `.includes(` ${name} `)))
    .flatMap((name) => {
      const entities = byName.get(name)!
      return entities.length > MOST_MEANT ? entities.filter((entity) => entity === name) : entities
    })
  return [...new Set(meant)]
}
