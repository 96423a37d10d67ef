import { chunksIn, factsIn, type MemoryId, toChunkId, toFactId } from '../../../domain/memory-id.ts'
import { type Access, type Entry, packEntries, unpackEntries } from './access-pack.ts'
import type { CountedSql } from './counted-sql.ts'
import { createRoom, type Keeper } from './room.ts'

/** Of one chunk or fact. */
export interface Accessed extends Access {
  readonly id: number
}

/** What a fold writes, as the rows have it. */
export type AccessedRow = { id: number; lastAccess: number; accessCount: number }
export const ACCESSED = 'id, last_access AS lastAccess, access_count AS accessCount'

/**
 * Beyond so many memories the longest unused are folded into their rows, so many at once (some 20 ms). With what was written since it was
 * compacted, the log has 1 MB at most, which is what a vault reads when it wakes.
 */
const MOST_MEMORIES = 65_536
const FOLDED_AT_ONCE = 500
/** Entries that are written before the log is compacted: with ten a retrieve, every 1,600 retrieves. */
const MOST_UNCOMPACTED = 16_384
/** The last row is written again until it has so many, some 2 KB; a compacted one, which is written once, has more. */
const ROW_ENTRIES = 500
const COMPACTED_ROW_ENTRIES = 32_768
/** In all vaults of the isolate: some 12 MB. */
const room = createRoom(150_000)

const keyOf = (id: MemoryId): number => 2 * Number(id.slice(1)) + (id.startsWith('f') ? 1 : 0)
const idOf = (key: number): MemoryId => (key % 2 === 1 ? toFactId((key - 1) / 2) : toChunkId(key / 2))

interface Dated {
  readonly id: number
  readonly lastAccess: number
  readonly accessCount?: number
}

interface Log {
  /** By key, the longest unused first. */
  readonly pending: Map<number, Access>
  /** The row that is written to, and what it has. */
  row: number
  tail: Entry[]
  uncompacted: number
}

function apply(pending: Map<number, Access>, key: number, last: number, times: number): void {
  const known = pending.get(key)
  if (known) pending.delete(key)
  if (times === 0) return
  pending.set(key, known ? { last: Math.max(last, known.last), times: times + known.times } : { last, times })
}

function read(sql: CountedSql): Log {
  const log: Log = { pending: new Map(), row: 1, tail: [], uncompacted: 0 }
  const rows = sql.rows(
    ([id, compacted, data]) => ({ id: id as number, compacted: compacted === 1, data: data as ArrayBuffer }),
    'SELECT id, compacted, data FROM accesses ORDER BY id',
  )
  for (const { id, compacted, data } of rows) {
    // The last row goes on where it ended: a vault that sleeps between retrieves would else begin one for each, and delete it later.
    log.row = compacted ? id + 1 : id
    log.tail = []
    unpackEntries(new Uint8Array(data), (key, last, times) => {
      apply(log.pending, key, last, times)
      if (!compacted) log.tail.push({ key, last, times })
    })
    log.uncompacted += log.tail.length
  }
  return log
}

/**
 * The accesses that the rows of the memories do not have yet: a row's last access is a lower bound, and what is read counts the log too. A
 * retrieve writes one row here, however many memories it returned; a memory's own row is written when it looks as if it had faded.
 */
export function createAccesses(sql: CountedSql) {
  let log: Log | null = null
  /** Recorded by retrieves, which no transaction waits for. */
  let unwritten: Entry[] = []
  /** Of the transaction that has not ended yet. */
  let changed: Entry[] = []

  const keeper: Keeper = {
    get size() {
      return log?.pending.size ?? 0
    },
    clear() {
      log = null
      room.leave(keeper)
    },
  }
  const load = (): Log => {
    if (!log) {
      log = read(sql)
      for (const { key, last, times } of unwritten) apply(log.pending, key, last, times)
      room.use(keeper)
    }
    return log
  }
  const change = (entry: Entry) => {
    apply(load().pending, entry.key, entry.last, entry.times)
    changed.push(entry)
  }

  function compact(all: Log): void {
    sql.exec('DELETE FROM accesses')
    Object.assign(all, { row: 1, tail: [], uncompacted: 0 })
    const entries = Array.from(all.pending, ([key, { last, times }]) => ({ key, last, times }))
    for (let from = 0; from < entries.length; from += COMPACTED_ROW_ENTRIES) {
      const data = packEntries(entries.slice(from, from + COMPACTED_ROW_ENTRIES))
      sql.exec('INSERT INTO accesses (id, compacted, data) VALUES (?, 1, ?)', all.row++, data.buffer)
    }
  }

  function write(): void {
    const all = load()
    const entries = [...unwritten, ...changed]
    unwritten = []
    changed = []
    if (entries.length === 0) return
    all.uncompacted += entries.length
    if (all.pending.size === 0 || all.uncompacted > MOST_UNCOMPACTED) {
      compact(all)
      return
    }
    if (all.tail.length >= ROW_ENTRIES) {
      all.tail = []
      all.row++
    }
    all.tail.push(...entries)
    sql.exec(
      'INSERT INTO accesses (id, compacted, data) VALUES (?, 0, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data',
      all.row,
      packEntries(all.tail).buffer,
    )
  }

  const pendingOf = (id: MemoryId): Access | undefined => load().pending.get(keyOf(id))

  const exactOf = <Row extends Dated>(id: MemoryId, row: Row): Row => {
    const more = pendingOf(id)
    if (!more) return row
    const lastAccess = Math.max(row.lastAccess, more.last)
    return row.accessCount === undefined
      ? { ...row, lastAccess }
      : { ...row, lastAccess, accessCount: row.accessCount + more.times }
  }

  return {
    /** What a retrieve returned. */
    record({ at, ids }: { readonly at: number; readonly ids: readonly MemoryId[] }): void {
      const { pending } = load()
      for (const id of ids) {
        const key = keyOf(id)
        apply(pending, key, at, 1)
        unwritten.push({ key, last: at, times: 1 })
      }
      room.use(keeper)
    },
    /** What was recorded since the last time, as one row: a burst of retrieves shares it. */
    write,
    /** Accesses to facts that are part of a transaction. */
    addFacts(list: readonly Accessed[]): void {
      for (const { id, last, times } of list) change({ key: keyOf(toFactId(id)), last, times })
    },
    /** Of a row, as they are by now. */
    datesOf(id: MemoryId, { lastAccess, accessCount }: Omit<Required<Dated>, 'id'>) {
      const more = pendingOf(id)
      return more
        ? { lastAccess: Math.max(lastAccess, more.last), accessCount: accessCount + more.times }
        : { lastAccess, accessCount }
    },
    /** The rows as they are by now. */
    exact: <Row extends Dated>(kind: 'c' | 'f', rows: readonly Row[]): Row[] =>
      rows.map((row) => exactOf(`${kind}${row.id}`, row)),
    /** Chunks or facts accessed after a time. */
    since: (table: 'chunks' | 'facts', time: number): Pick<Accessed, 'id' | 'last'>[] =>
      Array.from(load().pending).flatMap(([key, { last }]) =>
        key % 2 === (table === 'facts' ? 1 : 0) && last > time ? { id: Math.floor(key / 2), last } : [],
      ),
    /** What has to leave the log, the longest unused first. */
    tooMany: (): MemoryId[] => {
      const { pending } = load()
      return pending.size <= MOST_MEMORIES ? [] : [...pending.keys()].slice(0, FOLDED_AT_ONCE).map(idOf)
    },
    /** Hands over what is pending of these, to be written into their rows in the same transaction. */
    take(ids: readonly MemoryId[]): { chunks: Accessed[]; facts: Accessed[] } {
      const taken = new Map(ids.flatMap((id) => (pendingOf(id) ? [[id, pendingOf(id)!] as const] : [])))
      this.drop([...taken.keys()])
      return {
        chunks: chunksIn([...taken.keys()]).map((id) => ({ ...taken.get(toChunkId(id))!, id })),
        facts: factsIn([...taken.keys()]).map((id) => ({ ...taken.get(toFactId(id))!, id })),
      }
    },
    /** These went, or have been written with all their accesses. */
    drop(ids: readonly MemoryId[]): void {
      for (const id of ids) {
        const known = pendingOf(id)
        if (known) change({ key: keyOf(id), last: known.last, times: 0 })
      }
    },
    flush(): void {
      if (changed.length > 0) write()
    },
    forget(): void {
      changed = []
      keeper.clear()
    },
  }
}

export type Accesses = ReturnType<typeof createAccesses>
