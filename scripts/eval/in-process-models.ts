import { createLocalEmbedder } from '../../src/adapters/local-model/embedder.ts'
import { kernelModules } from '../../src/adapters/local-model/kernel-modules.ts'
import { createLocalReranker } from '../../src/adapters/local-model/reranker.ts'
import { createWinkExtractor } from '../../src/adapters/wink/extractor.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import { readModel } from './model-files.ts'

/** The service's own encoder, reranker and extractor, in Node; wasm-modules.ts has to be loaded first. */
export async function loadModels() {
  const local = createLocalEmbedder({
    fetchModel: () => readModel('encoder.bin'),
    fetchGlosses: () => readModel('glosses.txt'),
    modules: kernelModules,
  })
  const embedder: Embedder = local
  const reranker = createLocalReranker({ encoder: local.encoder, fetchWeights: () => readModel('reranker.bin') })
  const extractor = createWinkExtractor({ fetchLexicon: () => readModel('lexicon.bin') })
  await Promise.all([embedder.load(), extractor.load()])
  return { embedder, reranker, extractor }
}

export type Models = Awaited<ReturnType<typeof loadModels>>
