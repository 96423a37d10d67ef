import { env } from 'cloudflare:test'
import { createWinkExtractor } from '../../src/adapters/wink/extractor.ts'

let file: Promise<ArrayBuffer> | null = null

/** The committed lexicon, fetched once for all tests of a file. */
export function fetchLexicon(): Promise<ArrayBuffer> {
  file ??= env.ASSETS.fetch('https://assets.local/model/lexicon.bin').then((response) => response.arrayBuffer())
  return file
}

export const createTestExtractor = () => createWinkExtractor({ fetchLexicon })
