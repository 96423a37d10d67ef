import type { KeySigner } from '../domain/account/api-key.ts'
import type { Loadable } from '../runtime/wait-for-models.ts'
import type { Accounts } from './accounts.ts'
import type { Assets } from './assets.ts'
import type { Embedder } from './embedder.ts'
import type { EntityRegister } from './entity-register.ts'
import type { Extractor } from './extractor.ts'
import type { Journal } from './journal.ts'
import type { LanguageModel } from './language-model.ts'
import type { MemoryRecords } from './memory-records.ts'
import type { MemoryRevisions } from './memory-revisions.ts'
import type { MemoryStore } from './memory-store.ts'
import type { MetricsStore } from './metrics-store.ts'
import type { Outgoing } from './outgoing.ts'
import type { Portable } from './portable.ts'
import type { ReEmbeddable } from './re-embeddable.ts'
import type { Reranker } from './reranker.ts'
import type { Rewindable } from './rewindable.ts'
import type { Schedule } from './schedule.ts'
import type { Sessions } from './sessions.ts'
import type { Settings } from './settings.ts'
import type { SpanExporter } from './span-exporter.ts'
import type { StoreCheck } from './store-check.ts'
import type { Webhooks } from './webhooks.ts'

/** Everything that a request may reach. */
export interface Ports {
  readonly config: Settings
  readonly clock: () => number
  readonly keys: KeySigner
  readonly accounts: Accounts
  readonly memory: MemoryStore
  readonly entities: EntityRegister
  readonly records: MemoryRecords
  readonly revisions: MemoryRevisions
  readonly journal: Journal
  readonly webhooks: Webhooks
  readonly outgoing: Outgoing
  /** From the embedded store to the one in use; null where that is the same. */
  readonly transfer: { readonly from: Portable & Pick<MemoryStore, 'count'> } | null
  readonly portable: Portable
  readonly reEmbeddable: ReEmbeddable
  /** null where the store has means of its own. */
  readonly rewindable: Rewindable | null
  /** The embedder to come, where one is configured. */
  readonly nextEmbedder: Embedder | null
  readonly sessions: Sessions
  readonly schedule: Schedule
  readonly metrics: MetricsStore
  /** null: nobody wants spans. */
  readonly spans: SpanExporter | null
  readonly embedder: Embedder
  /** null: there is none for the embedder in use. */
  readonly reranker: Reranker | null
  readonly extractor: Extractor
  /** null: none is configured. */
  readonly languageModel: LanguageModel | null
  readonly assets: Assets
  /** What has to be loaded before a memory endpoint can answer. */
  readonly models: readonly Loadable[]
  readonly stores: Readonly<Record<'neo4j' | 'redis' | 'qdrant', StoreCheck>>
}
