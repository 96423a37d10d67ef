/** What other services call fields of ours. */
const ALIASES: Readonly<Record<string, string>> = {
  timestamp: 'occurred_at',
  created_at: 'occurred_at',
  date: 'occurred_at',
  time: 'occurred_at',
  top_k: 'k',
  topk: 'k',
  limit: 'k',
  content: 'text',
  message: 'text',
  memory: 'text',
  question: 'query',
  q: 'query',
  search: 'query',
  namespace: 'persona',
  agent: 'persona',
  agent_id: 'persona',
  conversation_id: 'session_id',
  thread_id: 'session_id',
  run_id: 'session_id',
  threshold: 'min_score',
  role: 'source',
  meta: 'metadata',
  data: 'text',
  id: 'ids',
  memory_id: 'ids',
  memory_ids: 'ids',
  name: 'entity',
  subject: 'entity',
  older_than: 'before',
  before: 'until',
  after: 'since',
  preview: 'dry_run',
  comment: 'reason',
}

const MOST_NAMED = 10

type Fields = Readonly<Record<string, unknown>>

/** The fields that a schema of an object declares, also of one that may be null or left out; null where it is none. */
export function fieldsOf(schema: unknown): Fields | null {
  const { shape, def } = (schema ?? {}) as { shape?: Fields; def?: { innerType?: unknown } }
  return shape ?? (def?.innerType === undefined ? null : fieldsOf(def.innerType))
}

/** Of what was sent and is not known, what looks like a field of ours, in a sentence each. Most requests have nothing of the kind. */
export function ignoredFields(fields: Fields | null, sent: object): string[] {
  if (!fields) return []
  const ignored: string[] = []
  const filters = fieldsOf(fields.filter)
  for (const name in sent) {
    if (Object.hasOwn(fields, name)) continue
    const meant = meantField(fields, name) ?? meantFilter(filters, name)
    if (meant && ignored.length < MOST_NAMED) ignored.push(`${name}: did you mean ${meant}?`)
  }
  const { filter } = sent as { readonly filter?: unknown }
  if (filters && typeof filter === 'object' && filter !== null)
    ignored.push(...ignoredFields(filters, filter).map((hint) => `filter.${hint}`))
  return ignored.slice(0, MOST_NAMED)
}

/** A condition beside the filter that belongs into it. */
function meantFilter(filters: Fields | null, name: string): string | null {
  if (!filters) return null
  const meant = Object.hasOwn(filters, name) ? name : meantField(filters, name)
  return meant && `filter.${meant}`
}

/** Of parameters, where fields of metadata are asked for by `metadata.KEY`: other ways of writing that. */
export const ignoredMetadata = (sent: object): string[] =>
  Object.keys(sent)
    .filter((name) => /^meta(?:data)?(?:$|[[.:])/i.test(name) && !name.startsWith('metadata.'))
    .slice(0, MOST_NAMED)
    .map((name) => `${name.slice(0, 100)}: did you mean metadata.KEY=VALUE?`)

/** The same of everything that is not known, where a call would do more than was meant without it. */
export function unknownFields(fields: Fields | null, sent: object): string[] {
  return Object.keys(sent).flatMap((name) => {
    if (!fields || Object.hasOwn(fields, name)) return []
    const meant = meantField(fields, name)
    return `${name.slice(0, 100)}: ${meant ? `did you mean ${meant}?` : 'is no field of this call'}`
  })
}

function meantField(fields: Fields, name: string): string | null {
  if (name.length > 64) return null
  const snake = toSnakeCase(name)
  const isField = (field: string | undefined): field is string => field !== undefined && Object.hasOwn(fields, field)
  if (snake !== name && isField(snake)) return snake
  const alias = ALIASES[snake]
  if (isField(alias)) return alias
  const bare = snake.replaceAll('_', '')
  return (
    Object.keys(fields).find((field) => {
      const own = field.replaceAll('_', '')
      // Short names are near too many others.
      return own === bare || (own.length >= 5 && isNear(own, bare))
    }) ?? null
  )
}

const toSnakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase()

/** One letter more, less or other, or two neighbours that changed places. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const rest = (text: string, from: number) => text.slice(start + from)
  return (
    rest(a, 1) === rest(b, 1) ||
    rest(a, 1) === rest(b, 0) ||
    rest(a, 0) === rest(b, 1) ||
    (a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, 2) === rest(b, 2))
  )
}
