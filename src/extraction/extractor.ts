import type { Extractor } from '../ports/extractor.ts'
import type { ReadFacts } from './read-facts.ts'

interface Parts {
  /** The bytes of `assets/model/lexicon.bin`. Called once, at the first load; again only after a failed one. */
  readonly fetchLexicon: () => Promise<ArrayBuffer>
}

/** Reads facts by grammar, inside the isolate: no network. What it takes is loaded with the first text. */
export function createWinkExtractor({ fetchLexicon }: Parts): Extractor {
  let loading: Promise<ReadFacts> | null = null
  let loaded = false

  const start = async (): Promise<ReadFacts> => {
    const [{ createReader }, lexiconFile] = await Promise.all([import('./read-facts.ts'), fetchLexicon()])
    return createReader(lexiconFile)
  }
  const ready = async (): Promise<ReadFacts> => {
    loading ??= start()
    try {
      const read = await loading
      loaded = true
      return read
    } catch (error) {
      loading = null // a failed fetch must not be the last word
      throw error
    }
  }

  return {
    get loaded() {
      return loaded
    },
    load: async () => {
      await ready()
    },
    async extract(inputs) {
      const read = await ready()
      return inputs.map(read)
    },
  }
}
