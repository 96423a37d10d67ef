import { describe, expect, it } from 'vitest'
import { createScanner, type ScanRows } from '../../../src/adapters/durable-objects/scan.ts'
import relaxed from '../../../src/adapters/durable-objects/scan-relaxed.wasm'
import simd from '../../../src/adapters/durable-objects/scan-simd.wasm'

/** Small and repeatable; Math.random would make a failure that nobody sees again. */
function createRandom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function fill(rows: ScanRows, count: number, random: () => number): void {
  const { bytes, scales, personas, dead } = rows.views()
  for (let i = 0; i < bytes.length; i++) bytes[i] = Math.floor(random() * 256)
  for (let i = 0; i < count; i++) {
    scales[i] = 0.001 + random() * 0.01
    personas[i] = i % 5
    dead[i] = random() < 0.1 ? 1 : 0
  }
}

function expected(runs: { rows: ScanRows; count: number }[], query: Int8Array, scopes: number[] | null, limit: number) {
  const all = runs.flatMap(({ rows, count }, run) => {
    const { bytes, scales, personas, dead } = rows.views()
    return Array.from({ length: count }, (_, row) => row)
      .filter((row) => !dead[row] && (!scopes || scopes.includes(personas[row]!)))
      .map((row) => {
        const level = (i: number) => {
          const byte = bytes[(row * query.length) / 2 + (i >> 5) * 16 + (i & 15)]!
          return i & 16 ? byte >> 4 : byte & 15
        }
        const dot = query.reduce((sum, value, i) => sum + value * (2 * level(i) - 15), 0)
        return { run, row, score: Math.fround(dot * scales[row]!) }
      })
  })
  return all.sort((a, b) => b.score - a.score || a.run - b.run || a.row - b.row).slice(0, limit)
}

describe.each([
  ['with relaxed SIMD', relaxed],
  ['without it', simd],
])('the scanner %s', (_, module) => {
  for (const dimensions of [128, 256, 384]) {
    it(`finds the best of ${dimensions} dimensions over several runs, without the dead and the foreign`, () => {
      const random = createRandom(dimensions)
      const scanner = createScanner(module)
      const runs = [701, 64, 3, 1].map((count) => {
        const rows = scanner.allocate(count, dimensions)
        fill(rows, count, random)
        return { rows, count }
      })
      const query = new Int8Array(dimensions).map(() => Math.floor(random() * 255) - 127)
      for (const scopes of [null, [2], [0, 4]]) {
        for (const limit of [1, 10, 50, 1000]) {
          expect(scanner.nearest(runs, query, scopes, limit)).toEqual(expected(runs, query, scopes, limit))
        }
      }
      expect(scanner.nearest(runs, query, [], 10)).toEqual([])
      expect(scanner.nearest(runs, query, null, 0)).toEqual([])
      expect(scanner.nearest([], query, null, 10)).toEqual([])
    })
  }

  it('finds the same rows on 100 more random vaults', () => {
    const random = createRandom(7)
    const scanner = createScanner(module)
    for (let round = 0; round < 100; round++) {
      const count = 1 + Math.floor(random() * 60)
      const rows = scanner.allocate(count, 32)
      fill(rows, count, random)
      const query = new Int8Array(32).map(() => Math.floor(random() * 255) - 127)
      const limit = 1 + Math.floor(random() * 12)
      expect(scanner.nearest([{ rows, count }], query, null, limit)).toEqual(
        expected([{ rows, count }], query, null, limit),
      )
      rows.release()
    }
  })

  it('uses memory again that was released, and clears it', () => {
    const scanner = createScanner(module)
    const first = scanner.allocate(4096, 128)
    first.views().dead.fill(1)
    first.release()
    first.release()
    const before = scanner.memoryBytes
    const second = scanner.allocate(4096, 128)
    expect(scanner.memoryBytes).toBe(before)
    expect(second.views().dead.every((flag) => flag === 0)).toBe(true)
    const third = scanner.allocate(4096, 128)
    third.views().bytes.fill(1)
    expect(second.views().bytes.every((byte) => byte === 0)).toBe(true)
  })
})
