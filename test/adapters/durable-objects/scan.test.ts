import { describe, expect, it } from 'vitest'
import { createScanner, type ScanRows } from '../../../src/adapters/durable-objects/scan.ts'
import relaxed from '../../../src/adapters/durable-objects/scan-relaxed.wasm'
import simd from '../../../src/adapters/durable-objects/scan-simd.wasm'
import { lateInteraction, TOKEN_DIMENSIONS } from '../../../src/domain/ranking/token-vectors.ts'

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

/** Any bytes are tokens. */
const textTokens = (count: number, random: () => number) =>
  new Uint8Array((count * TOKEN_DIMENSIONS) / 2).map(() => Math.floor(random() * 256))

/** The scales add up to about what they do of a question. */
const askedTokens = (count: number, random: () => number) => ({
  values: new Int8Array(count * TOKEN_DIMENSIONS).map(() => Math.floor(random() * 255) - 127),
  scales: new Float32Array(count).map(() => (random() * 1e-4) / count),
})

describe.each([
  ['with relaxed SIMD', relaxed],
  ['without it', simd],
])('the scanner %s', (_, module) => {
  // Sums of neighbours are made in 16 bits: of the furthest values they are the largest.
  for (const dimensions of [256, 512])
    it(`adds up the furthest values of ${dimensions} dimensions`, () => {
      const scanner = createScanner(module)
      const rows = scanner.allocate(5, dimensions)
      const { bytes, scales } = rows.views()
      scales.fill(1)
      for (const byte of [0xff, 0]) {
        bytes.fill(byte)
        for (const most of [127, -127]) {
          const query = new Int8Array(dimensions).fill(most)
          const found = scanner.nearest([{ rows, count: 5 }], query, null, 5)
          expect(found.map(({ score }) => score)).toEqual(Array(5).fill(dimensions * most * (byte === 0 ? -15 : 15)))
        }
      }
    })

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

  it('says of tokens what late interaction does', () => {
    const random = createRandom(11)
    const scanner = createScanner(module)
    const up = (most: number) => 1 + Math.floor(random() * most)
    const counts = [1, 128, ...Array.from({ length: 20 }, () => up(128))]
    for (const count of counts) {
      const asked = askedTokens(count, random)
      const late = scanner.late(asked)
      for (const length of [1, 512, up(8), up(64), up(512)]) {
        const tokens = textTokens(length, random)
        expect(late(tokens), `${count} asked, ${length} told`).toBeCloseTo(lateInteraction(asked, tokens), 5)
      }
    }
  })

  it('says the same of the furthest values, and of a question that asks nothing', () => {
    const scanner = createScanner(module)
    const length = 512 * (TOKEN_DIMENSIONS / 2)
    const scales = new Float32Array(128).fill(1e-7)
    for (const value of [-128, -127, 0, 127])
      for (const byte of [0x00, 0x0f, 0x11, 0x88, 0xf0, 0xff]) {
        const asked = { values: new Int8Array(128 * TOKEN_DIMENSIONS).fill(value), scales }
        const tokens = new Uint8Array(length).fill(byte)
        expect(scanner.late(asked)(tokens)).toBeCloseTo(lateInteraction(asked, tokens), 5)
      }
    const nothing = { values: new Int8Array(), scales: new Float32Array() }
    expect(scanner.late(nothing)(new Uint8Array(length))).toBeCloseTo(
      lateInteraction(nothing, new Uint8Array(length)),
      5,
    )
  })

  it('looks at no more tokens than it has room for, and harms nothing beside them', () => {
    const random = createRandom(13)
    const scanner = createScanner(module)
    const rows = scanner.allocate(64, 32)
    fill(rows, 64, random)
    const query = new Int8Array(32).map(() => Math.floor(random() * 255) - 127)
    const before = scanner.nearest([{ rows, count: 64 }], query, null, 10)
    const [asked, tokens] = [askedTokens(300, random), textTokens(1500, random)]
    const values = asked.values.subarray(0, 128 * TOKEN_DIMENSIONS)
    const cut = { values, scales: asked.scales.subarray(0, 128) }
    const short = tokens.subarray(0, 512 * (TOKEN_DIMENSIONS / 2))
    const late = scanner.late(asked)
    expect(late(tokens)).toBeCloseTo(lateInteraction(cut, short), 5)
    // What a longer one left behind is not looked at.
    expect(late(tokens.subarray(64, 160))).toBeCloseTo(lateInteraction(cut, tokens.subarray(64, 160)), 5)
    const few = askedTokens(2, random)
    expect(scanner.late(few)(short)).toBeCloseTo(lateInteraction(few, short), 5)
    expect(scanner.nearest([{ rows, count: 64 }], query, null, 10)).toEqual(before)
  })
})
