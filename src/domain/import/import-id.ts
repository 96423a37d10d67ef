import { contentId } from '../statement/content-id.ts'

const PLAIN = /^[\w:.-]{1,64}$/

/** By what a text is known to have been imported: ids of its file where these are short, else a hash of what it is made of. */
export async function importIdOf(format: string, identity: readonly string[]): Promise<string> {
  // A line of ours says it itself.
  if (format === 'items' && identity.length === 1) return identity[0]!
  const isPlain = identity.every((part) => PLAIN.test(part))
  return `${format}:${isPlain && identity.length <= 3 ? identity.join('/') : await contentId(...identity)}`
}

/** The pair of the metadata that says so. */
export const IMPORT_ID = 'import_id'
