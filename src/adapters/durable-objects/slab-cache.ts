import { releaseSlab, type Slab, slabBytes } from './slab.ts'

/**
 * The coarse vectors of every vault that lives in this isolate share one budget: 128 MB hold the models, the requests and this. What was
 * used least recently goes first; a vault that is larger than the budget keeps what fits and streams the rest.
 */
const BUDGET_BYTES = 32 * 1024 * 1024

interface Entry {
  readonly slab: Slab
  readonly bytes: number
  readonly owner: string
}

const entries = new Map<string, Entry>()
let used = 0

const keyOf = (owner: string, name: number) => `${owner}/${name}`

function evict(key: string, entry: Entry): void {
  entries.delete(key)
  used -= entry.bytes
  releaseSlab(entry.slab)
}

export const slabCache = {
  get(owner: string, name: number): Slab | undefined {
    const key = keyOf(owner, name)
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry.slab
  },
  /**
   * Keeps it if there is room, or room can be made of what others hold: an owner never pushes itself out, a scan would then keep nothing.
   * What is not kept stays the caller's, who gives its memory back. `must`: it is kept whatever else goes.
   */
  put(owner: string, name: number, slab: Slab, must = false): boolean {
    this.drop(owner, name)
    const bytes = slabBytes(slab)
    for (const [key, entry] of entries) {
      if (used + bytes <= BUDGET_BYTES) break
      if (must || entry.owner !== owner) evict(key, entry)
    }
    if (used + bytes > BUDGET_BYTES) return false
    entries.set(keyOf(owner, name), { slab, bytes, owner })
    used += bytes
    return true
  },
  /** The same slab under another name. */
  move(owner: string, name: number, newName: number): void {
    const entry = entries.get(keyOf(owner, name))
    if (!entry) return
    entries.delete(keyOf(owner, name))
    entries.set(keyOf(owner, newName), entry)
  },
  drop(owner: string, name: number): void {
    const key = keyOf(owner, name)
    const entry = entries.get(key)
    if (entry) evict(key, entry)
  },
  dropAll(owner: string): void {
    for (const [key, entry] of entries) if (entry.owner === owner) evict(key, entry)
  },
}
