import type { Bound } from '../../domain/account/persona.ts'
import type { Authored } from '../../ports/journal.ts'
import type { Tallied } from '../../ports/memory-store.ts'
import type { NewMemory } from '../../ports/new-memory.ts'

export interface IngestItem
  extends Pick<
    NewMemory,
    'text' | 'persona' | 'source' | 'sessionId' | 'metadata' | 'occurredAt' | 'offsetMs' | 'importId'
  > {
  readonly useLlmExtraction: boolean
}

export interface IngestRequest extends Authored, Tallied {
  readonly namespace: string
  readonly now: number
  readonly items: readonly IngestItem[]
  /** The personas that the caller is bound to. */
  readonly bound?: Bound
  /** Names the change, where it must happen once. */
  readonly once?: string | null
  /** It was said elsewhere, and is over: no session's working memory hears of it. */
  readonly isPast?: boolean
}
