/** A set of words, written as they are read: with spaces between them. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))

/** Words with what stands for them: "written:wrote taken:took". */
export const wordMap = (pairs: string): ReadonlyMap<string, string> =>
  new Map(
    pairs
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split(':') as [string, string]),
  )
