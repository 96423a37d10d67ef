import { env } from 'cloudflare:workers'
import { createEmbeddedMemoryStore } from '../../../../src/adapters/durable-objects/memory-store.ts'
import { createRoundTrip } from '../../../../src/adapters/durable-objects/round-trip.ts'
import { connect } from '../../../../src/bootstrap/connect.ts'
import { randomBase62 } from '../../../../src/domain/base62.ts'
import { boundFacts } from '../../../../src/pipelines/ingest/bound-facts.ts'
import { encode } from '../../../../src/pipelines/ingest/encode.ts'
import { extract } from '../../../../src/pipelines/ingest/extract.ts'
import type { IngestItem } from '../../../../src/pipelines/ingest/request.ts'
import { prepareRetrieve, retrieve } from '../../../../src/pipelines/retrieve/retrieve.ts'
import type { MemoryRevisions, Revised, Revision } from '../../../../src/ports/memory-revisions.ts'
import type { NewMemory } from '../../../../src/ports/new-memory.ts'
import type { Ports } from '../../../../src/ports/ports.ts'
import type { Recollection } from '../../../../src/ports/recollection.ts'
import { createTrace } from '../../../../src/runtime/trace.ts'
import { BACKGROUND } from '../../../../src/runtime/turns.ts'
import { createFakeEmbedder } from '../../../fakes/embedder.ts'

const embedder = createFakeEmbedder()
const trace = createTrace()

/** The service's own parts, but for the encoder: reading texts is what matters here. */
export const ports: Ports = (() => {
  const own = connect(env, trace)
  const roundTrip = createRoundTrip(trace, 0)
  const vault = createEmbeddedMemoryStore({ vaults: env.VAULT, embedderId: () => embedder.id, roundTrip, trace })
  const memory = {
    ...vault,
    recall: async (...asked: Parameters<typeof vault.recall>) => inOrder(await vault.recall(...asked)),
  }
  return { ...own, memory, records: vault, revisions: vault, entities: vault, embedder, reranker: null }
})()

/** Of two that are equally near the one with the lower number comes first, and numbers may differ: here it is the one that was told first. */
function inOrder(found: Recollection): Recollection {
  return {
    ...found,
    chunks: found.chunks.toSorted((a, b) => a.memory - b.memory || (a.text < b.text ? -1 : 1)),
    facts: found.facts.toSorted((a, b) => (a.latest ?? 0) - (b.latest ?? 0)),
  }
}

export type Item = Omit<IngestItem, 'useLlmExtraction'>

const readings = new Map<string, Promise<NewMemory>>()

/** As the ingest pipeline reads it; each text once. */
export function read(item: Item, now: number): Promise<NewMemory> {
  const key = JSON.stringify([item, item.occurredAt === null ? Math.floor(now / 86_400_000) : 0])
  const known = readings.get(key)
  if (known) return known
  const items = [{ ...item, useLlmExtraction: false }]
  const reading = (async () => {
    const extractions = boundFacts(await extract(ports, 'none', items, now, BACKGROUND))
    const [encoded] = await encode(ports, items, extractions)
    return encoded!.memory
  })()
  readings.set(key, reading)
  return reading
}

export interface Step {
  readonly now: number
  readonly items: readonly Item[]
}

export const newNamespace = () => `E${randomBase62(9)}`

/** Tells a history; the number of the record of each text, in order. */
export async function tell(namespace: string, steps: readonly Step[]): Promise<number[]> {
  const records: number[] = []
  for (const { now, items } of steps) {
    if (items.length === 0) continue
    const memories = await Promise.all(items.map((item) => read(item, now)))
    const remembered = await ports.memory.remember(namespace, { now, embedder: embedder.id, memories })
    records.push(...remembered.map(({ memory }) => memory!))
  }
  return records
}

type Request = Parameters<MemoryRevisions['revise']>[1]

/** Reads whatever is asked for, until it is done. */
export async function revise(
  namespace: string,
  revisions: readonly Revision[],
  given: Partial<Request> = {},
): Promise<Revised> {
  const asked: { id: number; memory: NewMemory }[] = []
  for (let round = 0; round < 20; round++) {
    const revised = await ports.revisions.revise(namespace, {
      ...{ now: NOON, embedder: embedder.id, personas: null, revisions, read: asked, receipt: null },
      ...given,
    })
    if (revised.kind !== 'unread') return revised
    for (const { id, confidence: _, speaker: __, ...item } of revised.texts)
      asked.push({ id, memory: await read(item, item.occurredAt) })
  }
  throw new Error('it never had all that it asked for')
}

export const NOON = Date.UTC(2026, 10, 15, 12)

/** The service's own word for what has something to do with a question. */
const RELATED = 0.2

/**
 * What a question finds, in the order of the answers: those of one score in the order of their words. What has next to nothing to do with it
 * is in no order: which of two equal ones is looked at first decides there.
 */
export async function answers(namespace: string, query: string): Promise<string[]> {
  const request = {
    ...{ namespace, query, now: NOON, k: 20, persona: null, maxHops: 2, sessionId: null, minScore: 0 },
    ...{ includeEpisodic: true, includeSemantic: true, includeWorking: false },
    ...{ useCompression: false, contextFormat: 'plain' as const, rerank: false },
  }
  const { facts } = await retrieve(ports, trace, request, prepareRetrieve(ports, trace, request), () => {})
  return facts
    .map(({ fact, score, sourceType }) => `${score < RELATED ? 0 : score.toFixed(4)} ${sourceType} ${fact}`)
    .sort((a, b) => Number(b.split(' ')[0]) - Number(a.split(' ')[0]) || (a < b ? -1 : 1))
}
