/** What is counted of one thing: how it is called outside, what it means, and which labels tell its series apart. */
export interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** Upper bounds, of a histogram. They never change: what was counted by others could not be added up any more. */
  readonly buckets: readonly number[]
}

type Described = readonly [name: string, help: string, ...labels: string[]]

const counter = (...[name, help, ...labels]: Described): Metric => ({
  name,
  type: 'counter',
  help,
  labels,
  buckets: [],
})
const gauge = (...[name, help, ...labels]: Described): Metric => ({ name, type: 'gauge', help, labels, buckets: [] })
const histogram = (buckets: readonly number[], ...[name, help, ...labels]: Described): Metric => ({
  ...{ name, type: 'histogram', help, labels, buckets },
})

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const FACTS = [0, 1, 2, 5, 10, 20]
const SIZES = [0, 10, 100, 1_000, 10_000, 100_000, 1_000_000]

/**
 * Every metric there is, in the order in which they are shown. Labels are bounded: patterns of routes, steps and stores of our own code, codes of
 * errors, plans; never a path, an account, a key or anything that was stored.
 */
export const METRICS = {
  buildInfo: gauge(
    'edge_brain_build_info',
    'Always 1; the labels say what is running.',
    'version',
    'memory_store',
    'embedder',
  ),
  isolates: gauge('edge_brain_isolates', 'Isolates that have reported within the last minute.'),
  httpRequests: counter('edge_brain_http_requests_total', 'Requests that were answered.', 'route', 'method', 'status'),
  httpDuration: histogram(
    SECONDS,
    'edge_brain_http_request_duration_seconds',
    'From the first line of a request to its answer.',
    ...['route', 'method'],
  ),
  inFlight: gauge('edge_brain_http_requests_in_flight', 'Requests at work when an isolate last reported.'),
  errors: counter('edge_brain_errors_total', 'Answers that are errors, by their code.', 'code'),
  operations: counter('edge_brain_operations_total', 'Operations that were charged.', 'route', 'plan'),
  stepDuration: histogram(SECONDS, 'edge_brain_step_duration_seconds', 'What the steps of requests took.', 'step'),
  storeDuration: histogram(
    SECONDS,
    'edge_brain_store_duration_seconds',
    'Round trips to Durable Objects, stores outside and models outside, by the step that made them.',
    ...['store', 'step'],
  ),
  storeFailures: counter('edge_brain_store_failures_total', 'Round trips that failed.', 'store', 'step'),
  queueWait: histogram(
    SECONDS,
    'edge_brain_queue_wait_seconds',
    'How long work waited for its turn: in front of a vault, which serves one request after the other, or of a model.',
    'queue',
  ),
  breakerOpen: gauge(
    'edge_brain_breaker_open',
    'Isolates that leave a store outside alone: since it failed repeatedly, and until a call to it succeeds.',
    'store',
  ),
  storeUp: gauge('edge_brain_store_up', 'Whether a store answers: 1 or 0, as health tells it.', 'store', 'backend'),
  modelsLoaded: gauge('edge_brain_models_loaded', 'Isolates that have their models loaded.'),
  ingestTexts: counter('edge_brain_ingest_texts_total', 'Texts that were remembered, duplicates among them.'),
  ingestChunks: counter('edge_brain_ingest_chunks_total', 'Chunks that were stored.'),
  ingestFacts: counter('edge_brain_ingest_facts_total', 'Facts that were stored.'),
  ingestDuplicates: counter('edge_brain_ingest_duplicates_total', 'Texts that only restated what was known.'),
  pruned: counter('edge_brain_pruned_total', 'Memories that faded and were pruned, by a call or by a round.'),
  retrieveFacts: histogram(FACTS, 'edge_brain_retrieve_facts', 'Facts that a retrieve returned.'),
  namespaceChunks: histogram(
    SIZES,
    'edge_brain_retrieve_namespace_chunks',
    'How many chunks the namespace had in which a retrieve searched.',
  ),
  coldVaults: counter('edge_brain_cold_vaults_total', 'Calls that found a vault asleep.'),
  rows: counter('edge_brain_rows_total', 'Rows of SQLite that vaults read and wrote.', 'access'),
  llmCalls: counter('edge_brain_llm_calls_total', 'Calls to the language model.', 'outcome'),
  llmTokens: counter('edge_brain_llm_tokens_total', 'Tokens of the language model.', 'direction'),
  accounts: gauge('edge_brain_accounts', 'Accounts that there are; counted once an hour.'),
  namespaces: gauge('edge_brain_namespaces', 'Namespaces that hold a memory; counted once an hour.'),
  accountsByMemories: gauge(
    'edge_brain_accounts_by_memories',
    'Accounts by how many memories (chunks) they have; counted once an hour, unknown where a vault has not told yet.',
    'memories',
  ),
  roundTime: gauge('edge_brain_round_timestamp_seconds', 'When the last hourly round began.'),
  roundDuration: gauge(
    'edge_brain_round_duration_seconds',
    'How long the last hourly round took; absent while it is at work.',
  ),
  round: gauge('edge_brain_round', 'What the last hourly round did, in namespaces or memories.', 'count'),
  spans: counter('edge_brain_spans_total', 'Spans for the collector, by what became of them.', 'outcome'),
  seriesDropped: counter(
    'edge_brain_metrics_dropped_total',
    'Values that were not counted: there were too many series.',
  ),
} as const satisfies Record<string, Metric>

export type MetricId = keyof typeof METRICS
