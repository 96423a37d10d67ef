import type { MemoryId } from '../domain/memory-id.ts'
import type { Page, RecordFilter } from '../ports/memory-records.ts'
import type { EntityRecord, Evidence, MemoryRecord, StoredChunk, StoredFact } from './records.ts'
import type { Hidden } from './revision/is-about.ts'

/** Of a condition that picks single memories, such as a word, as many are looked at. */
export const MOST_PICKED = 10_000

type Maybe<T> = T | Promise<T>
export type Personas = RecordFilter['personas']
/** A chunk as it is shown. */
export type ShownChunk = Omit<StoredChunk, 'facts' | 'statement' | 'unfinished'>
type Rival = Pick<
  StoredFact,
  'id' | 'subject' | 'slot' | 'value' | 'denies' | 'source' | 'statedAt' | 'latest' | 'chunk'
>
export type CountedEntity = EntityRecord & { readonly facts: number }

/** What a store looks up. All of it in one namespace. */
export interface RecordReader {
  /** Newest first. `among`: only these, where it is given. */
  records(
    conditions: Page & Omit<RecordFilter, 'entity' | 'words' | 'state'> & { readonly among: readonly number[] | null },
  ): Maybe<readonly MemoryRecord[]>
  recordsById(ids: readonly number[]): Maybe<readonly MemoryRecord[]>
  chunks(ids: readonly number[]): Maybe<readonly ShownChunk[]>
  facts(ids: readonly number[]): Maybe<readonly StoredFact[]>
  /** What else stands where these do. */
  rivals(facts: readonly StoredFact[], personas: Personas): Maybe<readonly Rival[]>
  /** Who says again what these state. */
  evidence(targets: readonly MemoryId[]): Maybe<readonly Evidence[]>
  /** What is out of retrieval and states nothing therefore, by what was kept of it; newest first. */
  hidden(page: Page & { readonly personas: Personas }): Maybe<readonly (Hidden & { readonly id: number })[]>
  /** Keys of the entities that go by the name. */
  named(name: string): Maybe<readonly string[]>
  /** With the number of their facts of these personas; where some are given, only those that have any. */
  entities(keys: readonly string[], personas: Personas): Maybe<readonly CountedEntity[]>
  /** Those in the most facts, as above. */
  strongest(personas: Personas, limit: number): Maybe<readonly CountedEntity[]>
  /** Newest first. `entities` null: of all. `dated`: only those that have a date of their own. */
  factPage(
    page: Page & {
      readonly personas: Personas
      readonly entities: readonly string[] | null
      readonly dated?: boolean
    },
  ): Maybe<readonly StoredFact[]>
  /** Of one subject, in these ranges of slots; newest first. */
  lastingFacts(wanted: {
    readonly subject: string
    readonly slots: readonly (readonly [from: string, to: string])[]
    readonly personas: Personas
    readonly limit: number
  }): Maybe<readonly StoredFact[]>
  /** Chunks that have all of these words. */
  having(words: readonly string[], limit: number): Maybe<readonly number[]>
  /** Chunks that have any of these words: of each word at least the newest, as many as `limit`. */
  havingAny(words: readonly string[], limit: number): Maybe<readonly number[]>
}
