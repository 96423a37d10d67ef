const NUMBERS = /\d+(?:[.,:]\d+)*/g

/** How many of the numbers among these names a text has. */
export function numbersInCommon(names: readonly string[]): (text: string) => number {
  const asked = [...new Set(names.flatMap((name) => name.match(NUMBERS) ?? []))]
  if (asked.length === 0) return () => 0
  return (text) => {
    const has = new Set(text.match(NUMBERS))
    return asked.filter((number) => has.has(number)).length
  }
}
