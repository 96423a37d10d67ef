import type { KernelModules } from './kernel.ts'

/** The committed binaries. Workers cannot compile WebAssembly from bytes, so the bundler must see both imports. */
export const kernelModules: KernelModules = {
  relaxed: async () => (await import('./encoder-relaxed.wasm')).default,
  simd: async () => (await import('./encoder-simd.wasm')).default,
}
