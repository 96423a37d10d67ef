import {
  BaseStore,
  type GetOperation,
  type Item,
  type ListNamespacesOperation,
  type Operation,
  type OperationResults,
  type PutOperation,
  type SearchItem,
  type SearchOperation,
} from '@langchain/langgraph-checkpoint'
import { createKeyedMemories, type DocumentClient, type KeyedMemories } from './keyed-memories.ts'
import { matchesFilter } from './langgraph/filter.ts'
import { isIndexed, isMatch, keyFields, namespaceOf, prefixFields, toItem, toMemory } from './langgraph/item.ts'
import { type ScoreOf, scoresOf } from './langgraph/scores.ts'

export interface BrainStoreOptions {
  readonly client: DocumentClient
  /** Whose items they are, where a key has several personas. */
  readonly persona?: string | undefined
  /** Whether getting an item counts as using it, so that it does not fade; true unless given. It costs a retrieval. */
  readonly keepRead?: boolean | undefined
  /** The fields that are searched, unless an item says so itself; every text in it unless given. */
  readonly index?: readonly string[] | undefined
}

/** As many as a retrieval gives. */
const MOST_SCORED = 20
const MOST_TRIES = 10
/** An agent may search by a whole document; the service takes a question of at most so many characters. */
const LONGEST_QUERY = 10_000

/** A LangGraph store on an edge-brain: an item is a memory, and `search` with a query is a retrieval. */
export class BrainStore extends BaseStore {
  readonly #options: BrainStoreOptions
  readonly #memories: KeyedMemories

  constructor(options: BrainStoreOptions) {
    super()
    this.#options = options
    this.#memories = createKeyedMemories({ ...options, source: 'document' })
  }

  /** What is read is what was there before: puts come last, and of several for one key the last counts. */
  override async batch<Op extends Operation[]>(operations: Op): Promise<OperationResults<Op>> {
    const puts = new Map<string, PutOperation>()
    for (const operation of operations)
      if ('value' in operation) puts.set(JSON.stringify([operation.namespace, operation.key]), operation)
    const results = await Promise.all(operations.map((operation) => this.#read(operation)))
    await Promise.all([...puts.values()].map((operation) => this.#put(operation)))
    return results as OperationResults<Op>
  }

  #read(operation: Operation): Promise<unknown> {
    if ('value' in operation) return Promise.resolve(undefined)
    if ('namespacePrefix' in operation) return this.#search(operation)
    return 'key' in operation ? this.#get(operation) : this.#namespaces(operation)
  }

  async #get({ namespace, key }: GetOperation): Promise<Item | null> {
    const memory = await this.#memories.find(keyFields(namespace, key))
    if (memory === null) return null
    // What cannot be kept can still be read.
    if (this.#options.keepRead ?? true) await this.#memories.keep(memory, keyFields(namespace, key)).catch(() => {})
    return toItem(memory)
  }

  async #put({ namespace, key, value, index }: PutOperation): Promise<void> {
    const fields = keyFields(namespace, key)
    if (value === null) {
      for await (const memory of this.#memories.list(fields)) await this.#memories.remove(memory)
      return
    }
    const { text, metadata } = toMemory(namespace, key, value, index ?? this.#options.index)
    // Changed meanwhile: the last to write counts, so it is written over what is there then.
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const memory = await this.#memories.find(fields)
      if (memory === null) return this.#memories.add(text, withoutNull(metadata))
      if (await this.#memories.change(memory, text, metadata)) return
    }
    throw new Error(`The item ${key} is being changed by too many at once.`)
  }

  async #search({ namespacePrefix, filter, query, limit = 10, offset = 0 }: SearchOperation): Promise<SearchItem[]> {
    const fields = prefixFields(namespacePrefix)
    const scoreOf = query?.trim() ? await this.#scores(query, fields) : () => undefined
    const found: { item: SearchItem; score: number | undefined }[] = []
    const seen = new Set<string>()
    for await (const memory of this.#memories.list(fields)) {
      const item = toItem(memory)
      const name = JSON.stringify([item.namespace, item.key])
      if (seen.has(name) || !matchesFilter(item.value, filter)) continue
      seen.add(name)
      const score = isIndexed(memory) ? scoreOf(memory) : undefined
      found.push({ item: score === undefined ? item : { ...item, score }, score })
    }
    found.sort((a, b) => (b.score ?? -1) - (a.score ?? -1) || b.item.updatedAt.getTime() - a.item.updatedAt.getTime())
    return found.slice(offset, offset + limit).map(({ item }) => item)
  }

  /** How well each memory fits a query: chunks of texts, not facts read from them, since items are what is searched. */
  async #scores(query: string, metadata: Record<string, string | boolean>): Promise<ScoreOf> {
    const { client, persona } = this.#options
    const whose = persona ? { persona } : {}
    const { facts } = await client.retrieve({
      ...{
        query: query.slice(0, LONGEST_QUERY),
        k: MOST_SCORED,
        min_score: 0,
        include_semantic: false,
        include_working: false,
      },
      ...{ filter: { metadata, ...whose }, ...whose },
    })
    return scoresOf(facts)
  }

  async #namespaces({ matchConditions = [], maxDepth, limit, offset }: ListNamespacesOperation): Promise<string[][]> {
    const found = new Map<string, string[]>()
    for await (const memory of this.#memories.list(prefixFields([]))) {
      const namespace = namespaceOf(memory)
      if (!matchConditions.every((condition) => isMatch(condition, namespace))) continue
      const shown = namespace.slice(0, maxDepth)
      found.set(JSON.stringify(shown), shown)
    }
    // A label has no full stop, so that what is above comes before what is below it.
    const sorted = [...found.values()].sort((a, b) => a.join('.').localeCompare(b.join('.')))
    return sorted.slice(offset ?? 0, (offset ?? 0) + (limit ?? sorted.length))
  }
}

const withoutNull = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
