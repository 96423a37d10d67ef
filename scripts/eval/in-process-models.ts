import { createLocalEmbedder } from '../../src/adapters/local-model/embedder.ts'
import { kernelModules } from '../../src/adapters/local-model/kernel-modules.ts'
import { createWinkExtractor } from '../../src/adapters/wink/extractor.ts'
import { readModel } from './model-files.ts'

/** The service's own encoder and extractor, in Node; wasm-modules.ts has to be loaded first. */
export async function loadModels() {
  const embedder = createLocalEmbedder({
    fetchModel: () => readModel('encoder.bin'),
    modules: kernelModules,
  })
  const extractor = createWinkExtractor({ fetchLexicon: () => readModel('lexicon.bin') })
  await Promise.all([embedder.load(), extractor.load()])
  return { embedder, extractor }
}

export type Models = Awaited<ReturnType<typeof loadModels>>
