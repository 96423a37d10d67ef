// Embeds texts with the service's own encoder. stdin: JSON [{ text, kind }]; stdout: float32 vectors, one after the other.
// usage: node embed-lines.mjs [encoder.bin] < texts.json > vectors.f32
import { readFileSync } from 'node:fs'
import { createLocalEmbedder } from '../../src/adapters/local-model/embedder.ts'

const root = new URL('../../', import.meta.url)
const compile = (name) => async () =>
  new WebAssembly.Module(readFileSync(new URL(`src/adapters/local-model/${name}`, root)))
const file = readFileSync(process.argv[2] ?? new URL('assets/model/encoder.bin', root))
const embedder = createLocalEmbedder({
  fetchModel: async () => file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength),
  fetchGlosses: async () => new ArrayBuffer(0),
  modules: { relaxed: compile('encoder-relaxed.wasm'), simd: compile('encoder-simd.wasm') },
})
for (const { text, kind } of JSON.parse(readFileSync(0, 'utf8'))) {
  const [vector] = await embedder.embed([text], kind)
  process.stdout.write(new Uint8Array(vector.buffer))
}
