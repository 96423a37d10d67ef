// Compares what the WebAssembly kernels make of the exported reranker with what the trained network made of the same lists.
// usage: node check-reranker.mjs reranker.bin stored-scores.json
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [weightsPath, storedPath] = process.argv.slice(2)
const root = new URL('../../src/adapters/local-model/', import.meta.url)
const { createLocalEmbedder } = await import(new URL('embedder.ts', root).href)
const { createLocalReranker } = await import(new URL('reranker.ts', root).href)
const reading = (path) => async () => Uint8Array.from(readFileSync(path)).buffer
const stored = JSON.parse(readFileSync(storedPath, 'utf8'))

let failed = false
for (const name of ['encoder-relaxed.wasm', 'encoder-simd.wasm']) {
  const module = new WebAssembly.Module(readFileSync(new URL(name, root)))
  const { encoder } = createLocalEmbedder({
    fetchModel: reading(new URL('../../assets/model/encoder.bin', import.meta.url)),
    fetchGlosses: async () => new ArrayBuffer(0),
    modules: { relaxed: async () => module, simd: async () => module },
  })
  const reranker = createLocalReranker({ encoder, fetchWeights: reading(pathToFileURL(weightsPath)) })
  const differences = []
  for (const { question, memories, logits } of stored.lists)
    for (const [at, { answers, holds }] of (await reranker.read(question, memories)).entries())
      differences.push(Math.abs(answers - logits[at][0]), Math.abs(holds - logits[at][1]))
  // The network sums in another order, so that here and there an activation rounds to the other of two 7-bit steps.
  const largest = Math.max(...differences)
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length
  const good = largest < 0.3 && mean < 0.06
  console.log(
    `${name}: ${stored.id}, differences ${mean.toFixed(4)} in the mean, ${largest.toFixed(4)} at most ${good ? 'ok' : 'FAILED'}`,
  )
  failed ||= !good
}
process.exit(failed ? 1 : 0)
