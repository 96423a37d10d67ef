import { sessionInSight } from '../../domain/account/persona.ts'
import type { NewMemory, Remembered } from '../../ports/new-memory.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Later } from '../../runtime/later.ts'
import { metrics } from '../../runtime/metrics.ts'
import type { Trace } from '../../runtime/trace.ts'
import { turnsOf } from '../../runtime/turns.ts'
import { boundFacts } from './bound-facts.ts'
import { type Encoded, encode } from './encode.ts'
import { extract } from './extract.ts'
import type { IngestItem, IngestRequest } from './request.ts'

export type IngestOutcome =
  | {
      readonly facts: number
      readonly chunks: number
      readonly entities: number
      readonly sessionUpdated: boolean
      readonly message: string
      readonly duplicateOf: string | null
      /** The record of the text, or of what it restates; null where there was nothing to remember. */
      readonly memory: number | null
      /** An earlier import brought it: nothing was changed. */
      readonly wasImported: boolean
    }
  | { readonly error: string; readonly detail: string }

/**
 * The five steps of docs/api.md. Deduplication is decided where the memories are, in the same transaction that stores the facts and the chunks:
 * so a batch of any size costs one visit to the store, side by side with the sessions'.
 */
export async function ingest(
  ports: Ports,
  trace: Trace,
  { namespace, now, items, bound = null, once = null, tally = null, isPast = false, by }: IngestRequest,
  later: Later,
): Promise<IngestOutcome[]> {
  const turns = turnsOf(namespace)
  const extractions = boundFacts(await trace.step('extract', () => extract(ports, namespace, items, now, turns)))
  const encoded = await trace.step('encode', () => encode(ports, items, extractions, turns))
  const memories = encoded.map(({ memory }) => memory)
  const sessions = items.map(({ sessionId }) => (isPast ? null : sessionInSight(sessionId, bound)))

  const [remembered, updated] = await Promise.all([
    trace.step('remember', () =>
      ports.memory.remember(namespace, { now, embedder: ports.embedder.id, memories, once, tally, by }),
    ),
    trace.step('session', () => updateSessions(ports, namespace, now, sessions, encoded)),
  ])
  if (!isPast) later(() => warmSessions(ports, namespace, now, sessions, remembered))
  countRemembered(trace, remembered)
  return items.map((item, at) =>
    describe(item, encoded[at]!.memory, remembered[at]!, updated.has(sessions[at] ?? ''), extractions[at]!.note),
  )
}

function countRemembered(trace: Trace, remembered: readonly Remembered[]): void {
  trace.notes.set('records', remembered.length)
  metrics.count('ingestTexts', remembered.length)
  for (const { chunks, facts, duplicateOf } of remembered) {
    metrics.count('ingestChunks', chunks)
    metrics.count('ingestFacts', facts)
    if (duplicateOf !== null) metrics.count('ingestDuplicates')
  }
}

/** The topic moves while the memory is stored; which sessions did. */
async function updateSessions(
  ports: Ports,
  namespace: string,
  now: number,
  sessions: readonly (string | null)[],
  encoded: readonly Encoded[],
): Promise<Set<string>> {
  const said = new Map<string, Float32Array[]>()
  for (const [at, sessionId] of sessions.entries()) {
    if (sessionId !== null) said.set(sessionId, [...(said.get(sessionId) ?? []), ...encoded[at]!.vectors])
  }
  const updated = new Set<string>()
  await Promise.all(
    [...said].map(async ([sessionId, vectors]) => {
      try {
        await ports.sessions.update(namespace, sessionId, { now, vectors, ids: [] })
        updated.add(sessionId)
      } catch {
        // Working memory is a help, not a record: the memory itself is stored, and the answer says that the session was not updated.
      }
    }),
  )
  return updated
}

/** What was just said is hot. Its ids are known only now, and nobody waits for this. */
async function warmSessions(
  ports: Ports,
  namespace: string,
  now: number,
  sessions: readonly (string | null)[],
  remembered: readonly Remembered[],
): Promise<void> {
  const hot = new Map<string, Remembered['ids'][number][]>()
  for (const [at, sessionId] of sessions.entries()) {
    if (sessionId !== null) hot.set(sessionId, [...remembered[at]!.ids, ...(hot.get(sessionId) ?? [])])
  }
  await Promise.all(
    [...hot].map(([sessionId, ids]) => ports.sessions.touch(namespace, sessionId, { now, ids }).catch(() => {})),
  )
}

function describe(
  item: IngestItem,
  memory: NewMemory,
  stored: Remembered,
  sessionUpdated: boolean,
  note: string | null,
): IngestOutcome {
  const entities =
    stored.chunks === 0
      ? 0
      : new Set(memory.facts.flatMap(({ subject, object }) => [subject.name.toLowerCase(), object.name.toLowerCase()]))
          .size
  return {
    facts: stored.facts,
    chunks: stored.chunks,
    entities,
    sessionUpdated: item.sessionId !== null && sessionUpdated,
    message: messageOf(memory, stored, entities, note),
    duplicateOf: stored.duplicateOf,
    memory: stored.restates ?? stored.memory,
    wasImported: stored.wasImported === true,
  }
}

function messageOf(memory: NewMemory, stored: Remembered, entities: number, note: string | null): string {
  const fallback = note === null ? '' : ` ${note}`
  if (memory.chunks.length === 0) return 'Nothing to remember: the text is blank.'
  if (stored.duplicateOf !== null)
    return `Already known: it restates ${stored.duplicateOf} and adds nothing new.${fallback}`
  const count = (n: number, word: string, words = `${word}s`) => `${n} ${n === 1 ? word : words}`
  return `Stored ${count(stored.chunks, 'chunk')}, ${count(stored.facts, 'fact')} and ${count(entities, 'entity', 'entities')}.${fallback}`
}
