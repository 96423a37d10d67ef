import type { MemoryId } from '../domain/memory-id.ts'
import type { Aspect } from '../domain/statement/fact.ts'
import type { Authored } from './journal.ts'
import type { Tallied } from './memory-store.ts'

/**
 * A vector and what it stands for: its data on request, and the text that it is made of where nothing else in its row tells, so that another
 * embedder can make it anew.
 */
export interface PortableVector {
  readonly facts: readonly number[]
  readonly text?: string
  /** As `vectorToText` writes it. */
  readonly data?: string
}

export interface Standing {
  readonly id: number
  readonly persona: string
  readonly source: number
  readonly level: number
  readonly createdAt: number
  readonly statedAt: number
  readonly lastAccess: number
  readonly accessCount: number
  readonly metadata: string | null
  readonly memory: number
  readonly statedBy: readonly string[]
}

export interface PortableChunk extends Standing {
  readonly text: string
  readonly start: number
  readonly statement: number
  readonly session: string | null
  readonly speaker: string | null
  readonly facts: readonly number[]
  readonly vectors: readonly PortableVector[]
}

export interface PortableFact extends Standing {
  readonly subject: string
  readonly predicate: string
  readonly relation: string
  readonly object: string
  readonly leaf: boolean
  readonly text: string
  readonly negated: boolean
  readonly aspect: Aspect
  readonly slot: string
  readonly value: string
  readonly denies: boolean
  readonly chunk: number
  /** Which of its chunk's; null: one of its own, since its chunk is gone. */
  readonly vector: number | null
  readonly abstraction: number | null
  readonly members: number
  readonly latest: number
  readonly date: string | null
}

/** Comes in a memory: where it has no metadata, it has the memory's. */
export type Brought<Part extends Standing> = Omit<Part, 'metadata'> & Partial<Pick<Part, 'metadata'>>

/** What a memory was before. */
export interface PortableVersion {
  readonly version: number
  readonly text: string
  readonly metadata: string | null
  readonly persona: string
  readonly occurredAt: number
  /** Left out where it is UTC's. */
  readonly offsetMs?: number
  readonly replacedAt: number
}

/** One memory with all that it brought, whole. What it says again is in `stated`, as everything that it tells. */
export interface PortableMemory {
  readonly type: 'memory'
  readonly id: number
  readonly persona: string
  readonly source: number
  readonly level: number
  readonly session: string | null
  readonly speaker: string | null
  readonly metadata: string | null
  readonly occurredAt: number
  /** Left out where it is UTC's. */
  readonly offsetMs?: number
  readonly createdAt: number
  readonly statedAt: number
  readonly text: string | null
  readonly version: number
  /** JSON lists, as the store keeps them. */
  readonly changes: string | null
  readonly stated: string
  /** Oldest first; where they are too long for one line, rows of type `history` go on. */
  readonly versions: readonly PortableVersion[]
  readonly chunks: readonly Brought<PortableChunk>[]
  readonly facts: readonly Brought<PortableFact>[]
  /** What it said, piece by piece, while it is out of retrieval. `reading` is JSON. */
  readonly parked: readonly {
    readonly piece: number
    readonly reading: string
    readonly vectors: readonly PortableVector[]
  }[]
}

/** That something was erased. Where it is of more memories than one line has, lines of the same receipt follow, each from where the one before ends. */
export interface PortableReceipt {
  readonly type: 'receipt'
  readonly id: number
  readonly at: number
  readonly scope: string
  readonly erased: string
  readonly remaining: number
  /** How many of its memories are in the lines before; left out in the first. */
  readonly from?: number
  /** A JSON list. */
  readonly memories: string
}

/** One row of what a namespace is made of. */
export type PortableRow =
  | { readonly type: 'persona'; readonly name: string; readonly consolidatedAt: number | null }
  | { readonly type: 'session'; readonly name: string; readonly persona: string }
  | {
      readonly type: 'entity'
      readonly key: string
      readonly name: string
      readonly kind: string
      /** JSON list of other names, and why they are taken for it, or never again. */
      readonly aliases: string
      readonly names: readonly string[]
    }
  | PortableMemory
  /** More former versions of the memory before it, which is of this persona. */
  | {
      readonly type: 'history'
      readonly memory: number
      readonly persona: string
      readonly versions: readonly PortableVersion[]
    }
  /** What outlived the memory that brought it, and what the store made itself. */
  | ({ readonly type: 'chunk' } & PortableChunk)
  | ({ readonly type: 'fact' } & PortableFact)
  | ({ readonly type: 'vector'; readonly chunk: number; readonly persona: string } & PortableVector)
  | PortableReceipt
  /** Numbers up to which ids were given: none of them is given again. */
  | {
      readonly type: 'state'
      readonly memories: number
      readonly chunks: number
      readonly facts: number
      readonly compressedUpTo: number
    }

/** The memory that a row is, or goes on with; null: it is something else. */
export const memoryOf = (row: PortableRow): number | null =>
  row.type === 'memory' ? row.id : row.type === 'history' ? row.memory : null

/** Whether a row comes with no memory, and is a text nevertheless. */
export const isTextBeside = ({ type }: PortableRow): boolean =>
  type === 'chunk' || type === 'fact' || type === 'history'

/** What an export goes through; a history comes with its memory. */
export type RowType = Exclude<PortableRow['type'], 'history'>

/** The order of an export: what others refer to comes first. */
export const ROW_TYPES = [
  ...(['persona', 'session', 'entity', 'memory', 'chunk', 'fact', 'vector', 'receipt', 'state'] as const),
] as const satisfies readonly RowType[]

/** Where an export stands. `until`: what was created after its beginning is not in it. */
export interface ExportPlace {
  readonly type: RowType
  /** The last one that was read: a number, or a name. */
  readonly after: number | string
  /** In the middle of what that memory was before: the last of its former versions that was read. */
  readonly version?: number | undefined
  /** In the middle of the memories that that receipt is of: how many of them were read. */
  readonly from?: number | undefined
  readonly until: { readonly memories: number; readonly chunks: number; readonly facts: number }
}

/**
 * Everything that a namespace remembers, as rows that another one can take over. Promises:
 * - Of a namespace at rest, what is restored into an empty one and exported again is the same, row for row.
 * - A page is read in one look, and a memory in it is whole. Nothing created after the first page is in a later one. However long memories are,
 *   a page has some megabytes at most.
 * - `restore` takes a page all or nothing, and a row that is there already stays as it is, so that it can go on anywhere. What has the number of
 *   another is refused, and so is what has to do with another persona's: nothing of the page is taken. Nor is it where memories tell what is
 *   nowhere, which are named then.
 */
export interface Portable {
  exportPage(
    namespace: string,
    request: {
      /** null: from the beginning. */
      readonly place: ExportPlace | null
      readonly limit: number
      readonly vectors: boolean
      /** null: all. */
      readonly personas: readonly string[] | null
      /** For whoever may not see what others say: entities go by the names that these personas give them. */
      readonly asSaid: boolean
      /** For a choice of memories: each has all that it tells, whoever brought that, and nothing else but personas comes with them. */
      readonly selfContained?: boolean
    },
  ): Promise<{
    readonly rows: readonly PortableRow[]
    readonly next: ExportPlace | null
    readonly embedder: string | null
  }>
  /** Every vector has its data. `dryRun`: only says what would come of it. `isPart`: what is nowhere is taken to be in another part. */
  restoreRows(
    namespace: string,
    request: Authored &
      Tallied & {
        readonly now: number
        readonly embedder: string
        readonly rows: readonly PortableRow[]
        readonly dryRun?: boolean
        readonly isPart?: boolean
      },
  ): Promise<
    /** `knownBeside`: chunks and facts that came by themselves, and are there. */
    | { readonly kind: 'done'; readonly memories: number; readonly known: number; readonly knownBeside: number }
    | { readonly kind: 'conflict'; readonly memory: number }
    /** Memories of the page tell what is neither in it nor here, or what only such a memory would bring. */
    | { readonly kind: 'missing-references'; readonly memories: readonly number[] }
    /** A chunk or a fact is another one here, or has to do with what is another persona's. */
    | { readonly kind: 'conflict'; readonly target: MemoryId }
  >
}
