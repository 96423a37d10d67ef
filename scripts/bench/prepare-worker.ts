import { parentPort } from 'node:worker_threads'
import { packTokens, TOKEN_STEP, unpackTokens } from '../../src/domain/ranking/token-vectors.ts'
import { encode } from '../../src/pipelines/ingest/encode.ts'
import type { Embedder, Embedding, EmbedKind } from '../../src/ports/embedder.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { loadModels } from '../eval/in-process-models.ts'
import { memoriesToBytes } from './memory-wire.ts'
import type { Embedded, Prepared, PrepareTask } from './prepare.ts'

const NOW = Date.UTC(2026, 0, 1)

/** The pipeline's own extraction and encoding on a thread of its own; what was embedded before is not embedded again. */
const { embedder, extractor } = await loadModels()

parentPort!.on('message', async ({ texts, known, batch }: PrepareTask) => {
  const fresh = new Map<string, Embedded>()
  const embed = async (text: string, kind: EmbedKind): Promise<Embedded> => {
    const { vector, tokens } = (await embedder.embedWithTokens!([text], kind))[0]!
    return { vector, tokens: packTokens(tokens!) }
  }
  const remembering: Embedder = {
    ...embedder,
    async embedWithTokens(wanted, kind) {
      const all: Embedding[] = []
      for (const text of wanted) {
        const { vector, tokens } = known.get(text) ?? fresh.get(text) ?? (await embed(text, kind))
        if (!known.has(text)) fresh.set(text, { vector, tokens })
        all.push({ vector, tokens: Float32Array.from(unpackTokens(tokens), (steps) => steps * TOKEN_STEP) })
      }
      return all
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
