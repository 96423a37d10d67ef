import { createScanner, type ScanRows } from './scan.ts'
import { scanModule } from './scan-module.ts'

/** Rows of a slab, and of a segment: 4,096 of 128 bytes with what belongs to them stay well under the 2 MB of a row in SQLite. */
export const SLAB_ROWS = 4096
const FEWEST_ROWS = 64

/** One an isolate: all vaults that live in it share its memory. */
export const scanner = createScanner(scanModule)

/** A run of coarse vectors in the scanner's memory. Row `i` is vector `ids[i]`; the ids rise. */
export interface Slab {
  readonly ids: Float64Array<ArrayBuffer>
  readonly rows: ScanRows
  readonly dimensions: number
  count: number
  deadCount: number
}

/** Capacities are powers of two, so that memory given back fits again. */
export function createSlab(rows: number, dimensions: number): Slab {
  let capacity = FEWEST_ROWS
  while (capacity < rows) capacity *= 2
  return {
    ids: new Float64Array(capacity),
    rows: scanner.allocate(capacity, dimensions),
    dimensions,
    count: 0,
    deadCount: 0,
  }
}

/** Gives its memory back at once, and not when the collector comes by. It must not be used any more. */
export function releaseSlab({ rows, ids }: Slab): void {
  rows.release()
  if (!ids.buffer.detached) ids.buffer.transfer(0)
}

export const slabBytes = ({ rows, dimensions }: Slab): number => rows.capacity * (dimensions / 2 + 4 + 4 + 1 + 8)

/** Of a row in a segment, besides its bytes: id, scale, persona. */
const ROW_BYTES = 8 + 4 + 4

/** Ids, scales, personas and bytes one after the other: what a segment stores. */
export function slabToBlob({ ids, rows, dimensions, count }: Slab): ArrayBuffer {
  const { scales, personas, bytes } = rows.views()
  const blob = new ArrayBuffer(count * (ROW_BYTES + dimensions / 2))
  new Float64Array(blob, 0, count).set(ids.subarray(0, count))
  new Float32Array(blob, count * 8, count).set(scales.subarray(0, count))
  new Uint32Array(blob, count * 12, count).set(personas.subarray(0, count))
  new Uint8Array(blob, count * ROW_BYTES).set(bytes.subarray(0, (count * dimensions) / 2))
  return blob
}

export function slabFromBlob(blob: ArrayBuffer, count: number, bits: Uint8Array): Slab {
  const dimensions = (blob.byteLength / count - ROW_BYTES) * 2
  const slab = createSlab(count, dimensions)
  const { scales, personas, bytes, dead } = slab.rows.views()
  slab.ids.set(new Float64Array(blob, 0, count))
  scales.set(new Float32Array(blob, count * 8, count))
  personas.set(new Uint32Array(blob, count * 12, count))
  bytes.set(new Uint8Array(blob, count * ROW_BYTES))
  slab.count = count
  for (let i = 0; i < count; i++) {
    if (bits[i >> 3]! & (1 << (i & 7))) {
      dead[i] = 1
      slab.deadCount++
    }
  }
  return slab
}

export function appendRow(slab: Slab, id: number, persona: number, scale: number, coarse: Uint8Array): void {
  const { scales, personas, bytes } = slab.rows.views()
  const at = slab.count++
  slab.ids[at] = id
  scales[at] = scale
  personas[at] = persona
  bytes.set(coarse, (at * slab.dimensions) / 2)
}

/** A copy with room for more, or without the deleted rows. */
export function copySlab(from: Slab, capacity: number, alive: boolean): Slab {
  const to = createSlab(capacity, from.dimensions)
  const source = from.rows.views()
  const size = from.dimensions / 2
  for (let i = 0; i < from.count; i++) {
    if (source.dead[i] && alive) continue
    const at = to.count
    appendRow(to, from.ids[i]!, source.personas[i]!, source.scales[i]!, source.bytes.subarray(i * size, (i + 1) * size))
    if (source.dead[i]) markDead(to, at)
  }
  return to
}

export const isDead = (slab: Slab, row: number): boolean => slab.rows.views().dead[row] === 1

export function markDead(slab: Slab, row: number): void {
  slab.rows.views().dead[row] = 1
  slab.deadCount++
}

export function deadBits(slab: Slab): ArrayBuffer {
  const { dead } = slab.rows.views()
  const bits = new Uint8Array(Math.ceil(slab.count / 8))
  for (let i = 0; i < slab.count; i++) if (dead[i]) bits[i >> 3]! |= 1 << (i & 7)
  return bits.buffer
}

/** Where a vector is in its slab; -1 where it is not. */
export function rowOf(slab: Slab, id: number): number {
  let low = 0
  let high = slab.count - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const at = slab.ids[middle]!
    if (at === id) return middle
    if (at < id) low = middle + 1
    else high = middle - 1
  }
  return -1
}

/** Not 0 for every row but those of these vectors that are alive. */
export function allBut(slab: Slab, ids: ReadonlySet<number>): Uint8Array {
  const { dead } = slab.rows.views()
  const skip = new Uint8Array(slab.count).fill(1)
  const first = slab.ids[0]!
  const last = slab.ids[slab.count - 1]!
  for (const id of ids) {
    if (id < first || id > last) continue
    const row = rowOf(slab, id)
    if (row >= 0) skip[row] = dead[row]!
  }
  return skip
}
