import type { Extraction, ExtractionInput } from '../../domain/statement/fact.ts'
import type { Extractor } from '../../ports/extractor.ts'

type Read = (input: ExtractionInput) => Extraction

interface Parts {
  /** The bytes of `assets/model/lexicon.bin`. Called once, at the first load; again only after a failed one. */
  readonly fetchLexicon: () => Promise<ArrayBuffer>
}

/** Reads facts by grammar, inside the isolate: no network. What it takes is loaded with the first text. */
export function createWinkExtractor({ fetchLexicon }: Parts): Extractor {
  let loading: Promise<Read> | null = null
  let loaded = false

  const start = async (): Promise<Read> => {
    const [{ readText }, { createLexicon }, file] = await Promise.all([
      import('../../extraction/read-text.ts'),
      import('./lexicon.ts'),
      fetchLexicon(),
    ])
    const lexicon = createLexicon(file)
    return (input) => readText(input, lexicon)
  }
  const ready = async (): Promise<Read> => {
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
    id: 'wink',
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
