import type { ModelFile } from './model-file.ts'

/** The kernel, built twice from `native/encoder.c`; each is fetched only when it is tried. */
export interface KernelModules {
  /** Uses relaxed SIMD; an engine without it refuses the module when it is imported, and `simd` is taken. */
  readonly relaxed: () => Promise<WebAssembly.Module>
  readonly simd: () => Promise<WebAssembly.Module>
}

export interface Kernel {
  /** One window of at most `window` token ids, [CLS] and [SEP] included; the vector is the caller's to keep. */
  encode(ids: ArrayLike<number>, kind: 0 | 1): Float32Array
  readonly memoryBytes: number
}

interface Exports {
  readonly memory: WebAssembly.Memory
  heap(): number
  load(base: number, vocabulary: number): number
  ids(): number
  output(): number
  shape(i: number): number
  encode(count: number, kind: number): void
}

const PAGE = 65536

export async function createKernel(modules: KernelModules, { header, weights }: ModelFile): Promise<Kernel> {
  const { memory, ...kernel } = await instantiate(modules)
  const shape = [header.width, header.inner, header.layers, header.window, header.dimensions]
  if (shape.some((value, i) => kernel.shape(i) !== value))
    throw new Error('encoder: the kernel was built for another model')

  const base = kernel.heap()
  memory.grow(Math.ceil((base + weights.length - memory.buffer.byteLength) / PAGE))
  new Uint8Array(memory.buffer, base, weights.length).set(weights)
  if (kernel.load(base, header.vocabulary) !== weights.length)
    throw new Error('encoder: the weights do not fit the kernel')

  // Memory never grows again, so these views stay valid.
  const ids = new Int32Array(memory.buffer, kernel.ids(), header.window)
  const output = new Float32Array(memory.buffer, kernel.output(), header.dimensions)
  return {
    memoryBytes: memory.buffer.byteLength,
    encode(tokens, kind) {
      ids.set(tokens)
      kernel.encode(tokens.length, kind)
      return output.slice()
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
