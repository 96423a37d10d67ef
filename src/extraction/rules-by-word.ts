/** Of rules in their order, those that are to be asked about a word: the rules that name it, and those that name none. */
export function rulesByWord<Rule extends { readonly words?: ReadonlySet<string> }>(
  rules: readonly Rule[],
): (word: string) => readonly Rule[] {
  const general = rules.filter(({ words }) => !words)
  const named = new Map<string, readonly Rule[]>()
  for (const word of rules.flatMap(({ words }) => [...(words ?? [])]))
    if (!named.has(word))
      named.set(
        word,
        rules.filter(({ words }) => !words || words.has(word)),
      )
  return (word) => named.get(word) ?? general
}
