import { type PackedVector, prefixOf } from '../../domain/vector.ts'
import {
  appendRow,
  copySlab,
  createSlab,
  deadBits,
  isDead,
  markDead,
  rowOf,
  SLAB_ROWS,
  type Slab,
  scanner,
  slabFromBlob,
  slabToBlob,
} from './slab.ts'
import { slabCache } from './slab-cache.ts'
import type { Vectors } from './tables/vectors.ts'

/** The first dimensions carry nearly all: they are scanned, the whole vector decides among the best. */
const PREFIX_DIMENSIONS = 128
/** The scan reads 16 at a time. */
const SCAN_STEP = 16

/** The tail's name in the cache; segments are named by their first vector, which is at least 1. */
const TAIL = 0

/** A segment with this share of deleted rows is written anew without them. */
const REWRITE_SHARE = 0.25

export interface Found {
  readonly id: number
  /** Cosine of the prefixes. */
  readonly score: number
}

interface Head {
  readonly first_id: number
  readonly last_id: number
  readonly count: number
  dead: number
}

/**
 * Finds the nearest vectors of a vault. New vectors are rows, the tail; every 4,096 of them their prefixes are packed into a segment, one
 * blob, which loads many times faster than rows.
 */
export function createVectorIndex(owner: string, vectors: Vectors) {
  let heads: Head[] | null = null
  /** How much of a vector is scanned; another encoder may have fewer dimensions. Known once there is a vector. */
  let dimensions = PREFIX_DIMENSIONS
  const segments = () => {
    heads ??= vectors.segmentHeads()
    return heads
  }
  const lastPacked = () => segments().at(-1)?.last_id ?? 0

  /** Segments with rows that died in this transaction; each is written once, however many those are. */
  const dying = new Map<number, Slab>()

  const scanned = (vector: PackedVector) =>
    prefixOf(vector, Math.min(PREFIX_DIMENSIONS, Math.floor(vector.values.length / SCAN_STEP) * SCAN_STEP))

  function load(firstId: number): Slab {
    const row = vectors.segment(firstId)
    dimensions = row.data.byteLength / row.count - 16
    return slabFromBlob(row.data, row.count, new Uint8Array(row.bits), dimensions)
  }

  /** A segment that the cache has no room for is the caller's to release. */
  function segment(firstId: number): { slab: Slab; kept: boolean } {
    const known = dying.get(firstId) ?? slabCache.get(owner, firstId)
    if (known) return { slab: known, kept: true }
    const slab = load(firstId)
    return { slab, kept: slabCache.put(owner, firstId, slab) }
  }

  function openTail(): Slab {
    const cached = slabCache.get(owner, TAIL)
    if (cached) return cached
    const rows = vectors.after(lastPacked(), SLAB_ROWS)
    if (rows[0]) dimensions = scanned(rows[0].vector).prefix.length
    let tail = createSlab(rows.length, dimensions)
    for (const row of rows) tail = append(tail, row.id, row.persona, row.vector)
    slabCache.put(owner, TAIL, tail, true)
    return tail
  }

  /** Returns the slab itself, or the larger one that it had to make way for. */
  function append(slab: Slab, id: number, persona: number, vector: PackedVector): Slab {
    const { prefix, scale } = scanned(vector)
    const fits = slab.dimensions === prefix.length && slab.count < slab.rows.capacity
    const target = fits ? slab : slab.count === 0 ? createSlab(0, prefix.length) : copySlab(slab, slab.count * 2, false)
    appendRow(target, id, persona, scale, prefix)
    return target
  }

  function pack(slab: Slab): void {
    const head = { first_id: slab.ids[0]!, last_id: slab.ids[slab.count - 1]!, count: slab.count, dead: slab.deadCount }
    vectors.putSegment({ ...head, bits: deadBits(slab), data: slabToBlob(slab) })
    segments().push(head)
    slabCache.move(owner, TAIL, head.first_id)
  }

  function rewrite(firstId: number, slab: Slab): void {
    const alive = copySlab(slab, slab.count - slab.deadCount, true)
    vectors.removeSegment(firstId)
    slabCache.drop(owner, firstId)
    heads = segments().filter((head) => head.first_id !== firstId)
    if (alive.count === 0) {
      alive.rows.release()
      return
    }
    const head = { first_id: alive.ids[0]!, last_id: alive.ids[alive.count - 1]!, count: alive.count, dead: 0 }
    vectors.putSegment({ ...head, bits: deadBits(alive), data: slabToBlob(alive) })
    heads = [...heads, head].sort((a, b) => a.first_id - b.first_id)
    if (!slabCache.put(owner, head.first_id, alive)) alive.rows.release()
  }

  return {
    /** Goes after the row itself was written. */
    add(id: number, persona: number, vector: PackedVector): void {
      const tail = openTail()
      // A tail that was just read from the rows has it already.
      const known = tail.count > 0 && tail.ids[tail.count - 1]! >= id
      const grown = known ? tail : append(tail, id, persona, vector)
      if (grown !== tail) slabCache.put(owner, TAIL, grown, true)
      if (grown.count >= SLAB_ROWS) pack(grown)
    },
    remove(id: number): void {
      const head = segments().find((at) => at.first_id <= id && id <= at.last_id)
      // A tail that is not loaded is read from the rows, of which this one is gone.
      const slab = head ? segment(head.first_id).slab : slabCache.get(owner, TAIL)
      const row = slab ? rowOf(slab, id) : -1
      if (slab && head) dying.set(head.first_id, slab)
      if (!slab || row < 0 || isDead(slab, row)) return
      markDead(slab, row)
      if (head) head.dead = slab.deadCount
    },
    /** Ends a transaction that worked. */
    flush(): void {
      for (const [firstId, slab] of dying) {
        if (slab.deadCount >= slab.count * REWRITE_SHARE) rewrite(firstId, slab)
        else vectors.markDead(firstId, slab.deadCount, deadBits(slab))
        if (slabCache.get(owner, firstId) !== slab) slab.rows.release()
      }
      dying.clear()
    },
    /** The nearest by prefix, best first. `scopes` null: every persona. */
    nearest(query: PackedVector, scopes: readonly number[] | null, limit: number): Found[] {
      const { prefix, scale } = scanned(query)
      const scan = (slabs: readonly Slab[]): Found[] =>
        scanner
          .nearest(
            slabs.map((slab) => ({ rows: slab.rows, count: slab.count })),
            prefix,
            scopes,
            limit,
          )
          .map(({ run, row, score }) => ({ id: slabs[run]!.ids[row]!, score: score * scale }))

      const resident: Slab[] = []
      const found: Found[] = []
      for (const { first_id } of segments()) {
        const { slab, kept } = segment(first_id)
        if (kept) resident.push(slab)
        else {
          found.push(...scan([slab]))
          slab.rows.release()
        }
      }
      found.push(...scan([...resident, openTail()]))
      return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit)
    },
    /** After a transaction that failed, or when the vault goes. */
    forget(): void {
      heads = null
      for (const [firstId, slab] of dying) if (slabCache.get(owner, firstId) !== slab) slab.rows.release()
      dying.clear()
      slabCache.dropAll(owner)
    },
  }
}
