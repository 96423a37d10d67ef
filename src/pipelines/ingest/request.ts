import type { Source } from '../../domain/statement/source.ts'
import type { Metadata } from '../../ports/new-memory.ts'

export interface IngestItem {
  readonly text: string
  readonly persona: string
  readonly source: Source
  readonly sessionId: string | null
  readonly useLlmExtraction: boolean
  readonly metadata: Metadata | null
  /** When it was said or happened, in ms since the epoch; null: now. */
  readonly occurredAt: number | null
}

export interface IngestRequest {
  readonly namespace: string
  readonly now: number
  readonly items: readonly IngestItem[]
}
