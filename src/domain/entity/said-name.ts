/**
 * Under which of an entity's names a fact was stated: its words keep the name that was said. "Maria Lopez" begins with "Maria" too, so that
 * only the longest of the names that fit is the one.
 */
export function createSaidName(name: string, others: readonly string[]) {
  const said = name.toLowerCase()
  const longer = others.map((other) => other.toLowerCase()).filter((other) => other.length > said.length)
  const isSaid = (fits: (name: string) => boolean) => fits(said) && !longer.some(fits)
  return {
    asSubject: (text: string): boolean => isSaid((one) => text.toLowerCase().startsWith(`${one} `)),
    asObject: (text: string): boolean => isSaid((one) => text.toLowerCase().endsWith(` ${one}`)),
  }
}
