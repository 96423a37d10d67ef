import { registerHooks } from 'node:module'

const SOURCE = new URL('../packages/client/src/', import.meta.url)

/** In this clone the client is its source; elsewhere it is installed, and the examples need nothing of this. */
registerHooks({
  resolve(name, context, next) {
    const asked = /^@edge-brain\/client(?:\/(.+))?$/.exec(name)
    return asked ? next(new URL(`${asked[1] ?? 'client'}.ts`, SOURCE).href, context) : next(name, context)
  },
})
