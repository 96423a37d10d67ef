import { parentPort } from 'node:worker_threads'
import { encode } from '../../src/pipelines/ingest/encode.ts'
import type { Embedder } from '../../src/ports/embedder.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { loadModels } from '../eval/in-process-models.ts'
import { memoriesToBytes } from './memory-wire.ts'
import type { Prepared, PrepareTask } from './prepare.ts'

const NOW = Date.UTC(2026, 0, 1)

/** The pipeline's own extraction and encoding on a thread of its own; what was embedded before is not embedded again. */
const { embedder, extractor } = await loadModels()

parentPort!.on('message', async ({ texts, known, batch }: PrepareTask) => {
  const fresh = new Map<string, Float32Array>()
  const remembering: Embedder = {
    ...embedder,
    async embed(wanted, kind) {
      const vectors: Float32Array[] = []
      for (const text of wanted) {
        const vector = known.get(text) ?? fresh.get(text) ?? (await embedder.embed([text], kind))[0]!
        if (!known.has(text)) fresh.set(text, vector)
        vectors.push(vector)
      }
      return vectors
    },
  }
  const batches: Uint8Array[] = []
  let facts = 0
  for (let at = 0; at < texts.length; at += batch) {
    const items = texts.slice(at, at + batch).map((text) => ({
      ...{ text, persona: 'shared', source: 'user' as const, sessionId: null },
      ...{ useLlmExtraction: false, metadata: null, occurredAt: null },
    }))
    const extractions = await extractor.extract(items.map(({ text, source }) => ({ text, source, now: NOW })))
    const encoded = await encode({ embedder: remembering } as Ports, items, extractions)
    const memories = encoded.map(({ memory }) => memory)
    facts += memories.reduce((sum, memory) => sum + memory.facts.length, 0)
    batches.push(memoriesToBytes(memories))
  }
  parentPort!.postMessage({ batches, fresh, facts } satisfies Prepared)
})
