import type { SearchRequest } from '../search/request.ts'
import type { ContextFormat } from './context.ts'

export interface RetrieveRequest extends SearchRequest {
  readonly sessionId: string | null
  /** null: the default floor. */
  readonly minScore: number | null
  readonly useCompression: boolean
  readonly contextFormat: ContextFormat
  /** Whether to read the question together with the best chunks once more. */
  readonly rerank: boolean
}
