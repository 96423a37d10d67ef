import type { SearchRequest } from '../search/request.ts'

export interface RetrieveRequest extends SearchRequest {
  readonly sessionId: string | null
  /** null: the default floor. */
  readonly minScore: number | null
  readonly useCompression: boolean
  /** Whether to read the question together with the best chunks once more. */
  readonly rerank: boolean
}
