/** A set of words, written as they are read: with spaces between them. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/))
