import { describe, expect, it } from 'vitest'
import { migratePage } from '../../../src/pipelines/lifecycle/migrate.ts'
import type { ExportPlace } from '../../../src/ports/portable.ts'
import type { Ports } from '../../../src/ports/ports.ts'
import { createTrace } from '../../../src/runtime/trace.ts'

describe('a call that migrates', () => {
  it('ends though nothing is found, and the next goes on where it ended', async () => {
    const PAGES = 50
    const until = { memories: 0, chunks: PAGES, facts: 0 }
    const seen: number[] = []
    /** Pages of numbers that nobody has any more. */
    const from = {
      async exportPage(_: string, { place }: { place: ExportPlace | null }) {
        const at = Number(place?.after ?? 0)
        seen.push(at)
        const next: ExportPlace | null = at + 1 < PAGES ? { type: 'chunk', after: at + 1, until } : null
        return { rows: [], next, embedder: 'fake' }
      },
      count: async () => ({ namespace: {} }),
    }
    const ports = { transfer: { from }, memory: from, embedder: { id: 'fake' } } as unknown as Ports
    let place: ExportPlace | null = null
    let calls = 0
    do {
      const before = seen.length
      const moved = await migratePage(ports, createTrace(), { namespace: 'E1', place, now: 0 })
      expect(seen.length - before).toBeLessThanOrEqual(20)
      expect(moved.counts === null).toBe(moved.next !== null)
      place = moved.next
      calls++
    } while (place !== null)
    expect(calls).toBe(3)
    expect(seen).toEqual(Array.from({ length: PAGES }, (_, at) => at))
  })
})
