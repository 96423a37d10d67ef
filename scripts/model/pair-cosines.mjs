// How far duplicates and near misses lie apart for the encoder, on the labelled pairs of the sameness tests.
// usage: node scripts/model/pair-cosines.mjs [--all]
import { readFileSync } from 'node:fs'
import { createLocalEmbedder } from '../../src/adapters/local-model/embedder.ts'
import { NEAR_MISSES, TRUE_DUPLICATES } from '../../test/domain/statement/same-statement.pairs.ts'

const root = new URL('../../', import.meta.url)
const compile = (name) => async () =>
  new WebAssembly.Module(readFileSync(new URL(`src/adapters/local-model/${name}`, root)))
const file = readFileSync(new URL('assets/model/encoder.bin', root))
const embedder = createLocalEmbedder({
  fetchModel: async () => file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength),
  fetchGlosses: async () => new ArrayBuffer(0),
  modules: { relaxed: compile('encoder-relaxed.wasm'), simd: compile('encoder-simd.wasm') },
})

async function cosines(pairs) {
  const out = []
  for (const [a, b] of pairs) {
    const [x, y] = await embedder.embed([a, b], 'passage')
    out.push({ a, b, cosine: x.reduce((sum, value, i) => sum + value * y[i], 0) })
  }
  return out.sort((p, q) => p.cosine - q.cosine)
}

for (const [name, pairs] of [
  ['duplicates', TRUE_DUPLICATES],
  ['near misses', NEAR_MISSES],
]) {
  const sorted = await cosines(pairs)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].cosine.toFixed(3)
  const above = (limit) =>
    `${limit}: ${((100 * sorted.filter((p) => p.cosine >= limit).length) / sorted.length).toFixed(0)}%`
  console.log(
    `${name}, ${sorted.length} pairs: lowest ${at(0)}, p5 ${at(0.05)}, p10 ${at(0.1)}, median ${at(0.5)}, highest ${at(1)}`,
  )
  console.log(`  at or above ${[0.95, 0.92, 0.9, 0.85, 0.8, 0.75, 0.7, 0.6].map(above).join('  ')}`)
  const shown = process.argv.includes('--all') ? sorted : sorted.slice(0, 12)
  for (const { a, b, cosine } of shown) console.log(`  ${cosine.toFixed(3)}  ${a}  |  ${b}`)
}
