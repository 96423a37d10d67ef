import { env } from 'cloudflare:test'
import { createLocalEmbedder } from '../../../src/adapters/local-model/embedder.ts'
import type { KernelModules } from '../../../src/adapters/local-model/kernel.ts'
import { kernelModules } from '../../../src/adapters/local-model/kernel-modules.ts'
import type { Embedder } from '../../../src/ports/embedder.ts'

let file: Promise<ArrayBuffer> | null = null

/** The committed weights, fetched once for all tests of a file. */
export function fetchModel(): Promise<ArrayBuffer> {
  file ??= env.ASSETS.fetch('https://assets.local/model/encoder.bin').then((response) => response.arrayBuffer())
  return file.then((bytes) => bytes.slice(0)) // the embedder takes it over
}

/** The committed glosses. */
export const fetchGlosses = async (): Promise<ArrayBuffer> =>
  (await env.ASSETS.fetch('https://assets.local/model/glosses.txt')).arrayBuffer()

/** Without any: what the network itself says of a text. */
export const noGlosses = async (): Promise<ArrayBuffer> => new ArrayBuffer(0)

export const createTestEmbedder = (modules: KernelModules = kernelModules, glosses = noGlosses): Embedder =>
  createLocalEmbedder({ fetchModel, fetchGlosses: glosses, modules, warmUpTexts: 0 })

/** What an engine without relaxed SIMD would do. */
export const withoutRelaxed: KernelModules = {
  relaxed: () => Promise.reject(new WebAssembly.CompileError('relaxed SIMD is not supported')),
  simd: kernelModules.simd,
}

export function cosine(a: Float32Array, b: ArrayLike<number>, dimensions = a.length): number {
  let dot = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < dimensions; i++) {
    dot += a[i]! * b[i]!
    aa += a[i]! ** 2
    bb += b[i]! ** 2
  }
  return dot / Math.sqrt(aa * bb)
}
