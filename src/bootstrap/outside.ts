import type { Embedder } from '../ports/embedder.ts'
import type { EntityRegister } from '../ports/entity-register.ts'
import type { Journal } from '../ports/journal.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import type { MemoryRecords } from '../ports/memory-records.ts'
import type { MemoryRevisions } from '../ports/memory-revisions.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { Portable } from '../ports/portable.ts'
import type { Ports } from '../ports/ports.ts'
import type { RateLimiter } from '../ports/rate-limiter.ts'
import type { ReEmbeddable } from '../ports/re-embeddable.ts'
import type { Schedule } from '../ports/schedule.ts'
import type { Sessions } from '../ports/sessions.ts'
import type { Webhooks } from '../ports/webhooks.ts'
import type { Trace } from '../runtime/trace.ts'
import type { Config } from './config.ts'

/** What stands in for the embedded stores, as far as the configuration wants it; null: the embedded one stays. */
export interface StoresOutside {
  readonly memory:
    | (MemoryStore & ReEmbeddable & EntityRegister & MemoryRecords & MemoryRevisions & Journal & Portable)
    | null
  readonly sessions: Sessions | null
  readonly rateLimiter: RateLimiter | null
  /** How many namespaces have how many chunks; null: the directory knows. */
  readonly byMagnitude: (() => Promise<readonly number[]>) | null
  readonly checks: Partial<Ports['stores']>
}

export interface StoresRequest {
  readonly env: Env
  readonly trace: Trace
  readonly embedder: Embedder
  readonly schedule: Schedule
  readonly webhooks: Webhooks
}

export interface Outside {
  /** null: none, or one that is bound to the Worker itself. */
  readonly languageModel: LanguageModel | null
  stores(request: StoresRequest): StoresOutside
}

/** Once an isolate: what it learns of the stores is kept from request to request. */
export type OpenOutside = (config: Config) => Outside

/** Whether the configuration asks for anything that only the Worker with services outside can reach. */
export const needsOutside = ({ memoryStore, upstash, llm }: Config): boolean =>
  memoryStore.kind === 'cloud' || upstash !== null || llm.provider === 'openai'
