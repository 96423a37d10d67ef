import { resolveConflicts, type SupersededBy } from '../../src/memory/resolve-conflicts.ts'
import { encode } from '../../src/pipelines/ingest/encode.ts'
import type { RetrieveRequest } from '../../src/pipelines/retrieve/request.ts'
import { rerank } from '../../src/pipelines/retrieve/rerank.ts'
import { encodeQuery } from '../../src/pipelines/search/encode-query.ts'
import { planRecall } from '../../src/pipelines/search/plan.ts'
import { scoreAll } from '../../src/pipelines/search/rank.ts'
import type { SearchRequest } from '../../src/pipelines/search/request.ts'
import type { Ports } from '../../src/ports/ports.ts'
import type { RecallPlan, Recollection } from '../../src/ports/recollection.ts'
import type { Reading } from '../../src/ports/reranker.ts'
import { createTrace } from '../../src/runtime/trace.ts'
import { type InProcessMemory, openInProcessMemory } from './in-process-memory.ts'
import type { Models } from './in-process-models.ts'

/** Everything that ranking gets for one question, and what it should find. */
export interface Recollected {
  readonly group: string
  readonly category: string
  readonly evidence: readonly string[]
  /** Each of the evidence answers by itself; else it is looked for one by one. */
  readonly anyOf?: boolean
  /** What told the same and no longer holds. */
  readonly stale?: readonly string[]
  readonly recollection: Recollection
  readonly supersededBy: SupersededBy
  readonly plan: RecallPlan
  readonly request: SearchRequest
  /** By chunk: what the reranker thinks of the best by the weights in use. */
  readonly reranked: ReadonlyMap<number, Reading>
}

export interface StoredText {
  readonly text: string
  readonly source?: 'user' | 'assistant' | 'document'
  readonly session_id?: string | null
  readonly persona?: string
  readonly occurredAt?: number
  readonly metadata: { readonly turn: string }
}

/** Of everything a request may reach, encoding touches the embedder alone, and reranking the reranker. */
const portsOf = ({ embedder, reranker }: Models) => ({ embedder, reranker }) as unknown as Ports

/** After all that is told. */
const NOW = Date.UTC(2027, 0, 1)
/** The service's default. */
export const HALF_LIFE_DAYS = 7
const BATCH = 100

/** A memory of these texts alone, made by the pipeline's own steps. */
export async function rememberTexts(models: Models, texts: readonly StoredText[]): Promise<InProcessMemory> {
  const memory = openInProcessMemory()
  for (let at = 0; at < texts.length; at += BATCH) {
    const items = texts.slice(at, at + BATCH).map(({ text, source = 'user', session_id = null, ...more }) => ({
      ...{ text, source, sessionId: session_id, metadata: more.metadata, persona: more.persona ?? 'shared' },
      ...{ useLlmExtraction: false, occurredAt: more.occurredAt ?? null },
    }))
    const extractions = await models.extractor.extract(
      items.map(({ text, source, occurredAt }) => ({ text, source, now: occurredAt ?? NOW })),
    )
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
): Promise<Pick<Recollected, 'recollection' | 'supersededBy' | 'plan' | 'request' | 'reranked'>> {
  const request: SearchRequest = {
    ...{ namespace: 'offline', now: NOW, query, k: 20, persona: null, maxHops: null },
    ...{ includeEpisodic: true, includeSemantic: true, includeWorking: true },
    ...options,
  }
  const plan = planRecall(request, { topic: null, hot: [] }, await encodeQuery(portsOf(models), request))
  const recollection = memory.recall(plan)
  const supersededBy = resolveConflicts(recollection.facts, recollection.rivals)
  const { chunks } = scoreAll(recollection, supersededBy, plan, request, HALF_LIFE_DAYS)
  const asked = { ...request, rerank: true } as RetrieveRequest
  const { readings } = await rerank(portsOf(models), createTrace(), asked, recollection.chunks, chunks)
  return { recollection, supersededBy, plan, request, reranked: readings }
}
