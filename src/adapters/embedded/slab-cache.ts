import { type Slab, slabBytes } from './slab.ts'

/**
 * The vector prefixes of every vault that lives in this isolate share one budget: 128 MB hold the models, the requests and this. What was
 * used least recently goes first; a vault that is larger than the budget keeps what fits and streams the rest.
 */
const BUDGET_BYTES = 48 * 1024 * 1024

interface Entry {
  readonly slab: Slab
  readonly bytes: number
  readonly owner: string
}

const entries = new Map<string, Entry>()
let used = 0

const keyOf = (owner: string, name: number) => `${owner}/${name}`

export const slabCache = {
  get(owner: string, name: number): Slab | undefined {
    const key = keyOf(owner, name)
    const entry = entries.get(key)
    if (!entry) return undefined
    entries.delete(key)
    entries.set(key, entry)
    return entry.slab
  },
  /** Keeps it if there is room, or room can be made of what others hold: an owner never pushes itself out, a scan would then keep nothing. */
  put(owner: string, name: number, slab: Slab): void {
    this.drop(owner, name)
    const bytes = slabBytes(slab)
    for (const [key, entry] of entries) {
      if (used + bytes <= BUDGET_BYTES) break
      if (entry.owner === owner) continue
      entries.delete(key)
      used -= entry.bytes
    }
    if (used + bytes > BUDGET_BYTES) return
    entries.set(keyOf(owner, name), { slab, bytes, owner })
    used += bytes
  },
  drop(owner: string, name: number): void {
    const key = keyOf(owner, name)
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    used -= entry.bytes
  },
  dropAll(owner: string): void {
    for (const [key, entry] of entries) {
      if (entry.owner !== owner) continue
      entries.delete(key)
      used -= entry.bytes
    }
  },
}
