import { fieldOf, isFields, keptMetadata, listOf, textOf, timeOf } from './foreign-values.ts'
import type { Found } from './imported-text.ts'
import { createMem0History } from './mem0-history.ts'
import { schemaText } from './mem0-schema.ts'
import { toldTexts } from './told-texts.ts'

/**
 * Memories of mem0, or pages of them (docs/import.md names where each field comes from): what `get`, `get_all`, `history` and the platform's
 * lists answer, its exports by a schema of one's own, and the export of OpenMemory. mem0 keeps users apart, and so do personas.
 */
export function createMem0Reader() {
  const history = createMem0History()

  function* read(value: unknown, at: string, now: number): Generator<Found> {
    const pages = ['results', 'memories'].map((name) => fieldOf(value, name)).filter(Array.isArray)
    if (pages.length === 0) {
      if (history.take(value, at)) return
      // An export by a schema may stand in an envelope.
      const data = fieldOf(value, 'data')
      yield* readMemory(isFields(data) ? data : value, at, now, NO_PAGE)
      return
    }
    const memories = pages.flat()
    const page = pageOf(value)
    for (const [n, memory] of memories.entries()) {
      const place = `${at}, memory ${n + 1}`
      if (!history.take(memory, place)) yield* readMemory(memory, place, now, page)
    }
    const users = new Set(memories.map((memory) => textOf(memory, 'user_id')))
    const persona = page.user ?? (users.size === 1 ? ([...users][0] ?? null) : null)
    for (const [n, relation] of listOf(fieldOf(value, 'relations')).entries())
      yield* readRelation(relation, `${at}, relation ${n + 1}`, persona)
  }

  return {
    read,
    *end(now: number): Generator<Found> {
      for (const found of history.end()) {
        if ('skipped' in found) yield found
        else yield* readMemory(found.memory, found.at, now, NO_PAGE)
      }
    },
  }
}

/** What OpenMemory's file says once for all of its memories, which name their user, app and categories by numbers of its database. */
interface Page {
  readonly user: string | null
  readonly names: ReadonlyMap<unknown, string>
}

const NO_PAGE: Page = { user: null, names: new Map() }

function pageOf(value: unknown): Page {
  const named = [...listOf(fieldOf(value, 'categories')), ...listOf(fieldOf(value, 'apps'))]
  const names = new Map(
    named.flatMap((one) => {
      const name = textOf(one, 'name')
      return name === null ? [] : [[fieldOf(one, 'id'), name] as const]
    }),
  )
  return { user: textOf(fieldOf(value, 'user'), 'user_id'), names }
}

const NAMED = ['agent_id', 'actor_id', 'updated_at', 'expiration_date', 'state'] as const

function* readMemory(memory: unknown, at: string, now: number, { user, names }: Page): Generator<Found> {
  if (!isFields(memory)) {
    yield { at, problem: 'is no memory: an object was expected' }
    return
  }
  const said = textOf(memory, 'memory') ?? textOf(memory, 'content') ?? schemaText(memory)
  if (said === null) {
    yield { at, problem: 'has no memory: a text was expected' }
    return
  }
  const field = (name: string) => fieldOf(memory, name)
  const expired = timeOf(now, field('expiration_date'))
  if (field('state') === 'deleted' || field('deleted_at') || field('event') === 'DELETE' || (expired ?? now) < now) {
    yield { skipped: 1 }
    return
  }
  const actor = textOf(memory, 'actor_id')
  const metadata = field('metadata')
  const categories = listOf(field('category_ids')).flatMap((id) => names.get(id) ?? [])
  const occurredAt = timeOf(now, field('created_at'), field('updated_at'))
  yield* toldTexts({
    // Who took part in a conversation under a name said it himself.
    text: actor === null || said.startsWith(`${actor}:`) ? said : `${actor}: ${said}`,
    persona: user ?? textOf(memory, 'user_id') ?? textOf(memory, 'agent_id'),
    source: field('role') === 'assistant' || field('attributed_to') === 'assistant' ? 'assistant' : 'user',
    sessionId: textOf(memory, 'run_id'),
    metadata: keptMetadata([
      ...NAMED.map((name) => [name, field(name)] as const),
      ['app', names.get(field('app_id')) ?? field('app')],
      ['app_id', names.has(field('app_id')) ? null : field('app_id')],
      ['categories', categories.length > 0 ? categories : field('categories')],
      ...(isFields(metadata) ? Object.entries(metadata) : []),
    ]),
    occurredAt,
    identity: [textOf(memory, 'id') ?? `${said}\n${occurredAt}`],
  })
}

/** What mem0 answers with a graph store: `source`, `relationship`, and `target` or, in later versions, `destination`. */
function* readRelation(relation: unknown, at: string, persona: string | null): Generator<Found> {
  const [from, verb, to] = [
    textOf(relation, 'source'),
    textOf(relation, 'relationship') ?? textOf(relation, 'relation'),
    textOf(relation, 'target') ?? textOf(relation, 'destination'),
  ]
  if (from === null || verb === null || to === null) {
    yield { at, problem: 'is no relation: source, relationship and target were expected' }
    return
  }
  yield* toldTexts({
    text: [from, verb, to].map((name) => name.replaceAll('_', ' ')).join(' '),
    persona,
    source: 'user',
    sessionId: null,
    metadata: {},
    occurredAt: null,
    identity: ['relation', from, verb, to],
  })
}
