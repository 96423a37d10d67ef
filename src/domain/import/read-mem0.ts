import { fieldOf, isFields, keptMetadata, listOf, textOf, timeOf } from './foreign-values.ts'
import type { Found } from './imported-text.ts'
import { toldTexts } from './told-texts.ts'

/**
 * A memory of mem0, or a page of them. The fields are those of `get` and `get_all` (mem0ai/mem0, mem0/memory/main.py: `MemoryItem` with
 * `user_id`, `agent_id`, `run_id`, `actor_id` and `role` beside it, the rest of the payload in `metadata`), and of OpenMemory's export
 * (openmemory/api/app/routers/backup.py, where the text is `content`). mem0 keeps users apart, and so do personas.
 */
export function* readMem0(value: unknown, at: string, now: number, owner: string | null = null): Generator<Found> {
  const pages = ['results', 'memories'].map((name) => fieldOf(value, name)).filter(Array.isArray)
  const relations = listOf(fieldOf(value, 'relations'))
  if (pages.length > 0) {
    // In OpenMemory's file a memory names its user by a number of the database; the file says who that is.
    const user = textOf(fieldOf(value, 'user'), 'user_id')
    for (const [n, memory] of pages.flat().entries())
      yield* readMem0Memory(memory, `${at}, memory ${n + 1}`, now, user ?? owner)
    for (const [n, relation] of relations.entries()) yield* readRelation(relation, `${at}, relation ${n + 1}`)
    return
  }
  yield* readMem0Memory(value, at, now, owner)
}

const NAMED = ['agent_id', 'app_id', 'actor_id', 'updated_at', 'categories', 'state', 'app'] as const

function* readMem0Memory(memory: unknown, at: string, now: number, owner: string | null): Generator<Found> {
  if (!isFields(memory)) {
    yield { at, problem: 'is no memory: an object was expected' }
    return
  }
  const said = textOf(memory, 'memory') ?? textOf(memory, 'content')
  if (said === null) {
    yield { at, problem: 'has no memory: a text was expected' }
    return
  }
  if (fieldOf(memory, 'state') === 'deleted' || fieldOf(memory, 'deleted_at')) {
    yield { skipped: 1 }
    return
  }
  const actor = textOf(memory, 'actor_id')
  const metadata = fieldOf(memory, 'metadata')
  const occurredAt = timeOf(now, fieldOf(memory, 'created_at'), fieldOf(memory, 'updated_at'))
  yield* toldTexts({
    // Who took part in a conversation under a name said it himself.
    text: actor === null || said.startsWith(`${actor}:`) ? said : `${actor}: ${said}`,
    persona: owner ?? textOf(memory, 'user_id') ?? textOf(memory, 'agent_id'),
    source: fieldOf(memory, 'role') === 'assistant' ? 'assistant' : 'user',
    sessionId: textOf(memory, 'run_id'),
    metadata: keptMetadata([
      ...NAMED.map((name) => [name, fieldOf(memory, name)] as const),
      ...(isFields(metadata) ? Object.entries(metadata) : []),
    ]),
    occurredAt,
    identity: [textOf(memory, 'id') ?? `${said}\n${occurredAt}`],
  })
}

/** What mem0 answers with a graph store: `source`, `relationship`, and `target` or, in later versions, `destination`. */
function* readRelation(relation: unknown, at: string): Generator<Found> {
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
    persona: null,
    source: 'user',
    sessionId: null,
    metadata: {},
    occurredAt: null,
    identity: ['relation', from, verb, to],
  })
}
