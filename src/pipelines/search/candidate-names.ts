import { entityKey } from '../../domain/entity/entity-name.ts'
import { pattern } from '../../runtime/pattern.ts'

const LONGEST_NAME_WORDS = 4
const MAX_WORDS = 40
const NAME_WORDS = pattern(String.raw`[\p{L}\p{N}][\p{L}\p{N}'’.&-]*`, 'gu')

/** Keys of everything in the query that could be a name: each run of one to four words, and the user for "I" and "my". */
export function candidateNames(query: string): string[] {
  const words = query.match(NAME_WORDS())?.slice(0, MAX_WORDS) ?? []
  const names = new Set<string>()
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= Math.min(words.length, from + LONGEST_NAME_WORDS); to++) {
      const key = entityKey(words.slice(from, to).join(' '))
      if (key.length > 1) names.add(key)
    }
  }
  if (words.some((word) => /^(?:i|me|my|mine|myself|i['’]\w+)$/i.test(word))) names.add(entityKey('user'))
  return [...names]
}
