import { BrainError } from '../../domain/errors.ts'
import type { ArchivedMemory } from '../../ports/archive.ts'
import type { Counts } from '../../ports/memory-store.ts'
import type { Ports } from '../../ports/ports.ts'
import { embeddedText, embedEach } from '../ingest/embed-each.ts'

/** Memories read and written at a time: a call takes a second or so, and the next one goes on where it ended. */
const PAGE = 100

export interface Migrated {
  readonly migrated: number
  readonly cursor: number | null
  /** Of both sides, once everything was migrated. */
  readonly counts: { readonly from: Counts; readonly to: Counts } | null
}

/**
 * Migrates one page of a namespace from the embedded store to the one that is configured now, and embeds it anew where the embedder is another.
 * Nothing is deleted, and a page that was migrated before changes nothing.
 */
export async function migratePage(ports: Ports, namespace: string, after: number, now: number): Promise<Migrated> {
  const { transfer } = ports
  if (!transfer)
    throw new BrainError('conflict', 'There is nothing to move to: MEMORY_STORE is embedded. Set it to cloud first.')
  const page = await transfer.from.page(namespace, after, PAGE)
  const memories = page.embedder === ports.embedder.id ? page.memories : await embedAnew(ports, page.memories)
  if (memories.length > 0) await transfer.to.restore(namespace, { now, embedder: ports.embedder.id, memories })
  const counts = page.next === null ? await countBoth(ports, namespace) : null
  return { migrated: page.memories.length, cursor: page.next, counts }
}

async function countBoth(ports: Ports, namespace: string) {
  const [from, to] = await Promise.all([
    ports.transfer!.from.count(namespace, 'shared'),
    ports.memory.count(namespace, 'shared'),
  ])
  return { from: from.namespace, to: to.namespace }
}

/** A sentence of its own is not kept as text: the fact that it states stands for it. */
async function embedAnew(ports: Ports, archived: readonly ArchivedMemory[]): Promise<ArchivedMemory[]> {
  const vectorOf = await embedEach(
    ports.embedder,
    archived.flatMap(({ memory: { chunks, facts, speaker } }) => [
      ...chunks.map((chunk) => embeddedText(chunk, speaker)),
      ...facts.flatMap((fact) => (fact.vector ? fact.text : [])),
    ]),
  )
  return archived.map(({ memory, ...past }) => ({
    ...past,
    memory: {
      ...memory,
      chunks: memory.chunks.map((chunk) => ({
        ...chunk,
        vector: vectorOf(embeddedText(chunk, memory.speaker)).packed,
      })),
      facts: memory.facts.map((fact) => ({ ...fact, vector: fact.vector && vectorOf(fact.text).packed })),
    },
  }))
}
