import { QdrantClient } from '@qdrant/js-client-rest'
import { BrainError } from '../../../domain/errors.ts'
import { statusOf } from './collection.ts'

/** Holds nothing of a request: made once an isolate. */
export function connectQdrant({
  url,
  apiKey,
  timeoutMs,
}: {
  url: string
  apiKey: string | null
  timeoutMs: number
}): QdrantClient {
  return new QdrantClient({ url, ...(apiKey ? { apiKey } : {}), timeout: timeoutMs, checkCompatibility: false })
}

/** Says in our words what a refusal means. */
export function translate(error: unknown): unknown {
  if (error instanceof BrainError) return error
  const status = statusOf(error)
  if (status === 401 || status === 403)
    return new BrainError('misconfigured', 'Qdrant refuses the key: QDRANT_API_KEY is wrong or missing.', {
      cause: error,
    })
  if (status !== null && status < 500 && status !== 408 && status !== 429)
    return new BrainError('misconfigured', `Qdrant refused a request with ${status}.`, { cause: error })
  return error
}
