import { type AskedTokens, lateFrom, TOKEN_DIMENSIONS } from '../../domain/ranking/token-vectors.ts'

/** Rows of vectors, four bits a dimension, in the scanner's own memory, so that a search copies nothing. */
export interface ScanRows {
  readonly capacity: number
  /** Views for one use: another allocation may move the memory, so they are asked for anew each time and never kept. */
  views(): {
    /** Half a byte a dimension. */
    readonly bytes: Uint8Array
    readonly scales: Float32Array
    readonly personas: Uint32Array
    /** Not 0 where the row was deleted. */
    readonly dead: Uint8Array
  }
  /** Gives the memory back to the scanner; the rows must not be used again. */
  release(): void
}

export interface ScanHit {
  /** The run of rows, by its place in the list that was searched. */
  readonly run: number
  readonly row: number
  /** Dot product with the row; the query's scale is the caller's to multiply. */
  readonly score: number
}

export interface Scanner {
  allocate(capacity: number, dimensions: number): ScanRows
  /** The best live rows of all runs, best first. `scopes` null: every persona. */
  nearest(
    runs: readonly {
      readonly rows: ScanRows
      readonly count: number
      /** Not 0 where a row is not wanted; deleted ones are among these. */
      readonly skip?: Uint8Array | null
    }[],
    query: Int8Array,
    scopes: readonly number[] | null,
    limit: number,
  ): ScanHit[]
  /** How near texts are to the question by their tokens, one by one: as `lateInteraction`, some twenty times as fast. */
  late(asked: AskedTokens): (tokens: Uint8Array) => number
  readonly memoryBytes: number
}

interface Exports {
  readonly memory: WebAssembly.Memory
  heap(): number
  query(): number
  scopes(): number
  begin(dimensions: number, limit: number, scopes: number): void
  scan(rows: number, scales: number, personas: number, dead: number, count: number, tag: number): void
  finish(): number
  tags(): number
  indices(): number
  scores(): number
  asked_tokens(): number
  asked_scales(): number
  ask(count: number): void
  text_tokens(): number
  late(count: number): number
}

/** As `native/scan.c` declares them. */
const MAX_LIMIT = 1024
const MAX_SCOPES = 64
const MAX_ASKED = 128
const MAX_TOKENS = 512
const PAGE = 65536

/** Rows are scored four at a time: the kernel reads scales up to the next multiple of four. */
const aligned = (bytes: number) => (bytes + 15) & ~15

interface Place {
  readonly at: number
  readonly dimensions: number
}

/** One scanner an isolate: the kernel is synchronous, so that searches cannot meet inside it. */
export function createScanner(module: WebAssembly.Module): Scanner {
  const kernel = new WebAssembly.Instance(module, {}).exports as unknown as Exports
  const free = new Map<number, number[]>()
  const places = new WeakMap<ScanRows, Place>()
  let end = kernel.heap()
  let scratch = { at: 0, size: 0 }

  function take(bytes: number): number {
    const used = free.get(bytes)?.pop()
    if (used !== undefined) return used
    const at = end
    end += bytes
    const missing = end - kernel.memory.buffer.byteLength
    if (missing > 0) kernel.memory.grow(Math.ceil(missing / PAGE))
    return at
  }

  function giveBack(at: number, bytes: number): void {
    const list = free.get(bytes)
    if (list) list.push(at)
    else free.set(bytes, [at])
  }

  /** Where the kernel reads which rows of one run to skip. */
  function putSkipped(skip: Uint8Array): number {
    const size = aligned(skip.length)
    if (size > scratch.size) {
      if (scratch.size > 0) giveBack(scratch.at, scratch.size)
      scratch = { at: take(size), size }
    }
    new Uint8Array(kernel.memory.buffer, scratch.at, skip.length).set(skip)
    return scratch.at
  }

  function ask(query: Int8Array): void {
    new Int8Array(kernel.memory.buffer, kernel.query(), query.length).set(query)
  }

  return {
    allocate(capacity, dimensions) {
      const scalesAt = aligned((capacity * dimensions) / 2)
      const personasAt = scalesAt + aligned(capacity * 4)
      const deadAt = personasAt + aligned(capacity * 4)
      const size = deadAt + aligned(capacity)
      const at = take(size)
      new Uint8Array(kernel.memory.buffer, at, size).fill(0)
      const rows: ScanRows = {
        capacity,
        views: () => ({
          bytes: new Uint8Array(kernel.memory.buffer, at, (capacity * dimensions) / 2),
          scales: new Float32Array(kernel.memory.buffer, at + scalesAt, capacity),
          personas: new Uint32Array(kernel.memory.buffer, at + personasAt, capacity),
          dead: new Uint8Array(kernel.memory.buffer, at + deadAt, capacity),
        }),
        release: () => {
          if (places.delete(rows)) giveBack(at, size)
        },
      }
      places.set(rows, { at, dimensions })
      return rows
    },

    nearest(runs, query, scopes, limit) {
      if (scopes?.length === 0) return []
      if (scopes && scopes.length > MAX_SCOPES) throw new RangeError(`scan: more than ${MAX_SCOPES} scopes`)
      ask(query)
      if (scopes) new Uint32Array(kernel.memory.buffer, kernel.scopes(), scopes.length).set(scopes)
      kernel.begin(query.length, Math.min(limit, MAX_LIMIT), scopes?.length ?? 0)
      runs.forEach(({ rows, count, skip }, run) => {
        const { at, dimensions } = places.get(rows)!
        if (dimensions !== query.length) throw new RangeError('scan: the query has other dimensions than the rows')
        const scalesAt = at + aligned((rows.capacity * dimensions) / 2)
        const personasAt = scalesAt + aligned(rows.capacity * 4)
        const deadAt = skip ? putSkipped(skip) : personasAt + aligned(rows.capacity * 4)
        kernel.scan(at, scalesAt, personasAt, deadAt, count, run)
      })
      const found = kernel.finish()
      const tags = new Int32Array(kernel.memory.buffer, kernel.tags(), found)
      const indices = new Int32Array(kernel.memory.buffer, kernel.indices(), found)
      const scores = new Float32Array(kernel.memory.buffer, kernel.scores(), found)
      return Array.from(tags, (run, i) => ({ run, row: indices[i]!, score: scores[i]! }))
    },

    late(asked) {
      const { buffer } = kernel.memory
      const count = Math.min(asked.scales.length, MAX_ASKED)
      new Int8Array(buffer, kernel.asked_tokens()).set(asked.values.subarray(0, count * TOKEN_DIMENSIONS))
      new Float32Array(buffer, kernel.asked_scales()).set(asked.scales.subarray(0, count))
      kernel.ask(count)
      return (tokens) => {
        const some = tokens.subarray(0, (MAX_TOKENS * TOKEN_DIMENSIONS) / 2)
        new Uint8Array(kernel.memory.buffer, kernel.text_tokens()).set(some)
        return lateFrom(kernel.late((some.length * 2) / TOKEN_DIMENSIONS), some)
      }
    },

    get memoryBytes() {
      return kernel.memory.buffer.byteLength
    },
  }
}
