import type { RetrieveRequest } from '../../../packages/client/src/client.ts'

/** Every field of a question, as it is typed; empty is what the service does by itself. */
export interface KnobValues {
  readonly query: string
  readonly k: string
  readonly persona: string
  readonly session_id: string
  readonly max_hops: string
  readonly min_score: string
  readonly context_format: string
  readonly as_of: string
  readonly include_episodic: boolean
  readonly include_semantic: boolean
  readonly include_working: boolean
  readonly rerank: boolean
  readonly use_compression: boolean
  readonly explain: boolean
  readonly filter_persona: string
  readonly filter_session_id: string
  readonly filter_source: string
  readonly filter_entity: string
  readonly filter_since: string
  readonly filter_until: string
  readonly filter_metadata: string
}

/** What the service does where nothing is said; the console asks for reasons besides. */
const BY_ITSELF = {
  ...{ include_episodic: true, include_semantic: true, include_working: true },
  ...{ rerank: true, use_compression: false, explain: false },
}

export const START: KnobValues = {
  ...{ query: '', k: '', persona: '', session_id: '', max_hops: '', min_score: '', context_format: '', as_of: '' },
  ...{ filter_persona: '', filter_session_id: '', filter_source: '', filter_entity: '' },
  ...{ filter_since: '', filter_until: '', filter_metadata: '' },
  ...BY_ITSELF,
  explain: true,
}

export const SWITCHES = Object.keys(BY_ITSELF) as (keyof typeof BY_ITSELF)[]
const TEXTS = ['persona', 'session_id', 'context_format'] as const
const NUMBERS = ['k', 'max_hops', 'min_score'] as const
const FILTER_TEXTS = ['persona', 'session_id', 'source', 'entity'] as const

/** A time as it is typed, in the reader's own zone. */
const toTime = (typed: string): string => new Date(typed).toISOString()

/** The request, without what is as the service has it anyway; a sentence where what was typed is no request. */
export function toRequest(values: KnobValues): RetrieveRequest | string {
  const given = Object.entries({
    ...Object.fromEntries(FILTER_TEXTS.map((name) => [name, values[`filter_${name}`]])),
    ...(values.filter_since && { since: toTime(values.filter_since) }),
    ...(values.filter_until && { until: toTime(values.filter_until) }),
  }).filter(([, value]) => value !== '')
  const metadata = readMetadata(values.filter_metadata)
  if (typeof metadata === 'string') return metadata
  const filter = { ...Object.fromEntries(given), ...(metadata && { metadata }) }
  return {
    query: values.query,
    ...Object.fromEntries(TEXTS.flatMap((name) => (values[name] ? [[name, values[name]]] : []))),
    ...Object.fromEntries(NUMBERS.flatMap((name) => (values[name] === '' ? [] : [[name, Number(values[name])]]))),
    ...(values.as_of && { as_of: toTime(values.as_of) }),
    ...Object.fromEntries(SWITCHES.flatMap((name) => (values[name] === BY_ITSELF[name] ? [] : [[name, values[name]]]))),
    ...(Object.keys(filter).length > 0 ? { filter } : {}),
  }
}

function readMetadata(typed: string): Record<string, unknown> | null | string {
  if (typed.trim() === '') return null
  try {
    const value: unknown = JSON.parse(typed)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // It is told below.
  }
  return 'The metadata of the filter has to be an object in JSON, such as {"page": 4}.'
}
