import { resolveConflicts, type SupersededBy } from '../../src/memory/resolve-conflicts.ts'
import { encode } from '../../src/pipelines/ingest/encode.ts'
import { encodeQuery } from '../../src/pipelines/search/encode-query.ts'
import { planRecall } from '../../src/pipelines/search/plan.ts'
import type { SearchRequest } from '../../src/pipelines/search/request.ts'
import type { Ports } from '../../src/ports/ports.ts'
import type { RecallPlan, Recollection } from '../../src/ports/recollection.ts'
import { type InProcessMemory, openInProcessMemory } from './in-process-memory.ts'
import type { Models } from './in-process-models.ts'

/** Everything that ranking gets for one question, and what it should find. */
export interface Recollected {
  readonly group: string
  readonly category: string
  readonly evidence: readonly string[]
  readonly recollection: Recollection
  readonly supersededBy: SupersededBy
  readonly plan: RecallPlan
  readonly request: SearchRequest
}

export interface StoredText {
  readonly text: string
  readonly source?: 'user' | 'assistant' | 'document'
  readonly session_id?: string | null
  readonly metadata: { readonly turn: string }
}

/** Of everything a request may reach, encoding touches the embedder alone. */
const portsOf = ({ embedder }: Models) => ({ embedder }) as Ports

const NOW = Date.UTC(2026, 0, 1)
const BATCH = 100

/** A memory of these texts alone, made by the pipeline's own steps. */
export async function rememberTexts(models: Models, texts: readonly StoredText[]): Promise<InProcessMemory> {
  const memory = openInProcessMemory()
  for (let at = 0; at < texts.length; at += BATCH) {
    const items = texts.slice(at, at + BATCH).map(({ text, source = 'user', session_id = null, metadata }) => ({
      ...{ text, source, sessionId: session_id, metadata, persona: 'shared' },
      ...{ useLlmExtraction: false, occurredAt: null },
    }))
    const extractions = await models.extractor.extract(items.map(({ text, source }) => ({ text, source, now: NOW })))
    const encoded = await encode(portsOf(models), items, extractions)
    memory.remember(
      encoded.map((each) => each.memory),
      NOW,
    )
  }
  return memory
}

/** What the service would rank for the question. */
export async function recollect(
  models: Models,
  memory: InProcessMemory,
  query: string,
  options: Partial<SearchRequest> = {},
): Promise<Pick<Recollected, 'recollection' | 'supersededBy' | 'plan' | 'request'>> {
  const request: SearchRequest = {
    ...{ namespace: 'offline', now: NOW, query, k: 20, persona: null, maxHops: null },
    ...{ includeEpisodic: true, includeSemantic: true, includeWorking: true },
    ...options,
  }
  const plan = planRecall(request, { topic: null, hot: [] }, await encodeQuery(portsOf(models), query))
  const recollection = memory.recall(plan)
  return { recollection, supersededBy: resolveConflicts(recollection.facts, recollection.rivals), plan, request }
}
