import type { KernelModules } from './kernel.ts'

/**
 * The committed binaries. Workers cannot compile WebAssembly from bytes once they serve, so the bundler must see both imports. A runtime
 * that compiles all modules at its start gets no second chance: scripts/model/README.md, "Where relaxed SIMD is missing".
 */
export const kernelModules: KernelModules = {
  relaxed: async () => (await import('./encoder-relaxed.wasm')).default,
  simd: async () => (await import('./encoder-simd.wasm')).default,
}
