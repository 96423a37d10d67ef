import type { NewMemory } from '../../ports/new-memory.ts'

export interface IngestItem
  extends Pick<NewMemory, 'text' | 'persona' | 'source' | 'sessionId' | 'metadata' | 'occurredAt'> {
  readonly useLlmExtraction: boolean
}

export interface IngestRequest {
  readonly namespace: string
  readonly now: number
  readonly items: readonly IngestItem[]
}
