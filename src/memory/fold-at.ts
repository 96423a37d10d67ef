import type { MemoryId } from '../domain/memory-id.ts'
import { toChunkId, toFactId } from '../domain/memory-id.ts'
import { foldChunk, foldFact } from './fold-tellings.ts'
import { heldAt } from './held-at.ts'
import type { MemoryRecord, StatedTarget, StoredChunk, StoredFact } from './records.ts'
import { tellingsIn } from './tellings-in.ts'

/** A memory, without whose it is. */
type Record = Omit<MemoryRecord, 'persona'>

interface Telling {
  readonly teller: Record
  readonly told: StatedTarget
  readonly number: number
}

/** What changes of a chunk, and of a fact, when later tellings are left out. */
type ChunkAt = ReturnType<typeof foldChunk> & Pick<StoredChunk, 'text' | 'speaker'>
export interface FactAt
  extends Pick<
    StoredFact,
    | 'source'
    | 'level'
    | 'statedAt'
    | 'latest'
    | 'metadata'
    | 'statedBy'
    | 'createdAt'
    | 'memory'
    | 'text'
    | 'relation'
    | 'value'
    | 'denies'
    | 'chunk'
  > {
  readonly date: string | null
  /** Which vector of its chunk stands for its words; null: as it is. */
  readonly vector: number | null
}

/** Makes chunks and facts again of what had been told by a time, from the memories that tell them: the first teller, the words, who stands behind it. */
export function createFoldAt(at: number, records: readonly Record[]) {
  const tellings = new Map<MemoryId, Telling[]>()
  /** By fact and chunk: the words that the fact has there, whoever said them. */
  const words = new Map<string, StatedTarget>()
  for (const teller of [...records].sort((a, b) => a.id - b.id)) {
    const holds = heldAt(teller, at)
    for (const { told, number } of tellingsIn(teller)) {
      if (told.text !== undefined) words.set(`${told.target} ${told.chunk}`, told)
      if (!holds) continue
      const known = tellings.get(told.target)
      if (known) known.push({ teller, told, number })
      else tellings.set(told.target, [{ teller, told, number }])
    }
  }
  /** Who says a chunk again has no words of his own for its facts; where nobody had said it before him, they are his. */
  function worded(own: readonly Telling[]): Telling[] {
    const said = new Set<number | undefined>()
    return own.map((one) => {
      const { told } = one
      const first = !said.has(told.chunk)
      said.add(told.chunk)
      if (told.text !== undefined || !first) return one
      const there = words.get(`${told.target} ${told.chunk}`)
      return there ? { ...one, told: { ...there, ...told } } : one
    })
  }

  return {
    /** null: nobody had said it. */
    chunk({ id, text, speaker, memory }: Pick<StoredChunk, 'id' | 'text' | 'speaker' | 'memory'>): ChunkAt | null {
      const own = tellings.get(toChunkId(id))
      if (!own) return null
      const { teller, told } = own[0]!
      const isOwn = teller.id === memory || teller.text === null
      return {
        ...foldChunk(own.map((one) => one.teller)),
        text: isOwn ? text : teller.text!.slice(told.start ?? 0, told.end ?? teller.text!.length),
        speaker: isOwn ? speaker : teller.speaker,
      }
    },
    fact(fact: StoredFact | Omit<StoredFact, 'persona'>): FactAt | null {
      const own = tellings.get(toFactId(fact.id))
      if (!own) return null
      const { first, worded: last, latest, ...standing } = foldFact(worded(own))
      const { told } = last
      // One of before has no words: it has those that it has today.
      const said =
        told.text === undefined
          ? { text: fact.text, relation: fact.relation, date: fact.date ?? null, chunk: fact.chunk, vector: null }
          : {
              text: told.text,
              relation: told.relation ?? fact.relation,
              date: told.date ?? null,
              chunk: told.chunk ?? fact.chunk,
              vector: told.vector ?? 0,
            }
      return {
        ...{ source: standing.source, level: standing.level, statedAt: standing.statedAt, latest },
        ...{ metadata: standing.metadata, statedBy: standing.statedBy, createdAt: standing.createdAt },
        memory: standing.memory,
        value: first.told.value ?? fact.value,
        denies: first.told.text === undefined ? fact.denies : first.told.denies === true,
        ...said,
      }
    },
  }
}
