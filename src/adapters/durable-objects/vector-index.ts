import type { PackedVector } from '../../domain/ranking/vector.ts'
import { askCoarse, coarse } from './coarse-vector.ts'
import {
  allBut,
  appendRow,
  copySlab,
  createSlab,
  deadBits,
  isDead,
  markDead,
  releaseSlab,
  rowOf,
  SLAB_ROWS,
  type Slab,
  scanner,
  slabFromBlob,
  slabToBlob,
} from './slab.ts'
import { slabCache } from './slab-cache.ts'
import type { Vectors } from './tables/vectors.ts'

/** The tail's name in the cache; segments are named by their first vector, which is at least 1. */
const TAIL = 0

/** A segment with this share of deleted rows is written anew without them. */
const REWRITE_SHARE = 0.25

export interface Found {
  readonly id: number
  /** Roughly its cosine. */
  readonly score: number
}

interface Head {
  readonly first_id: number
  readonly last_id: number
  readonly count: number
  dead: number
}

/**
 * Finds the nearest vectors of a vault. New vectors are rows, the tail; every 4,096 of them are packed into a segment, coarsely, one
 * blob, which loads many times faster than rows.
 */
export function createVectorIndex(owner: string, vectors: Vectors) {
  let heads: Head[] | null = null
  const segments = () => {
    heads ??= vectors.segmentHeads()
    return heads
  }
  const lastPacked = () => segments().at(-1)?.last_id ?? 0

  /** Segments with rows that died in this transaction; each is written once, however many those are. */
  const dying = new Map<number, Slab>()
  /** What died in this transaction is not kept in its segment either. */
  let purging = false

  function load(firstId: number): Slab {
    const row = vectors.segment(firstId)
    const slab = slabFromBlob(row.data, row.count, new Uint8Array(row.bits))
    // Given back at once: what waits for the collector counts as in use, and a vault that is opened reads many of these.
    row.data.transfer(0)
    return slab
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
    for (;;) {
      let tail = createSlab(0, 0)
      for (const { id, persona, vector } of vectors.tailAfter(lastPacked(), SLAB_ROWS)) {
        const grown = append(tail, id, persona, vector)
        if (grown !== tail) releaseSlab(tail)
        tail = grown
      }
      slabCache.put(owner, TAIL, tail, true)
      // A vault of before, whose segments were of another form.
      if (tail.count < SLAB_ROWS) return tail
      pack(tail)
    }
  }

  /** Returns the slab itself, or the larger one that it had to make way for. */
  function append(slab: Slab, id: number, persona: number, vector: PackedVector): Slab {
    const { bytes, scale } = coarse(vector)
    const dimensions = bytes.length * 2
    const fits = slab.dimensions === dimensions && slab.count < slab.rows.capacity
    const target = fits ? slab : slab.count === 0 ? createSlab(0, dimensions) : copySlab(slab, slab.count * 2, false)
    appendRow(target, id, persona, scale, bytes)
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
      releaseSlab(alive)
      return
    }
    const head = { first_id: alive.ids[0]!, last_id: alive.ids[alive.count - 1]!, count: alive.count, dead: 0 }
    vectors.putSegment({ ...head, bits: deadBits(alive), data: slabToBlob(alive) })
    heads = [...heads, head].sort((a, b) => a.first_id - b.first_id)
    if (!slabCache.put(owner, head.first_id, alive)) releaseSlab(alive)
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
        if (purging || slab.deadCount >= slab.count * REWRITE_SHARE) rewrite(firstId, slab)
        else vectors.markDead(firstId, slab.deadCount, deadBits(slab))
        if (slabCache.get(owner, firstId) !== slab) releaseSlab(slab)
      }
      dying.clear()
      purging = false
    },
    /** Leaves nothing of what was or will be removed in this transaction; also not of what a tail has in memory. */
    purge(): void {
      purging = true
      slabCache.drop(owner, TAIL)
    },
    /** The nearest, roughly, best first. Null: of every persona, whichever it is. */
    nearest(
      query: PackedVector,
      scopes: readonly number[] | null,
      limit: number,
      among: ReadonlySet<number> | null = null,
    ): Found[] {
      const tail = openTail()
      const asked = askCoarse(query)
      const scan = (all: readonly Slab[]): Found[] => {
        const slabs = all.filter(({ count }) => count > 0)
        return scanner
          .nearest(
            slabs.map((slab) => ({ rows: slab.rows, count: slab.count, skip: among && allBut(slab, among) })),
            asked.query,
            scopes,
            limit,
          )
          .map(({ run, row, score }) => ({ id: slabs[run]!.ids[row]!, score: score * asked.scale }))
      }

      const resident: Slab[] = []
      const found: Found[] = []
      for (const { first_id } of segments()) {
        const { slab, kept } = segment(first_id)
        if (kept) resident.push(slab)
        else {
          found.push(...scan([slab]))
          releaseSlab(slab)
        }
      }
      found.push(...scan([...resident, tail]))
      return found.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, limit)
    },
    /** After a transaction that failed, or when the vault goes. */
    forget(): void {
      heads = null
      for (const [firstId, slab] of dying) if (slabCache.get(owner, firstId) !== slab) releaseSlab(slab)
      dying.clear()
      purging = false
      slabCache.dropAll(owner)
    },
  }
}
