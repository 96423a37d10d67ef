// Compares what the WebAssembly kernels make of the exported file with what the trained model made of the same texts.
// usage: node check-export.mjs encoder.bin stored-vectors.json
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [modelPath, storedPath] = process.argv.slice(2)
const root = new URL('../../src/adapters/local-model/', import.meta.url)
const { createLocalEmbedder } = await import(new URL('embedder.ts', root).href)
const compile = async (name) => new WebAssembly.Module(readFileSync(new URL(name, root)))
const file = readFileSync(pathToFileURL(modelPath))
const fetchModel = async () => file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength)
const stored = JSON.parse(readFileSync(storedPath, 'utf8'))

let failed = false
for (const name of ['encoder-relaxed.wasm', 'encoder-simd.wasm']) {
  const module = await compile(name)
  const embedder = createLocalEmbedder({
    fetchModel,
    fetchGlosses: async () => new ArrayBuffer(0),
    modules: { relaxed: async () => module, simd: async () => module },
  })
  let worst = 0
  let lowest = 1
  let lowestToken = 1
  let worstShare = 0
  for (const { text, kind, vector, tokens = [] } of stored.texts) {
    const [{ vector: mine, tokens: myTokens }] = await embedder.embedWithTokens([text], kind)
    worst = Math.max(worst, ...vector.map((v, i) => Math.abs(v - mine[i])))
    lowest = Math.min(
      lowest,
      vector.reduce((sum, v, i) => sum + v * mine[i], 0),
    )
    for (const [t, token] of tokens.entries()) {
      const my = myTokens.subarray(t * token.length, (t + 1) * token.length)
      const product = token.reduce((sum, v, i) => sum + v * my[i], 0)
      const [length, myLength] = [Math.hypot(...token), Math.hypot(...my)]
      lowestToken = Math.min(lowestToken, product / length / myLength)
      worstShare = Math.max(worstShare, Math.abs(length - myLength))
    }
    if (tokens.length > 0 && myTokens.length !== tokens.flat().length) lowestToken = -1
  }
  // The trained model sums in another order, so that here and there an activation rounds to the other of two 7-bit steps.
  const good = lowest > 0.998 && lowestToken > 0.99 && worstShare < 0.02 && embedder.id.startsWith(stored.id)
  console.log(
    `${name}: ${embedder.id}, lowest cosine ${lowest.toFixed(5)}, largest difference ${worst.toFixed(5)}; of tokens lowest cosine ${lowestToken.toFixed(5)}, largest difference of a share ${worstShare.toFixed(5)} ${good ? 'ok' : 'FAILED'}`,
  )
  failed ||= !good
}
process.exit(failed ? 1 : 0)
