/** Rows of a slab, and of a segment: 4,096 prefixes of 128 bytes with what belongs to them stay well under the 2 MB of a row in SQLite. */
export const SLAB_ROWS = 4096

/** A run of vector prefixes in memory, ready to be scanned. Row `i` is vector `ids[i]`. */
export interface Slab {
  readonly ids: Float64Array
  readonly scales: Float32Array
  readonly personas: Uint32Array
  readonly bytes: Int8Array
  /** 1 where the vector was deleted. */
  readonly dead: Uint8Array
  readonly capacity: number
  count: number
  deadCount: number
}

export interface Found {
  readonly id: number
  readonly score: number
}

export function createSlab(capacity: number, dimensions: number): Slab {
  return {
    ids: new Float64Array(capacity),
    scales: new Float32Array(capacity),
    personas: new Uint32Array(capacity),
    bytes: new Int8Array(capacity * dimensions),
    dead: new Uint8Array(capacity),
    capacity,
    count: 0,
    deadCount: 0,
  }
}

export const slabBytes = (slab: Slab): number => slab.bytes.length + slab.capacity * (8 + 4 + 4 + 1)

/** Ids, scales, personas and bytes one after the other: what a segment stores. */
export function slabToBlob(slab: Slab, dimensions: number): ArrayBuffer {
  const { count } = slab
  const blob = new ArrayBuffer(count * (8 + 4 + 4 + dimensions))
  new Float64Array(blob, 0, count).set(slab.ids.subarray(0, count))
  new Float32Array(blob, count * 8, count).set(slab.scales.subarray(0, count))
  new Uint32Array(blob, count * 12, count).set(slab.personas.subarray(0, count))
  new Int8Array(blob, count * 16).set(slab.bytes.subarray(0, count * dimensions))
  return blob
}

export function slabFromBlob(blob: ArrayBuffer, count: number, bits: Uint8Array, dimensions: number): Slab {
  const slab = createSlab(count, dimensions)
  slab.ids.set(new Float64Array(blob, 0, count))
  slab.scales.set(new Float32Array(blob, count * 8, count))
  slab.personas.set(new Uint32Array(blob, count * 12, count))
  slab.bytes.set(new Int8Array(blob, count * 16))
  slab.count = count
  for (let i = 0; i < count; i++) {
    if (bits[i >> 3]! & (1 << (i & 7))) {
      slab.dead[i] = 1
      slab.deadCount++
    }
  }
  return slab
}

export function deadBits(slab: Slab): ArrayBuffer {
  const bits = new Uint8Array(Math.ceil(slab.count / 8))
  for (let i = 0; i < slab.count; i++) if (slab.dead[i]) bits[i >> 3]! |= 1 << (i & 7)
  return bits.buffer
}

/** Where a vector is in its slab, whose ids rise; -1 where it is not. */
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
