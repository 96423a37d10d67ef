type Part = readonly [persona: string | null, once: string | null]

/**
 * What is done persona by persona, each part under a name of its own where it must happen once. The last one has the whole's name: when that
 * has happened, all has.
 */
export const partsOf = (personas: readonly string[] | null, once: string | null): readonly Part[] =>
  personas === null
    ? [[null, once]]
    : personas.map((persona, at) => [persona, once && at < personas.length - 1 ? `${once}/${at}` : once])
