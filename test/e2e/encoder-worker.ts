import { createLocalEmbedder } from '../../src/adapters/local-model/embedder.ts'
import { kernelModules } from '../../src/adapters/local-model/kernel-modules.ts'

/** The encoder alone, as the service imports it: a posted text comes back as its vector. */
export default {
  async fetch(request: Request, env: { readonly FILES: Fetcher }): Promise<Response> {
    const embedder = createLocalEmbedder({
      fetchModel: async () => (await env.FILES.fetch('http://files/encoder.bin')).arrayBuffer(),
      fetchGlosses: async () => (await env.FILES.fetch('http://files/glosses.txt')).arrayBuffer(),
      modules: kernelModules,
      warmUpTexts: 0,
    })
    const [vector] = await embedder.embed([await request.text()], 'passage')
    return Response.json([...vector!])
  },
}
