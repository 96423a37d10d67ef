import type { Extraction, ExtractionInput } from '../../domain/statement/fact.ts'
import type { Extractor } from '../../ports/extractor.ts'
import { inTurns } from '../../runtime/in-turns.ts'
import { createLoader } from '../../runtime/loader.ts'
import { BACKGROUND } from '../../runtime/turns.ts'

/** About what a character takes, in microseconds. */
const CHARACTER_US = 12

interface Parts {
  /** The bytes of `assets/model/lexicon.bin`. Called once, at the first load; again only after a failed one. */
  readonly fetchLexicon: () => Promise<ArrayBuffer>
}

/** Reads facts by grammar, inside the isolate: no network. What it takes is loaded with the first text. */
export function createWinkExtractor({ fetchLexicon }: Parts): Extractor {
  const reader = createLoader(async () => {
    const [{ readSentences }, { createLexicon }, file] = await Promise.all([
      import('../../extraction/read-text.ts'),
      import('./lexicon.ts'),
      fetchLexicon(),
    ])
    const lexicon = createLexicon(file)
    return (input: ExtractionInput) => readSentences(input, lexicon)
  })
  return {
    get loaded() {
      return reader.loaded !== null
    },
    async load() {
      await reader.load()
    },
    async extract(inputs, turns = BACKGROUND) {
      const read = reader.loaded ?? (await reader.load())
      const extractions: Extraction[] = []
      let characters = inputs.reduce((sum, { text }) => sum + text.length, 0)
      for (const input of inputs) {
        extractions.push(await inTurns(read(input), turns, characters * CHARACTER_US))
        characters -= input.text.length
      }
      return extractions
    },
  }
}
