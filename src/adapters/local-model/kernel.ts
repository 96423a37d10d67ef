import type { ModelFile } from './model-file.ts'
import type { RerankerFile } from './reranker-file.ts'

/** The kernel, built twice from `native/encoder.c`; each is fetched only when it is tried. */
export interface KernelModules {
  /** Uses relaxed SIMD; an engine without it refuses the module when it is imported, and `simd` is taken. */
  readonly relaxed: () => Promise<WebAssembly.Module>
  readonly simd: () => Promise<WebAssembly.Module>
}

export interface Kernel {
  /** One window of at most `window` token ids, [CLS] and [SEP] included; the vector is the caller's to keep. */
  encode(ids: ArrayLike<number>, kind: 0 | 1): Float32Array
  /** Unit vectors of the first `count` tokens of the window encoded last, one after the other; the caller's to keep. */
  tokens(count: number): Float32Array
  /** How much each of them counts in a query; the caller's to keep. */
  weights(count: number): Float32Array
  /** Puts the reranker's weights beside the encoder's, whose table it reads. To be called once, before `score`. */
  loadReranker(file: RerankerFile): void
  /** How much `score` takes at most, [CLS] and [SEP] included. */
  readonly limits: { readonly question: number; readonly memory: number; readonly memories: number }
  /** Two logits for each memory, the oldest first. The question is [CLS] … [SEP], a memory … [SEP]. */
  score(question: readonly number[], memories: readonly (readonly number[])[]): Float32Array
}

interface Exports {
  readonly memory: WebAssembly.Memory
  heap(): number
  load(base: number, vocabulary: number): number
  load_reranker(base: number, layers: number, whole: number, inner: number): number
  ids(): number
  lengths(): number
  output(): number
  tokens(): number
  token_weights(): number
  shape(i: number): number
  encode(count: number, kind: number): void
  score(question: number, memories: number): void
}

const PAGE = 65536

export async function createKernel(modules: KernelModules, { header, weights }: ModelFile): Promise<Kernel> {
  const { memory, ...kernel } = await instantiate(modules)
  const shape = [header.width, header.inner, header.layers, header.window, header.dimensions]
  if (shape.some((value, i) => kernel.shape(i) !== value) || kernel.shape(8) !== header.tokenDimensions)
    throw new Error('encoder: the kernel was built for another model')

  let end = kernel.heap()
  /** Copies weights behind those that are there, and says where they are. */
  function place(bytes: Uint8Array): number {
    const base = end
    const missing = base + bytes.length - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
    new Uint8Array(memory.buffer, base, bytes.length).set(bytes)
    end += bytes.length
    return base
  }
  if (kernel.load(place(weights), header.vocabulary) !== weights.length)
    throw new Error('encoder: the weights do not fit the kernel')

  // Memory that grows leaves older views without a buffer, so these are made when they are used.
  const ints = (at: number, length: number) => new Int32Array(memory.buffer, at, length)
  const floats = (at: number, length: number) => new Float32Array(memory.buffer, at, length).slice()
  const limits = { question: kernel.shape(5), memory: kernel.shape(6), memories: kernel.shape(7) }
  return {
    limits,
    encode(tokens, kind) {
      ints(kernel.ids(), header.window).set(tokens)
      kernel.encode(tokens.length, kind)
      return floats(kernel.output(), header.dimensions)
    },
    tokens: (count) => floats(kernel.tokens(), count * header.tokenDimensions),
    weights: (count) => floats(kernel.token_weights(), count),
    loadReranker(file) {
      const before = end
      const { layers, whole, inner } = file.header
      if (kernel.load_reranker(place(file.weights), layers, whole, inner) === file.weights.length) return
      end = before
      throw new Error('reranker: the weights do not fit the kernel')
    },
    score(question, memories) {
      if (memories.length > limits.memories) throw new Error(`reranker: at most ${limits.memories} memories at once`)
      const fits = (tokens: readonly number[], most: number) => tokens.length > 0 && tokens.length <= most
      if (!fits(question, limits.question) || !memories.every((memory) => fits(memory, limits.memory)))
        throw new Error('reranker: a text without a token, or with too many')
      const tokens = [...question, ...memories.flat()]
      ints(kernel.ids(), tokens.length).set(tokens)
      ints(kernel.lengths(), memories.length).set(memories.map(({ length }) => length))
      kernel.score(question.length, memories.length)
      return floats(kernel.output(), 2 * memories.length)
    },
  }
}

async function instantiate(modules: KernelModules): Promise<Exports> {
  const start = async (module: WebAssembly.Module) =>
    (await WebAssembly.instantiate(module, {})).exports as unknown as Exports
  try {
    return await start(await modules.relaxed())
  } catch {
    return start(await modules.simd())
  }
}
