import { type PackedVector, prefixScale } from '../../domain/vector.ts'
import { scanSlab } from './scan-slab.ts'
import { createSlab, deadBits, type Found, rowOf, SLAB_ROWS, type Slab, slabFromBlob, slabToBlob } from './slab.ts'
import { slabCache } from './slab-cache.ts'
import type { Vectors } from './tables/vectors.ts'

/** The first dimensions carry nearly all: they are scanned, the whole vector decides among the best. */
export const PREFIX_DIMENSIONS = 128

/** The tail's name in the cache; segments are named by their first vector, which is at least 1. */
const TAIL = 0

/** A segment with this share of deleted rows is written anew without them. */
const REWRITE_SHARE = 0.25

/**
 * Finds the nearest vectors of a vault. New vectors are rows, the tail; every 4,096 of them their prefixes are packed into a segment, one
 * blob, which loads many times faster than rows.
 */
export function createVectorIndex(owner: string, vectors: Vectors) {
  let heads: { first_id: number; last_id: number; count: number; dead: number }[] | null = null
  const segments = () => {
    heads ??= vectors.segmentHeads()
    return heads
  }
  const lastPacked = () => segments().at(-1)?.last_id ?? 0

  function segment(firstId: number): Slab {
    const cached = slabCache.get(owner, firstId)
    if (cached) return cached
    const row = vectors.segment(firstId)
    const slab = slabFromBlob(row.data, row.count, new Uint8Array(row.bits), PREFIX_DIMENSIONS)
    slabCache.put(owner, firstId, slab)
    return slab
  }

  function tail(): Slab {
    const cached = slabCache.get(owner, TAIL)
    if (cached) return cached
    const rows = vectors.after(lastPacked(), SLAB_ROWS)
    let slab = createSlab(Math.max(64, rows.length * 2), PREFIX_DIMENSIONS)
    for (const row of rows) slab = append(slab, row.id, row.persona, row.vector)
    slabCache.put(owner, TAIL, slab)
    return slab
  }

  function pack(slab: Slab): void {
    const row = {
      first_id: slab.ids[0]!,
      last_id: slab.ids[slab.count - 1]!,
      count: slab.count,
      dead: slab.deadCount,
      bits: deadBits(slab),
      data: slabToBlob(slab, PREFIX_DIMENSIONS),
    }
    vectors.putSegment(row)
    segments().push({ first_id: row.first_id, last_id: row.last_id, count: row.count, dead: row.dead })
    slabCache.drop(owner, TAIL)
    slabCache.put(owner, row.first_id, slab)
    slabCache.put(owner, TAIL, createSlab(64, PREFIX_DIMENSIONS))
  }

  return {
    add(id: number, persona: number, vector: PackedVector): void {
      const before = tail()
      const after = append(before, id, persona, vector)
      if (after !== before) slabCache.put(owner, TAIL, after)
      if (after.count >= SLAB_ROWS) pack(after)
    },
    remove(id: number): void {
      const head = segments().find((at) => at.first_id <= id && id <= at.last_id)
      const slab = head ? segment(head.first_id) : tail()
      const row = rowOf(slab, id)
      if (row < 0 || slab.dead[row]) return
      slab.dead[row] = 1
      slab.deadCount++
      if (!head) return
      head.dead = slab.deadCount
      if (slab.deadCount >= slab.count * REWRITE_SHARE) rewrite(head.first_id, slab)
      else vectors.markDead(head.first_id, slab.deadCount, deadBits(slab))
    },
    /** The nearest by prefix, best first. `scopes` null: every persona. */
    nearest(query: PackedVector, scopes: ReadonlySet<number> | null, limit: number): Found[] {
      const best: Found[] = []
      const scale = prefixScale(query.bytes, PREFIX_DIMENSIONS)
      for (const head of segments()) scanSlab(segment(head.first_id), query.bytes, scale, scopes, limit, best)
      scanSlab(tail(), query.bytes, scale, scopes, limit, best)
      return best
    },
    /** After a transaction that failed. */
    forget(): void {
      heads = null
      slabCache.dropAll(owner)
    },
  }

  function rewrite(firstId: number, slab: Slab): void {
    const alive = createSlab(Math.max(1, slab.count - slab.deadCount), PREFIX_DIMENSIONS)
    for (let i = 0; i < slab.count; i++) {
      if (slab.dead[i]) continue
      const at = alive.count++
      alive.ids[at] = slab.ids[i]!
      alive.scales[at] = slab.scales[i]!
      alive.personas[at] = slab.personas[i]!
      alive.bytes.set(slab.bytes.subarray(i * PREFIX_DIMENSIONS, (i + 1) * PREFIX_DIMENSIONS), at * PREFIX_DIMENSIONS)
    }
    vectors.removeSegment(firstId)
    slabCache.drop(owner, firstId)
    heads = segments().filter((head) => head.first_id !== firstId)
    if (alive.count === 0) return
    const head = { first_id: alive.ids[0]!, last_id: alive.ids[alive.count - 1]!, count: alive.count, dead: 0 }
    vectors.putSegment({ ...head, bits: deadBits(alive), data: slabToBlob(alive, PREFIX_DIMENSIONS) })
    heads = [...heads, head].sort((a, b) => a.first_id - b.first_id)
    slabCache.put(owner, head.first_id, alive)
  }
}

/** Returns the slab itself, or a larger one where it was full. */
function append(slab: Slab, id: number, persona: number, vector: PackedVector): Slab {
  const target = slab.count < slab.capacity ? slab : grow(slab)
  const at = target.count++
  target.ids[at] = id
  target.scales[at] = prefixScale(vector.bytes, PREFIX_DIMENSIONS)
  target.personas[at] = persona
  target.bytes.set(vector.bytes.subarray(0, PREFIX_DIMENSIONS), at * PREFIX_DIMENSIONS)
  return target
}

function grow(slab: Slab): Slab {
  const larger = createSlab(Math.min(SLAB_ROWS, slab.capacity * 2), PREFIX_DIMENSIONS)
  larger.ids.set(slab.ids)
  larger.scales.set(slab.scales)
  larger.personas.set(slab.personas)
  larger.bytes.set(slab.bytes)
  larger.dead.set(slab.dead)
  larger.count = slab.count
  larger.deadCount = slab.deadCount
  return larger
}

export type VectorIndex = ReturnType<typeof createVectorIndex>
