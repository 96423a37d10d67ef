/** The kernel, built twice from `native/scan.c`: an engine without relaxed SIMD refuses the first. */
export const scanModule: WebAssembly.Module = await import('./scan-relaxed.wasm').then(
  (relaxed) => relaxed.default,
  async () => (await import('./scan-simd.wasm')).default,
)
