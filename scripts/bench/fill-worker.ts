import { createEmbeddedMemoryStore } from '../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../src/adapters/durable-objects/round-trip.ts'
import { EMBEDDER_ID } from '../../src/adapters/local-model/embedder-id.ts'
import { createTrace } from '../../src/runtime/trace.ts'
import { memoriesFromBytes, splitPieces } from './memory-wire.ts'

export { Directory } from '../../src/adapters/durable-objects/directory.ts'
export { Vault } from '../../src/adapters/durable-objects/vault.ts'

/** Stores prepared memories in the service's own vaults: what an ingest does after extracting and encoding. */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const namespace = searchParams.get('namespace')!
    if (pathname === '/id') return new Response(env.VAULT.idFromName(namespace).toString())
    const trace = createTrace()
    const parts = { vaults: env.VAULT, embedderId: () => EMBEDDER_ID, roundTrip: createRoundTrip(trace, 0), trace }
    const memories = splitPieces(await request.arrayBuffer()).flatMap(memoriesFromBytes)
    const remembered = await createEmbeddedMemoryStore(parts).remember(namespace, {
      now: Date.now(),
      embedder: EMBEDDER_ID,
      memories,
    })
    const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)
    return Response.json({
      chunks: sum(remembered.map(({ chunks }) => chunks)),
      facts: sum(remembered.map(({ facts }) => facts)),
      written: trace.notes.get('rows_written'),
    })
  },
} satisfies ExportedHandler<Env>
