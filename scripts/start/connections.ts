export interface Connection {
  readonly address: string
  close(): void
}

/** A request that nothing was heard of for so long may be one that never ends. */
const STALLED_MS = 10_000

interface Entry {
  readonly connection: Connection
  movedAt: number
}

interface Neighbours {
  /** Without a request, or without the whole head of one; the longest silent first. */
  readonly resting: Map<Connection, Entry>
  /** With a request under way. */
  readonly busy: Map<Connection, Entry>
}

/**
 * Bounds how many connections are open. When all places are taken, a newcomer gets the place of whoever has most: of the address with the most
 * connections the one that has been silent longest, a resting one first. So those who open many and say nothing only push out each other.
 */
export function createConnections(max: number, clock: () => number = Date.now) {
  const byAddress = new Map<string, Neighbours>()
  let count = 0

  const sizeOf = ({ resting, busy }: Neighbours) => resting.size + busy.size

  function largest(): [string, Neighbours] {
    let found: [string, Neighbours] | null = null
    for (const entry of byAddress) if (!found || sizeOf(entry[1]) > sizeOf(found[1])) found = entry
    return found!
  }

  function victimOf(newcomer: Connection): Connection | null {
    const [address, { resting, busy }] = largest()
    const silent: Connection | undefined = resting.keys().next().value
    if (silent) return silent
    const { connection, movedAt } = busy.values().next().value!
    return address !== newcomer.address || clock() - movedAt > STALLED_MS ? connection : null
  }

  function remove(connection: Connection): void {
    const neighbours = byAddress.get(connection.address)
    if (!neighbours) return
    if (!neighbours.resting.delete(connection) && !neighbours.busy.delete(connection)) return
    count--
    if (sizeOf(neighbours) === 0) byAddress.delete(connection.address)
  }

  return {
    count: () => count,
    /** false: every place is taken by requests that are under way. */
    add(connection: Connection): boolean {
      if (count >= max) {
        const victim = victimOf(connection)
        if (!victim) return false
        remove(victim)
        victim.close()
      }
      const neighbours = byAddress.get(connection.address) ?? { resting: new Map(), busy: new Map() }
      byAddress.set(connection.address, neighbours)
      neighbours.resting.set(connection, { connection, movedAt: clock() })
      count++
      return true
    },
    /** Bytes went through it. */
    moved(connection: Connection, to: 'resting' | 'busy'): void {
      const neighbours = byAddress.get(connection.address)
      const entry = neighbours?.resting.get(connection) ?? neighbours?.busy.get(connection)
      if (!neighbours || !entry) return
      entry.movedAt = clock()
      neighbours.resting.delete(connection)
      neighbours.busy.delete(connection)
      neighbours[to].set(connection, entry)
    },
    remove,
  }
}
