import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Loaded with --import: gives .wasm files as compiled modules, as workerd does, so that the service's own modules run in Node. */
registerHooks({
  load(url, context, next) {
    if (!url.endsWith('.wasm')) return next(url, context)
    const bytes = readFileSync(fileURLToPath(url)).toString('base64')
    return {
      format: 'module',
      shortCircuit: true,
      source: `export default new WebAssembly.Module(Buffer.from('${bytes}', 'base64'))`,
    }
  },
})
