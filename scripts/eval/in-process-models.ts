import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalEmbedder } from '../../src/adapters/local-model/embedder.ts'
import { kernelModules } from '../../src/adapters/local-model/kernel-modules.ts'
import { createWinkExtractor } from '../../src/adapters/wink/extractor.ts'
import { PROJECT_ROOT } from '../project-root.ts'

/** The service's own encoder and extractor, in Node; wasm-modules.ts has to be loaded first. */
export async function loadModels() {
  const embedder = createLocalEmbedder({
    fetchModel: async () => Uint8Array.from(readFileSync(join(PROJECT_ROOT, 'assets/model/encoder.bin'))).buffer,
    modules: kernelModules,
  })
  const extractor = createWinkExtractor()
  await Promise.all([embedder.load(), extractor.load()])
  return { embedder, extractor }
}

export type Models = Awaited<ReturnType<typeof loadModels>>
