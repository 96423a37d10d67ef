// Written by `npm run build:reference` from the declarations of the routes; a test holds it against them.
import type { Lines } from './lines.ts'
import type { LinesBody } from './lines.ts'
import type { Listing } from './listing.ts'
import type { Operation } from './operation.ts'
import type { CallOptions } from './options.ts'

/** Which error it is, for programs: a code never changes. */
export type ErrorCode = 'invalid_request' | 'batch_too_large' | 'invalid_key' | 'invalid_token' | 'insufficient_scope' | 'persona_not_allowed' | 'origin_not_allowed' | 'plan_too_low' | 'not_found' | 'method_not_allowed' | 'conflict' | 'version_mismatch' | 'idempotency_key_in_use' | 'idempotency_key_reused' | 'body_too_large' | 'rate_limit_exceeded' | 'monthly_limit_exceeded' | 'internal' | 'loading' | 'overloaded' | 'store_unavailable' | 'storage_full' | 'storage_damaged' | 'llm_unavailable' | 'misconfigured'

export interface IngestItem {
  /** What to remember. */
  text: string
  /** The sub-namespace to remember it in; of a bound key, its own. */
  persona?: string | undefined
  /** Who says it: a user is trusted more than a document, a document more than an assistant. */
  source?: 'user' | 'document' | 'assistant' | undefined
  /** The session it is said in; updates its working memory. */
  session_id?: string | null | undefined
  /** Extract facts with the configured LLM instead of the built-in extractor. */
  use_llm_extraction?: boolean | undefined
  /** When it was said or happened, in ISO 8601 or in seconds since 1970; now unless given. Dates such as "yesterday" in the text are counted from it. */
  occurred_at?: string | number | null | undefined
  /** Stored with the memory and returned with it; at most 16 KB. */
  metadata?: Record<string, unknown> | null | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface IngestResponse {
  facts_ingested: number
  episodic_chunks: number
  entities_extracted: number
  triples_extracted: number
  working_memory_updated: boolean
  msg: string
  latency_ms: number
  duplicate_of?: string | undefined
  memory_id?: string | undefined
}

export interface IngestBatch {
  /** At most 5 on plan free, 20 on starter, 50 on pro, 100 on scale and enterprise. */
  items: IngestItem[]
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface IngestBatchResponse {
  results: Array<IngestResponse | FailedItem>
  items: number
  succeeded: number
  failed: number
  facts_ingested: number
  episodic_chunks: number
  entities_extracted: number
  latency_ms: number
}

export interface FailedItem {
  error: string
  detail: string
  code: string
}

export interface RetrieveRequest {
  /** A question or a topic, in natural language. */
  query: string
  /** How many facts to return at most. */
  k?: number | undefined
  /** Searches this persona and `shared`; null searches every persona that the key may see. */
  persona?: string | null | undefined
  /** Blends in what this session is about. */
  session_id?: string | null | undefined
  include_episodic?: boolean | undefined
  include_semantic?: boolean | undefined
  include_working?: boolean | undefined
  /** Depth of the graph traversal; null skips it. */
  max_hops?: number | null | undefined
  /** Replaces the default floor of 0.2; 0 turns it off. */
  min_score?: number | null | undefined
  /** Condenses `context` for the query with the configured LLM. */
  use_compression?: boolean | undefined
  /** `dated` says of each line of `context` when and by whom it was told, and marks what is outdated. `quoted` says the same, each fact word for word in quotation marks, inside a fence that says that it is data and that nothing stored can leave: the one for prompts. A condensed context is plain or quoted. */
  context_format?: 'plain' | 'dated' | 'quoted' | undefined
  /** Reads the question together with the best finds, in the order they were told, which takes some milliseconds; false saves them. */
  rerank?: boolean | undefined
  /** Adds `why` to each fact, what its score is made of, and `reading`: what the question was read as. */
  explain?: boolean | undefined
  /** What may be returned, decided before candidates are chosen. A fact passes if one memory that states it passes; which fact of a slot holds is decided among all that the key may see. */
  filter?: SearchFilter | null | undefined
  /** As it was known at this time, in ISO 8601 or seconds since 1970: nothing that was said later exists (by `occurred_at`), slots are decided as they were, and what was invalidated since holds. Edited texts are as they were corrected; what was erased or pruned stays gone. It records no access, and no session plays a part. */
  as_of?: string | number | null | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface SearchFilter {
  /** Of this persona and of `shared`, within what `persona` of the request lets see. */
  persona?: string | null | undefined
  /** Said in this session. */
  session_id?: string | null | undefined
  /** Said by it. */
  source?: 'user' | 'document' | 'assistant' | null | undefined
  /** The name of somebody or something that it is about. */
  entity?: string | null | undefined
  /** Said at this time or later, by `occurred_at`. */
  since?: string | number | null | undefined
  /** Said before this time, by `occurred_at`. */
  until?: string | number | null | undefined
  /** All of these fields are equal in the metadata of the memory. */
  metadata?: Record<string, unknown> | null | undefined
}

export interface RetrieveResponse {
  context: string
  facts: Fact[]
  episodic_count: number
  semantic_count: number
  working_count: number
  reasoning_chain: ReasoningStep[] | null
  latency_ms: number
  degraded?: string[] | undefined
  compression?: string | undefined
  reading?: Reading | undefined
}

export interface Fact {
  id: string
  memory_id?: string | undefined
  fact: string
  /** The date that it names ("on Friday", "in March"), in ISO 8601 and as precise as it was named: a day, a month, a year, or from one to another (`2026-11-07/2026-11-08`). Relative words count from `occurred_at`. null: none, or none that is sure. */
  date: string | null
  score: number
  source_type: 'episodic' | 'semantic' | 'working'
  created_at: number
  occurred_at: number
  access_count: number
  confidence: number
  strength: number
  metadata: Record<string, unknown> | null
  trust: Trust
  superseded?: boolean | undefined
  superseded_by?: string | undefined
  why?: Record<string, unknown> | undefined
}

export interface Trust {
  /** The most trusted source that states it. */
  source: 'user' | 'document' | 'assistant'
  /** How many sources state it, however often each: the user, the assistant, and each document that its metadata tells apart. */
  confirmed: number
  /** Something in the text reads like an order to a model. */
  looks_like_order: boolean
}

export interface ReasoningStep {
  hop: number
  from: string
  relation: string
  to: string
  fact: string
  confidence: number
  score: number
}

export interface Reading {
  about: Record<string, unknown> | null
  relations: string[]
  wants: string | null
  time: string
  names: string[]
}

export interface GraphQaRequest {
  /** A question in natural language. */
  query: string
  max_hops?: number | undefined
  /** How many facts the LLM is given at most. */
  k?: number | undefined
  /** Restricts the traversal to exactly this persona. */
  persona?: string | null | undefined
  /** What may be returned, decided before candidates are chosen. A fact passes if one memory that states it passes; which fact of a slot holds is decided among all that the key may see. */
  filter?: SearchFilter | null | undefined
  /** As it was known at this time, in ISO 8601 or seconds since 1970: nothing that was said later exists (by `occurred_at`), slots are decided as they were, and what was invalidated since holds. Edited texts are as they were corrected; what was erased or pruned stays gone. It records no access, and no session plays a part. */
  as_of?: string | number | null | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface GraphQaResponse {
  answer: string
  facts_used: number
  error?: string | undefined
  detail?: string | undefined
}

export interface ConsolidateRequest {
  /** Restricts it to one persona; else it is all that the key may see. */
  persona?: string | null | undefined
  /** Runs even if consolidation ran recently. */
  force?: boolean | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface ConsolidateResponse {
  memories_reinforced: number
  memories_decayed: number
  memories_pruned: number
  memories_compressed: number
  abstractions_created: number
  latency_ms: number
  skipped?: boolean | undefined
}

export interface PruneRequest {
  /** Memories whose strength is below it are pruned. */
  threshold?: number | undefined
  /** Only counts; nothing is deleted. */
  dry_run?: boolean | undefined
  /** Restricts it to one persona; else it is all that the key may see. */
  persona?: string | null | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface PruneResponse {
  candidates?: number | undefined
  pruned?: number | undefined
  dry_run: boolean
  threshold: number
  latency_ms: number
}

export interface StatsRequest {
  /** Required, and overridden by the namespace of the key. */
  user_id: string
  /** Counts this one; of a bound key all of its own, unless given. */
  persona?: string | undefined
}

export interface Stats {
  episodic_count: number
  semantic_entities: number
  semantic_relations: number
  models_loaded: boolean
  namespace: {
    episodic_count: number
    semantic_entities: number
    semantic_relations: number
  }
}

export interface MemoryList {
  memories: Memory[]
  next_cursor: string | null
}

export interface Memory {
  id: string
  text: string
  persona: string
  source: string
  session_id: string | null
  speaker: string | null
  metadata: Record<string, unknown> | null
  occurred_at: number
  created_at: number
  state: string
  /** One more with each edit; `If-Match` takes it. */
  version: number
}

export interface MemoryDetail {
  id: string
  text: string
  persona: string
  source: string
  session_id: string | null
  speaker: string | null
  metadata: Record<string, unknown> | null
  occurred_at: number
  created_at: number
  state: string
  /** One more with each edit; `If-Match` takes it. */
  version: number
  chunks: Array<{
    id: string
    text: string
    confidence: number
    strength: number
    access_count: number
  }>
  facts: KnownFact[]
  /** The versions that were replaced, newest first. */
  versions: Array<{
    version: number
    text: string
    persona: string
    metadata: Record<string, unknown> | null
    occurred_at: number
    replaced_at: number
  }>
  /** When it was invalidated and restored, newest first. */
  changes: Array<{
    at: number
    state: string
    reason: string | null
  }>
}

export interface KnownFact {
  id: string
  fact: string
  /** The date that it names ("on Friday", "in March"), in ISO 8601 and as precise as it was named: a day, a month, a year, or from one to another (`2026-11-07/2026-11-08`). Relative words count from `occurred_at`. null: none, or none that is sure. */
  date: string | null
  subject: string
  relation: string
  object: string
  slot: string
  persona: string
  source: string
  confidence: number
  strength: number
  access_count: number
  created_at: number
  occurred_at: number
  state: string
  superseded_by: string | null
  memory_ids: string[]
}

export interface MemoryHistory {
  id: string
  version: number
  state: string
  /** The versions that were replaced, newest first. */
  versions: Array<{
    version: number
    text: string
    persona: string
    metadata: Record<string, unknown> | null
    occurred_at: number
    replaced_at: number
  }>
  /** When it was invalidated and restored, newest first. */
  changes: Array<{
    at: number
    state: string
    reason: string | null
  }>
}

export interface MemoryEdit {
  /** What it says from now on; it is read and encoded anew. */
  text?: string | null | undefined
  /** Fields to put into the metadata; one that is null is taken out, and the others stay. */
  metadata?: Record<string, unknown> | null | undefined
  /** The sub-namespace that it is moved to. */
  persona?: string | null | undefined
  /** When it was said or happened: in ISO 8601, by whose offset its text counts days from now on, or in seconds since 1970, which keep the offset. */
  occurred_at?: string | number | null | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface InvalidateRequest {
  /** Why, for whoever looks at the history. */
  reason?: string | null | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface RestoreRequest {
  /** Makes the memory what it was at this version, as an edit. null: brings it back into retrieval. */
  version?: number | null | undefined
  /** Why, for whoever looks at the history. */
  reason?: string | null | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface Receipt {
  receipt_id: string
  at: number
  /** What was asked for. Of an entity and of metadata a hash is kept: it is no text. */
  scope: Record<string, unknown>
  erased: {
    memories: number
    chunks: number
    facts: number
    entities: number
    abstractions: number
    versions: number
    sessions: number
  }
  /** Memories of the scope that are left: the same call goes on with them. */
  remaining: number
  /** Until then the platform could bring it back from its own history; a rewind erases it again. null: the stores have no such history, or one of their own. */
  recoverable_until: number | null
}

export interface ForgetRequest {
  /** These memories. */
  ids?: string[] | null | undefined
  /** Of this persona, without `shared`. */
  persona?: string | null | undefined
  /** Said in this session. */
  session_id?: string | null | undefined
  /** Said by it. */
  source?: 'user' | 'document' | 'assistant' | null | undefined
  /** That state a fact of somebody or something of this name, or said the name in a version that is kept. */
  entity?: string | null | undefined
  /** Said before this time, by `occurred_at`; `until` is the same. */
  before?: string | number | null | undefined
  /** Said at this time or later. */
  since?: string | number | null | undefined
  /** Said before this time. */
  until?: string | number | null | undefined
  /** All of these fields are equal in the metadata of the memory. */
  metadata?: Record<string, unknown> | null | undefined
  /** Only counts; nothing is erased. */
  dry_run?: boolean | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface ForgetDryRun {
  dry_run: true
  scope: Record<string, unknown>
  /** How many memories a real run would erase now. */
  memories: number
}

export interface ReceiptList {
  receipts: Receipt[]
  next_cursor: string | null
}

export interface FactList {
  facts: KnownFact[]
  next_cursor: string | null
}

export interface GraphRequest {
  /** A name, or a part of one. */
  entity?: string | null | undefined
  /** This persona and `shared`; null is every persona that the key may see. */
  persona?: string | null | undefined
  /** How many edges at most, newest first. */
  limit?: number | undefined
  /** As it was known at this time, in ISO 8601 or seconds since 1970: nothing that was said later exists (by `occurred_at`), slots are decided as they were, and what was invalidated since holds. Edited texts are as they were corrected; what was erased or pruned stays gone. It records no access, and no session plays a part. */
  as_of?: string | number | null | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface GraphResponse {
  nodes: Array<{
    id: string
    name: string
    kind: string
    facts: number
  }>
  edges: Array<{
    id: string
    from: string
    to: string
    relation: string
    fact: string
    persona: string
    confidence: number
    state: string
    occurred_at: number
  }>
}

export interface Profile {
  /** null: nobody of that name is known. */
  entity: {
    name: string
    kind: string
    aliases: string[]
  } | null
  /** Names of others that the name may mean. */
  others: string[]
  markdown: string
  /** Of the Markdown, estimated. */
  tokens: number
  stable: KnownFact[]
  recent: KnownFact[]
  /** The newest of which no fact was made. */
  texts: Array<{
    memory_id: string
    text: string
    source: string
    occurred_at: number
  }>
}

export interface EntitiesRequest {
  /** The last name of the page before. */
  after?: string | undefined
  limit?: number | undefined
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface Entity {
  name: string
  kind: string
  aliases: Array<{
    name: string
    reason: string
    apart: boolean
  }>
}

export interface UnmergeRequest {
  entity: string
  alias: string
  /** Ignored: the namespace comes from the key. */
  user_id?: unknown
}

export interface OwnUsage {
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise'
  /** Months are in UTC. */
  month: string
  operations: {
    used: number
    /** Of the month; null: no limit. */
    limit: number | null
    /** null: no limit. */
    left: number | null
    resets_at: number
  }
  requests: {
    /** A minute and key; null: no limit. */
    limit: number | null
    /** Of this key, after this request; null: no limit. */
    left: number | null
    /** When the first place is free again. */
    resets_at: number
  }
  items_per_batch: number
  /** Newest first, at most 25. */
  months: Array<{
    month: string
    operations: number
  }>
  memory: {
    chunks: number
    facts: number
    entities: number
  }
}

export interface OwnKey {
  key_id: string
  scopes: Array<'read' | 'write' | 'erase'>
  /** The personas that it may see and write; null: all. */
  personas: string[] | null
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise'
}

export interface Lifecycle {
  /** After so long without an access half of the strength is left. */
  half_life_days: number
  /** What is weaker is pruned by the next round. */
  threshold: number
  /** By a call or by the hourly round; null: not yet. */
  last_consolidated_at: number | null
  strength: {
    /** How many chunks are so strong: ten counts, the first below 0.1. */
    chunks: number[]
    /** How many facts are so strong: ten counts, the first below 0.1. */
    facts: number[]
  }
  /** How many chunks and facts fade below the threshold by then, if nothing is accessed until then. */
  due: Array<{
    in_days: number
    at: number
    count: number
  }>
}

export interface ImportResponse {
  format: string
  dry_run: boolean
  texts: number
  imported: number
  restated: number
  already_imported: number
  failed: number
  unreadable: number
  skipped: number
  problems: Array<{
    at: string
    detail: string
  }>
  facts_ingested: number
  episodic_chunks: number
  entities_extracted: number
  personas: string[]
  sessions: number
  since: number | null
  until: number | null
  operations: number
  latency_ms: number
}

export interface AuditEntry {
  at: number
  /** The id of the key; `operator`, or `schedule` for the hourly round. */
  key: string
  action: string
  /** The key that it was done to. */
  subject?: string | undefined
  counts: Record<string, unknown>
  /** Which memories were created, superseded, pruned or erased. */
  memories: Record<string, unknown>
  request_id: string | null
}

export interface WebhookRequest {
  url: string
  /** All unless given. */
  events?: Array<'memory.created' | 'memory.updated' | 'memory.superseded' | 'memory.erased' | 'memory.pruned'> | undefined
  description?: string | null | undefined
}

export interface NewWebhook {
  id: string
  url: string
  events: Array<'memory.created' | 'memory.updated' | 'memory.superseded' | 'memory.erased' | 'memory.pruned'>
  description: string | null
  created_at: number
  status: 'active' | 'failing' | 'disabled'
  failing_since: number | null
  disabled_at: number | null
  disabled_reason: string | null
  /** What deliveries are signed with; shown this once. */
  secret: string
}

export interface Webhook {
  id: string
  url: string
  events: Array<'memory.created' | 'memory.updated' | 'memory.superseded' | 'memory.erased' | 'memory.pruned'>
  description: string | null
  created_at: number
  status: 'active' | 'failing' | 'disabled'
  failing_since: number | null
  disabled_at: number | null
  disabled_reason: string | null
}

export interface Delivery {
  id: number
  /** The `webhook-id` of every attempt. */
  event_id: string
  type: string
  status: 'pending' | 'delivered' | 'dead'
  attempts: number
  created_at: number
  last_attempt_at: number | null
  next_attempt_at: number | null
  answer_status: number | null
  error: string | null
}

export interface RotatedWebhook {
  id: string
  url: string
  events: Array<'memory.created' | 'memory.updated' | 'memory.superseded' | 'memory.erased' | 'memory.pruned'>
  description: string | null
  created_at: number
  status: 'active' | 'failing' | 'disabled'
  failing_since: number | null
  disabled_at: number | null
  disabled_reason: string | null
  /** What deliveries are signed with; shown this once. */
  secret: string
  former_secret_until: number
}

export interface Health {
  ready: boolean
  models_loaded: boolean
  models_error?: string | undefined
  /** `connected` or `error: <reason>` */
  neo4j: string
  /** `connected` or `error: <reason>` */
  redis: string
  /** `connected` or `error: <reason>` */
  qdrant: string
  /** How many vaults or accounts were found damaged within the hour. */
  damaged?: string | undefined
  version: string
  backends: Record<string, unknown>
}

export interface SignInRequest {
  ticket: string
}

export interface SignIn {
  key: string
}

export interface NewAccount {
  name?: string | null | undefined
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise'
  region?: 'wnam' | 'enam' | 'sam' | 'weur' | 'eeur' | 'apac' | 'oc' | 'afr' | 'me' | null | undefined
}

export interface Account {
  account: string
  name: string
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise'
  namespace: string
  region: 'wnam' | 'enam' | 'sam' | 'weur' | 'eeur' | 'apac' | 'oc' | 'afr' | 'me'
  created_at: number
}

export interface PlanChange {
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise'
}

export interface NewKeyRequest {
  label?: string | null | undefined
  /** What it may do: `read` looks, `write` remembers, `erase` forgets. */
  scopes?: Array<'read' | 'write' | 'erase'> | undefined
  /** Binds it to these: it sees and writes nothing else, and the first is where it writes unless told. null: all. */
  personas?: string[] | null | undefined
}

export interface NewKey {
  key_id: string
  label: string | null
  created_at: number
  status: 'active' | 'rotating' | 'revoked'
  expires_at: number | null
  scopes: Array<'read' | 'write' | 'erase'>
  /** The personas that it may see and write; null: all. */
  personas: string[] | null
  key: string
  account: string
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise'
}

export interface Key {
  key_id: string
  label: string | null
  created_at: number
  status: 'active' | 'rotating' | 'revoked'
  expires_at: number | null
  scopes: Array<'read' | 'write' | 'erase'>
  /** The personas that it may see and write; null: all. */
  personas: string[] | null
}

export interface Rotation {
  grace_seconds?: number | undefined
}

export interface NewSignInLink {
  /** The key that it signs in with. */
  key: string
}

export interface SignInLink {
  ticket: string
  /** Of the page, with the ticket behind the `#`, which browsers send to no server. */
  path: string
  expires_at: number
}

export interface Usage {
  account: string
  plan: 'free' | 'starter' | 'pro' | 'scale' | 'enterprise'
  month: string
  ops_used: number
  ops_budget: number | null
  months: Array<{
    month: string
    ops: number
  }>
}

export interface Round {
  at: number
  due: number
  visited: number
  reinforced: number
  decayed: number
  pruned: number
  compressed: number
  abstractions: number
  failed: number
  failures: Array<{
    namespace: string
    error: string
    attempts: number
    retry_at: number
  }>
  unreached: number
  finished_at: number | null
}

export interface ListMemoriesQuery {
  /** Of this persona and of `shared`; of every persona that the key may see, unless given. */
  persona?: string | undefined
  /** Said in this session. */
  session_id?: string | undefined
  /** Said by it. */
  source?: 'user' | 'document' | 'assistant' | undefined
  /** The name of somebody or something that it is about. */
  entity?: string | undefined
  /** Said at this time or later, by `occurred_at`. */
  since?: string | number | undefined
  /** Said before this time, by `occurred_at`. */
  until?: string | number | undefined
  /** `superseded` is what something newer or better sourced replaced, `invalidated` what somebody took out of retrieval. */
  state?: 'current' | 'superseded' | 'invalidated' | undefined
  /** Has all of these words. */
  q?: string | undefined
  /** How many at most. */
  limit?: number | undefined
  /** `next_cursor` of the page before. */
  cursor?: string | undefined
  /** All of these fields are equal in the metadata of the memory. */
  metadata?: Record<string, unknown> | undefined
}

export interface ListReceiptsQuery {
  /** How many at most. */
  limit?: number | undefined
  /** `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface ListFactsQuery {
  /** The name of somebody or something that it is about. */
  entity?: string | undefined
  /** The relation as it was written ("lives in") or as it is called (lives_in). */
  relation?: string | undefined
  /** Of this persona and of `shared`; of every persona that the key may see, unless given. */
  persona?: string | undefined
  /** `superseded` is what something newer or better sourced replaced, `invalidated` what somebody took out of retrieval. */
  state?: 'current' | 'superseded' | 'invalidated' | undefined
  /** Names a date that is not over before this time. */
  date_since?: string | number | undefined
  /** Names a date that begins before this time. */
  date_until?: string | number | undefined
  /** As it was known at this time, in ISO 8601 or seconds since 1970: nothing that was said later exists (by `occurred_at`), slots are decided as they were, and what was invalidated since holds. Edited texts are as they were corrected; what was erased or pruned stays gone. */
  as_of?: string | number | undefined
  /** How many at most. */
  limit?: number | undefined
  /** `next_cursor` of the page before. */
  cursor?: string | undefined
}

export interface ProfileQuery {
  /** Of whom or what, by a name; the user unless given. */
  entity?: string | undefined
  /** Known to this persona and to `shared`. Unless given, the user is that of `shared` (of a bound key: of its first persona), and another is looked for in every persona that the key may see. */
  persona?: string | undefined
  /** How long the Markdown may be, as tokens are estimated. */
  max_tokens?: number | undefined
  /** As it was known at this time, in ISO 8601 or seconds since 1970: nothing that was said later exists (by `occurred_at`), slots are decided as they were, and what was invalidated since holds. Edited texts are as they were corrected; what was erased or pruned stays gone. */
  as_of?: string | number | undefined
}

export interface EntitiesResponse {
  entities: Entity[]
}

export interface UnmergeEntitiesResponse {
  facts_moved: number
}

export interface LifecycleQuery {
  /** Of this persona and of `shared`; of every persona that the key may see, unless given. */
  persona?: string | undefined
}

export interface ExportQuery {
  /** With the vectors, which are made anew at the import otherwise. */
  vectors?: boolean | undefined
  /** Goes on after a line of type `checkpoint`, whose cursor this is. */
  cursor?: string | undefined
  /** Only of this persona. */
  persona?: string | undefined
  /** Said in this session. */
  session_id?: string | undefined
  /** Said by it. */
  source?: 'user' | 'document' | 'assistant' | undefined
  /** The name of somebody or something that it is about. */
  entity?: string | undefined
  /** Said at this time or later, by `occurred_at`. */
  since?: string | number | undefined
  /** Said before this time, by `occurred_at`. */
  until?: string | number | undefined
  /** All of these fields are equal in the metadata of the memory. */
  metadata?: Record<string, unknown> | undefined
}

export interface ImportQuery {
  /** What the file is; its content tells unless given. `edge-brain`: what `GET /brain/export` answers. `items`: a text a line, with the fields of ingest. The others as their makers export them. */
  format?: 'edge-brain' | 'items' | 'mem0' | 'mcp-memory' | 'chatgpt' | 'claude' | 'text' | undefined
  /** Tells what would be, and stores nothing; free. */
  dry_run?: boolean | undefined
  /** Where to remember all of it; as the file says unless given. */
  persona?: string | undefined
  /** Who says it, for all texts: what the file tells unless given, and `document` for text. */
  source?: 'user' | 'document' | 'assistant' | undefined
  /** What a text is called, such as the name of its file. */
  name?: string | undefined
}

export interface AuditQuery {
  limit?: number | undefined
  /** The `next_cursor` of the page before. */
  cursor?: string | undefined
  /** Only this action, such as `ingest` or `key.revoked`. */
  action?: string | undefined
  /** From this time on: ISO 8601 or seconds since 1970. */
  since?: string | number | undefined
  /** Before this time. */
  until?: string | number | undefined
}

export interface AuditResponse {
  entries: AuditEntry[]
  next_cursor: string | null
  /** The same, as it was called before. */
  cursor: string | null
}

export interface ListWebhooksResponse {
  webhooks: Webhook[]
}

export interface DeleteWebhookResponse {
  deleted: string
}

export interface ListDeliveriesQuery {
  limit?: number | undefined
  cursor?: number | undefined
}

export interface ListDeliveriesResponse {
  deliveries: Delivery[]
  cursor: number | null
}

export interface ListAccountsQuery {
  cursor?: string | undefined
  limit?: number | undefined
}

export interface ListAccountsResponse {
  accounts: Account[]
  cursor: string | null
}

export interface ListKeysResponse {
  keys: Key[]
}

export interface ListRoundsQuery {
  limit?: number | undefined
}

export interface ListRoundsResponse {
  rounds: Round[]
}

export interface ExportAccountQuery {
  /** With the vectors, which are made anew at the import otherwise. */
  vectors?: boolean | undefined
  /** Goes on after a line of type `checkpoint`, whose cursor this is. */
  cursor?: string | undefined
}

export interface RestoreAccountQuery {
  /** Tells what would be, and stores nothing; free. */
  dry_run?: boolean | undefined
}

export interface MigrateAccountQuery {
  cursor?: string | undefined
}

export interface MigrateAccountResponse {
  moved: number
  cursor: string | null
  counts: {
    from: {
      chunks: number
      entities: number
      relations: number
    }
    to: {
      chunks: number
      entities: number
      relations: number
    }
  } | null
}

export interface ReembedAccountResponse {
  embedder: string
  embedded: number
  left: number
}

export interface RewindAccountQuery {
  to: number
}

export interface RewindAccountResponse {
  rewound_to: number
  erased_again: number
}

export interface MemoryCalls {
  /** Remember a text (5 operations). The memory is searchable when this returns. A text that says what is already known adds nothing but restates it. */
  ingest(body: IngestItem, options?: CallOptions): Promise<IngestResponse>
  /** Remember many texts at once (5 operations an item). The whole price is charged before processing; an item that fails gives its 5 operations back. Results are in the order of the items. */
  ingestBatch(body: IngestBatch, options?: CallOptions): Promise<IngestBatchResponse>
  /** Find what matters for a query (2 operations). Scores: 0.7 to 1.0 directly relevant, 0.4 to 0.7 probably, 0.2 to 0.4 tangential; below 0.2 nothing is returned unless `min_score` says so. */
  retrieve(body: RetrieveRequest, options?: CallOptions): Promise<RetrieveResponse>
  /** Answer a question from graph facts, with an LLM (10 operations; plan starter or above). The answer cites facts by number. Without an LLM configured it answers `error: LLM not available` and costs nothing; an LLM that fails is a 503 that costs nothing. */
  graphQa(body: GraphQaRequest, options?: CallOptions): Promise<GraphQaResponse>
  /** Run the memory lifecycle: decay, prune, compress (3 operations). Skipped and free when it ran within the last 10 minutes, unless forced. */
  consolidate(body?: ConsolidateRequest, options?: CallOptions): Promise<ConsolidateResponse>
  /** Forget what has faded (1 operation). A dry run counts exactly what the real run would delete at the same instant. */
  prune(body?: PruneRequest, options?: CallOptions): Promise<PruneResponse>
  /** Count what is remembered (free). Counts one persona; `namespace` holds the same counts for all personas together that the key may see. */
  stats(body: StatsRequest, options?: CallOptions): Promise<Stats>
  /** List what was told, newest first (free). Filters are combined; `metadata.KEY=VALUE` compares a field of the metadata. A page may have fewer than `limit` and still go on: `next_cursor` is null at the end. Looking counts as no access. */
  listMemories(query?: ListMemoriesQuery, options?: CallOptions): Listing<MemoryList, Memory>
  /** See one memory, with its chunks, what was read from it and what it was before (free) */
  getMemory(id: string, options?: CallOptions): Promise<MemoryDetail>
  /** Change a memory (1 operation; 5 where the text changes). A text is read and encoded anew, and what is known is what would be if it had been told so. The version before is kept. What is left out or null stays; where nothing would change, nothing is written. */
  editMemory(id: string, body?: MemoryEdit, options?: CallOptions): Promise<Memory>
  /** Erase a memory with everything that only it supports (1 operation). Its chunks, facts, versions and what else came from the text are gone when this returns; a fact that another memory states too stays. */
  deleteMemory(id: string, options?: CallOptions): Promise<Receipt>
  /** See what a memory was before, and when it was invalidated and restored (free) */
  memoryHistory(id: string, options?: CallOptions): Promise<MemoryHistory>
  /** Take a memory out of retrieval, until it is restored (1 operation). It is kept whole, listed with `state` `invalidated`, and states nothing meanwhile. */
  invalidateMemory(id: string, body?: InvalidateRequest, options?: CallOptions): Promise<Memory>
  /** Bring a memory back that was invalidated, or an old version of one (1 operation; 5 where an old version is brought back) */
  restoreMemory(id: string, body?: RestoreRequest, options?: CallOptions): Promise<Memory>
  /** Erase every memory of a scope (1 operation). Conditions are combined; at least one is needed, and a field or parameter that is not known is refused. A large scope is erased in slices: what is left after about 20 seconds is `remaining`, and the same call goes on with it. */
  forget(body?: ForgetRequest, options?: CallOptions): Promise<Receipt | ForgetDryRun>
  /** List what was erased, newest first (free). Ids and counts, no text. A key that is bound to personas sees the receipts of these alone; a page may then have fewer than `limit` and still go on. */
  listReceipts(query?: ListReceiptsQuery, options?: CallOptions): Listing<ReceiptList, Receipt>
  /** List the facts that were read, newest first, with who states them (free) */
  listFacts(query?: ListFactsQuery, options?: CallOptions): Listing<FactList, KnownFact>
  /** What stands around an entity, as nodes and edges (free). What a picture needs. Without `entity` it begins with those in the most facts. */
  graph(body?: GraphRequest, options?: CallOptions): Promise<GraphResponse>
  /** What is known of somebody, the stable first, then the recent (1 operation). What lasts and is well sourced, then what was told lately, as facts and as Markdown for a prompt. Nothing that was replaced, nothing twice, and no language model. What a later text may have ended is not told as what holds. */
  profile(query?: ProfileQuery, options?: CallOptions): Promise<Profile>
  /** List the names that memory knows, with their aliases and why these are taken for them (free) */
  entities(body?: EntitiesRequest, options?: CallOptions): Promise<EntitiesResponse>
  /** Undo a merge: the alias is an entity of its own from now on (free) */
  unmergeEntities(body: UnmergeRequest, options?: CallOptions): Promise<UnmergeEntitiesResponse>
  /** What this account has spent, may spend and remembers (free) */
  ownUsage(options?: CallOptions): Promise<OwnUsage>
  /** What the key that is sent may do (free) */
  ownKey(options?: CallOptions): Promise<OwnKey>
  /** How strong memories are, and what is due to be pruned when (free) */
  lifecycle(query?: LifecycleQuery, options?: CallOptions): Promise<Lifecycle>
  /** Export everything that is remembered (free). A line of JSON for each row: a header, personas, sessions, entities, memories with all that they brought, and a last line with counts and a hash. Nothing that was created after its beginning is in it. `POST /brain/import` restores it. With a filter other than `persona`, the memories that pass, each with all that it tells, and `metadata.KEY=VALUE` for a field of their metadata. */
  export(query?: ExportQuery, options?: CallOptions): Lines<Record<string, unknown>>
  /** Import texts of a file (5 operations a text, 1 of our own export). Keeps time, speaker and conversation. The same text of the same file is imported once: to send a file again changes nothing, and what was there before costs nothing. What cannot be read is named, and the rest goes on. A larger file is sent in parts of whole lines or conversations. */
  import(body: LinesBody, query?: ImportQuery, options?: CallOptions): Promise<ImportResponse>
  /** Which key changed what, newest first (free). The last 90 days, at most the newest 10,000 changes of memory and as many of the account. Ids and counts, no text. Reads are not in it. */
  audit(query?: AuditQuery, options?: CallOptions): Listing<AuditResponse, AuditEntry>
  /** Have changes of memory sent to a URL (1 operation). At most 5. Events carry ids and counts, never a text; they are signed as Standard Webhooks says, and come at least once. The URL must be public and https. */
  createWebhook(body: WebhookRequest, options?: CallOptions): Promise<NewWebhook>
  /** List the webhooks, with how they are doing (free) */
  listWebhooks(options?: CallOptions): Promise<ListWebhooksResponse>
  /** Remove a webhook, with all that was on its way to it (1 operation) */
  deleteWebhook(id: string, options?: CallOptions): Promise<DeleteWebhookResponse>
  /** Send an event of type webhook.test at once, a single time (1 operation). Answers with how it went. One that is answered with 2xx brings a disabled webhook back. */
  testWebhook(id: string, options?: CallOptions): Promise<Delivery>
  /** Replace the secret; for a day deliveries are signed with both (1 operation) */
  rotateWebhook(id: string, options?: CallOptions): Promise<RotatedWebhook>
  /** List what was sent or is to be sent to a webhook, newest first (free). Everything that is pending, and the last 200 that are over. What a receiver answered is told by its status alone. */
  listDeliveries(id: string, query?: ListDeliveriesQuery, options?: CallOptions): Listing<ListDeliveriesResponse, Delivery>
  /** Readiness of models and stores (free, no key). Always 200; `ready` is the signal. `backends` names what stands behind each store. */
  health(options?: CallOptions): Promise<Health>
  /** Redeem the ticket of a sign-in link for its key, once (free, no key) */
  signIn(body: SignInRequest, options?: CallOptions): Promise<SignIn>
}

export interface AdminCalls {
  /** Create an account */
  createAccount(body: NewAccount, options?: CallOptions): Promise<Account>
  /** List accounts */
  listAccounts(query?: ListAccountsQuery, options?: CallOptions): Listing<ListAccountsResponse, Account>
  /** Show an account, by id or name */
  showAccount(account: string, options?: CallOptions): Promise<Account>
  /** Change an account's plan */
  changePlan(account: string, body: PlanChange, options?: CallOptions): Promise<Account>
  /** Delete an account with everything it remembers */
  deleteAccount(account: string, options?: CallOptions): Promise<Account>
  /** Issue a key; it is shown once */
  createKey(account: string, body?: NewKeyRequest, options?: CallOptions): Promise<NewKey>
  /** List an account's keys */
  listKeys(account: string, options?: CallOptions): Promise<ListKeysResponse>
  /** Replace a key; the old one works on for a grace period */
  rotateKey(account: string, keyId: string, body?: Rotation, options?: CallOptions): Promise<NewKey>
  /** Revoke a key at once */
  revokeKey(account: string, keyId: string, options?: CallOptions): Promise<Key>
  /** Make a link that signs in to the console, once. For whoever has the key and would not type it. It works for ten minutes. The key is kept sealed with the ticket, of which the service keeps a hash alone. */
  createSignInLink(body: NewSignInLink, options?: CallOptions): Promise<SignInLink>
  /** Operations spent, by month */
  usage(account: string, options?: CallOptions): Promise<Usage>
  /** What the last hourly rounds did, last first. A round visits only the namespaces in which something is due; `failures` names up to 20 that failed. */
  listRounds(query?: ListRoundsQuery, options?: CallOptions): Promise<ListRoundsResponse>
  /** Everything that is counted and measured, for Prometheus. The sum over all isolates, in the text format 0.0.4. No label names an account. */
  metrics(options?: CallOptions): Promise<string>
  /** Export everything that an account remembers. As `GET /brain/export` does for the account itself; `POST /admin/accounts/{account}/restore` restores it. */
  exportAccount(account: string, query?: ExportAccountQuery, options?: CallOptions): Lines<Record<string, unknown>>
  /** Restore a part of an export into an account. What `GET /admin/accounts/{account}/export` or `GET /brain/export` answered: at most 2 MB and 2,000 lines at once, each part with the header. What is there already stays as it is. */
  restoreAccount(account: string, body: LinesBody, query?: RestoreAccountQuery, options?: CallOptions): Promise<ImportResponse>
  /** Migrate a page of what an account remembers from the embedded store to the cloud stores. Call it with the `cursor` of the reply until that is null; then `counts` has both sides. Nothing is deleted, and a page that was migrated before changes nothing. The account must have nothing else in the cloud stores. */
  migrateAccount(account: string, query?: MigrateAccountQuery, options?: CallOptions): Promise<MigrateAccountResponse>
  /** Give some of what an account remembers vectors of the embedder to come. Call it until `left` is 0. The old vectors answer until then, and until the service uses the new embedder (`EMBEDDER_NEXT` becomes `EMBEDDER`). */
  reembedAccount(account: string, options?: CallOptions): Promise<ReembedAccountResponse>
  /** Take what an account remembers back to how it was at a time of the last 30 days. Durable Objects' point-in-time recovery. Only on Cloudflare, and only for the embedded store; everything since is forgotten, and what was erased since is erased again. */
  rewindAccount(account: string, query: RewindAccountQuery, options?: CallOptions): Promise<RewindAccountResponse>
}

export const memoryOperations = {
  ingest: { call: 'POST /brain/ingest', body: 'json', once: true },
  ingestBatch: { call: 'POST /brain/ingest/batch', body: 'json', once: true },
  retrieve: { call: 'POST /brain/retrieve', body: 'json', reads: true },
  graphQa: { call: 'POST /brain/retrieve/graph-qa', body: 'json', reads: true },
  consolidate: { call: 'POST /brain/consolidate', body: 'json', once: true },
  prune: { call: 'POST /brain/prune', body: 'json', once: true },
  stats: { call: 'POST /brain/stats', body: 'json', reads: true },
  listMemories: { call: 'GET /brain/memories', query: true, reads: true, list: 'memories' },
  getMemory: { call: 'GET /brain/memories/{id}', reads: true },
  editMemory: { call: 'PATCH /brain/memories/{id}', body: 'json', once: true },
  deleteMemory: { call: 'DELETE /brain/memories/{id}', once: true },
  memoryHistory: { call: 'GET /brain/memories/{id}/history', reads: true },
  invalidateMemory: { call: 'POST /brain/memories/{id}/invalidate', body: 'json', once: true },
  restoreMemory: { call: 'POST /brain/memories/{id}/restore', body: 'json', once: true },
  forget: { call: 'POST /brain/forget', body: 'json', once: true },
  listReceipts: { call: 'GET /brain/receipts', query: true, reads: true, list: 'receipts' },
  listFacts: { call: 'GET /brain/facts', query: true, reads: true, list: 'facts' },
  graph: { call: 'POST /brain/graph', body: 'json', reads: true },
  profile: { call: 'GET /brain/profile', query: true, reads: true },
  entities: { call: 'POST /brain/entities', body: 'json', reads: true },
  unmergeEntities: { call: 'POST /brain/entities/unmerge', body: 'json', once: true },
  ownUsage: { call: 'GET /brain/usage', reads: true },
  ownKey: { call: 'GET /brain/key', reads: true },
  lifecycle: { call: 'GET /brain/lifecycle', query: true, reads: true },
  export: { call: 'GET /brain/export', query: true, reads: true, answer: 'lines' },
  import: { call: 'POST /brain/import', body: 'lines', query: true, once: true },
  audit: { call: 'GET /brain/audit', query: true, reads: true, list: 'entries' },
  createWebhook: { call: 'POST /brain/webhooks', body: 'json', once: true },
  listWebhooks: { call: 'GET /brain/webhooks', reads: true },
  deleteWebhook: { call: 'DELETE /brain/webhooks/{id}', once: true },
  testWebhook: { call: 'POST /brain/webhooks/{id}/test', once: true },
  rotateWebhook: { call: 'POST /brain/webhooks/{id}/rotate', once: true },
  listDeliveries: { call: 'GET /brain/webhooks/{id}/deliveries', query: true, reads: true, list: 'deliveries' },
  health: { call: 'GET /brain/health', reads: true },
  signIn: { call: 'POST /brain/sign-in', body: 'json' },
} as const satisfies Record<string, Operation>

export const adminOperations = {
  createAccount: { call: 'POST /admin/accounts', body: 'json' },
  listAccounts: { call: 'GET /admin/accounts', query: true, reads: true, list: 'accounts' },
  showAccount: { call: 'GET /admin/accounts/{account}', reads: true },
  changePlan: { call: 'PATCH /admin/accounts/{account}', body: 'json' },
  deleteAccount: { call: 'DELETE /admin/accounts/{account}' },
  createKey: { call: 'POST /admin/accounts/{account}/keys', body: 'json' },
  listKeys: { call: 'GET /admin/accounts/{account}/keys', reads: true },
  rotateKey: { call: 'POST /admin/accounts/{account}/keys/{key_id}/rotate', body: 'json' },
  revokeKey: { call: 'DELETE /admin/accounts/{account}/keys/{key_id}' },
  createSignInLink: { call: 'POST /admin/sign-in-links', body: 'json' },
  usage: { call: 'GET /admin/accounts/{account}/usage', reads: true },
  listRounds: { call: 'GET /admin/rounds', query: true, reads: true },
  metrics: { call: 'GET /metrics', reads: true, answer: 'text' },
  exportAccount: { call: 'GET /admin/accounts/{account}/export', query: true, reads: true, answer: 'lines' },
  restoreAccount: { call: 'POST /admin/accounts/{account}/restore', body: 'lines', query: true },
  migrateAccount: { call: 'POST /admin/accounts/{account}/migrate', query: true },
  reembedAccount: { call: 'POST /admin/accounts/{account}/reembed' },
  rewindAccount: { call: 'POST /admin/accounts/{account}/rewind', query: true },
} as const satisfies Record<string, Operation>
