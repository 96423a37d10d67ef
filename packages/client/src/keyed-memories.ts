import { type BrainClient, ConflictError, type Memory } from './client.ts'

/** What a store of documents needs of the client. */
export type DocumentClient = Pick<BrainClient, 'listMemories' | 'ingest' | 'editMemory' | 'deleteMemory' | 'retrieve'>

export interface KeyedMemoriesOptions {
  readonly client: DocumentClient
  /** Whose documents they are, where a key has several personas. */
  readonly persona?: string | undefined
  readonly source: 'user' | 'document' | 'assistant'
}

type Fields = Readonly<Record<string, string | number | boolean>>

export interface KeyedMemories {
  /** Those whose metadata has all of these fields, newest first. What somebody took out of retrieval is not there. */
  list(fields: Fields): AsyncIterable<Memory>
  find(fields: Fields): Promise<Memory | null>
  add(text: string, metadata: Record<string, unknown>): Promise<void>
  /** Changes it only if nobody else has since it was read: false where somebody has. Metadata is merged; null takes a field out. */
  change(memory: Memory, text: string | null, metadata: Record<string, unknown>): Promise<boolean>
  remove(memory: Memory): Promise<void>
  /** What is read counts as used, so that it does not fade: looking at a record alone does not. */
  keep(memory: Memory, fields: Fields): Promise<void>
}

const PAGE = 200
const MOST_FOUND = 20
const LONGEST_QUERY = 1_000
const PRECONDITION_FAILED = 412

/** Memories as documents with keys of their own, which stand in the metadata: a document is one memory, found by its fields. */
export function createKeyedMemories({ client, persona, source }: KeyedMemoriesOptions): KeyedMemories {
  const whose = persona ? { persona } : {}
  // A list has what is shared, too.
  const isMine = (memory: Memory) => memory.persona === (persona ?? memory.persona) && memory.state !== 'invalidated'

  async function* list(fields: Fields): AsyncGenerator<Memory> {
    for await (const memory of client.listMemories({ ...whose, metadata: fields, limit: PAGE }))
      if (isMine(memory)) yield memory
  }

  return {
    list,
    async find(fields) {
      for await (const memory of list(fields)) return memory
      return null
    },
    async add(text, metadata) {
      await client.ingest({ text, source, metadata, ...whose })
    },
    async change(memory, text, metadata) {
      const { version } = memory as { version?: number }
      try {
        await client.editMemory(memory.id, { metadata, ...(text === null ? {} : { text }) }, { ifMatch: version })
        return true
      } catch (error) {
        if (error instanceof ConflictError && error.status === PRECONDITION_FAILED) return false
        throw error
      }
    },
    async remove(memory) {
      await client.deleteMemory(memory.id)
    },
    async keep({ text }, metadata) {
      await client.retrieve({
        ...{ query: text.trim().slice(0, LONGEST_QUERY), filter: { ...whose, metadata }, ...whose },
        ...{ k: MOST_FOUND, min_score: 0, rerank: false, include_working: false },
      })
    },
  }
}
