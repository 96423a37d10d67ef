import type { Extraction, ExtractionInput } from '../../domain/statement/fact.ts'
import type { Extractor } from '../../ports/extractor.ts'
import { createLoader } from '../../runtime/loader.ts'

interface Parts {
  /** The bytes of `assets/model/lexicon.bin`. Called once, at the first load; again only after a failed one. */
  readonly fetchLexicon: () => Promise<ArrayBuffer>
}

/** Reads facts by grammar, inside the isolate: no network. What it takes is loaded with the first text. */
export function createWinkExtractor({ fetchLexicon }: Parts): Extractor {
  const reader = createLoader(async () => {
    const [{ readText }, { createLexicon }, file] = await Promise.all([
      import('../../extraction/read-text.ts'),
      import('./lexicon.ts'),
      fetchLexicon(),
    ])
    const lexicon = createLexicon(file)
    return (input: ExtractionInput): Extraction => readText(input, lexicon)
  })
  return {
    get loaded() {
      return reader.loaded !== null
    },
    async load() {
      await reader.load()
    },
    async extract(inputs) {
      return inputs.map(await reader.load())
    },
  }
}
