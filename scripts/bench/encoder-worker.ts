import { createLocalEmbedder } from '../../src/adapters/local-model/embedder.ts'
import { kernelModules } from '../../src/adapters/local-model/kernel-modules.ts'
import type { Embedder } from '../../src/ports/embedder.ts'

interface BenchEnv {
  readonly ASSETS: Fetcher
}

let embedder: Embedder | null = null

/** Clocks stand still inside a request, so that the caller times whole requests: `/load` once, then `/embed?times=N`. */
export default {
  async fetch(request: Request, env: BenchEnv): Promise<Response> {
    const url = new URL(request.url)
    if (url.pathname === '/load') {
      const plain = url.searchParams.has('plain')
      embedder = createLocalEmbedder({
        fetchModel: async () => (await env.ASSETS.fetch('http://assets/model/encoder.bin')).arrayBuffer(),
        fetchGlosses: async () => (await env.ASSETS.fetch('http://assets/model/glosses.txt')).arrayBuffer(),
        modules: plain ? { ...kernelModules, relaxed: () => Promise.reject(new Error('left out')) } : kernelModules,
        warmUpTexts: Number(url.searchParams.get('warm')),
      })
      await embedder.load()
    }
    const text = await request.text()
    for (let i = Number(url.searchParams.get('times') ?? 0); i > 0; i--) await embedder!.embed([text], 'passage')
    return new Response('ok')
  },
}
