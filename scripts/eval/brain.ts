import type { ServiceClient } from '../service-client.ts'

/** One fact of an answer, as far as measuring needs it. */
export interface FoundFact {
  readonly fact: string
  readonly score: number
  readonly source_type: string
  readonly metadata: { readonly turn?: string } | null
}

export interface Answer {
  readonly context: string
  readonly facts: readonly FoundFact[]
  readonly latency_ms: number
}

export interface Query {
  readonly query: string
  readonly persona: string
  readonly k?: number
  readonly session_id?: string
  readonly include_semantic?: boolean
  readonly include_working?: boolean
  readonly max_hops?: number
  readonly min_score?: number
}

/** What measuring asks of a service. */
export interface Brain {
  ingest(items: readonly object[], label: string): Promise<{ failed: number; facts: number; msPerItem: number }>
  retrieve(query: Query): Promise<Answer>
  /** Retrieves all, a few side by side, answers in the order of the queries. */
  retrieveAll(queries: readonly Query[], label: string): Promise<Answer[]>
}

const BATCH = 100
const SIDE_BY_SIDE = 2

export function createBrain(service: ServiceClient, progress: (line: string) => void): Brain {
  const retrieve = (query: Query) => service.get<Answer>('POST', '/brain/retrieve', { k: 20, min_score: 0, ...query })

  return {
    retrieve,
    async ingest(items, label) {
      let failed = 0
      let facts = 0
      const began = performance.now()
      for (let at = 0; at < items.length; at += BATCH) {
        const batch = { items: items.slice(at, at + BATCH) }
        const reply = await service.get<{ failed: number; facts_ingested: number }>(
          'POST',
          '/brain/ingest/batch',
          batch,
        )
        failed += reply.failed
        facts += reply.facts_ingested
        progress(`${label}: ${Math.min(at + BATCH, items.length)} of ${items.length} texts`)
      }
      return { failed, facts, msPerItem: (performance.now() - began) / Math.max(1, items.length) }
    },
    async retrieveAll(queries, label) {
      const answers: Answer[] = new Array(queries.length)
      let next = 0
      let done = 0
      const work = async () => {
        for (let at = next++; at < queries.length; at = next++) {
          answers[at] = await retrieve(queries[at]!)
          if (++done % 25 === 0 || done === queries.length) progress(`${label}: ${done} of ${queries.length} questions`)
        }
      }
      await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
      return answers
    },
  }
}
