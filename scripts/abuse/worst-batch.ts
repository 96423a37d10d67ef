const NAMES = ['Maria', 'Tom', 'Ines', 'Karl', 'Olga', 'Pedro', 'Anna', 'Luca', 'Mia', 'Jon']
const THINGS = ['river', 'garden', 'violin', 'bicycle', 'kitchen', 'window', 'mountain', 'letter', 'kettle', 'lantern']
const VERBS = ['bought', 'sold', 'painted', 'repaired', 'found']
const LENGTH = 100_000

/** The most that the free plan may send in one call: four texts of 100,000 characters, full of facts, none of them known. */
export function worstBatch(first: number): { readonly items: readonly { readonly text: string }[] } {
  let next = first * 10_000
  const text = (): string => {
    let prose = ''
    for (; prose.length < LENGTH; next++) {
      const [name, other] = [NAMES[next % 10]!, NAMES[(next * 3) % 10]!]
      prose += `${name}${next} ${VERBS[next % 5]} a ${THINGS[(next * 7) % 10]} in the town of ${other}ville${next} and works at Company${next}. `
    }
    return prose.slice(0, LENGTH)
  }
  return { items: Array.from({ length: 4 }, () => ({ text: text() })) }
}
