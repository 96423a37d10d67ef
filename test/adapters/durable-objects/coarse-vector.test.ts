import { describe, expect, it } from 'vitest'
import { askCoarse, coarse, isCut, scannedDimensions } from '../../../src/adapters/durable-objects/coarse-vector.ts'
import { createScanner } from '../../../src/adapters/durable-objects/scan.ts'
import { scanModule } from '../../../src/adapters/durable-objects/scan-module.ts'
import { cosine, normalise, packVector } from '../../../src/domain/ranking/vector.ts'

/** Vectors of length 1 that differ from each other, the same ones in every run. */
function vectorOf(seed: number, dimensions: number) {
  const wave = (i: number) => Math.sin(seed * 12.9898 + i * 78.233) * 43758.5453
  return packVector(normalise(Float32Array.from({ length: dimensions }, (_, i) => (wave(i) % 1) / (1 + i / 64))))
}

describe('a coarse vector', () => {
  it.each([20, 32, 100, 256])('of %i dimensions keeps its cosine with a question, nearly', (dimensions) => {
    const scanner = createScanner(scanModule)
    const vectors = Array.from({ length: 50 }, (_, i) => vectorOf(i, dimensions))
    const rows = scanner.allocate(50, scannedDimensions(vectors[0]!))
    const views = rows.views()
    for (const [at, vector] of vectors.entries()) {
      const { bytes, scale } = coarse(vector)
      views.bytes.set(bytes, at * bytes.length)
      views.scales[at] = scale
    }
    for (const question of [vectorOf(7, dimensions), vectorOf(99, dimensions)]) {
      const { query, scale } = askCoarse(question)
      const found = scanner.nearest([{ rows, count: 50 }], query, null, 50)
      for (const { row, score } of found)
        expect(Math.abs(score * scale - cosine(question, vectors[row]!))).toBeLessThan(dimensions < 64 ? 0.06 : 0.03)
    }
  })

  it('is of the beginning alone where there is more', () => {
    expect(isCut(vectorOf(1, 256))).toBe(false)
    expect(isCut(vectorOf(1, 384))).toBe(true)
    expect(scannedDimensions(vectorOf(1, 1536))).toBe(256)
    expect(coarse(vectorOf(1, 1536)).bytes).toHaveLength(128)
  })

  it('of nothing is near nothing', () => {
    const nothing = packVector(new Float32Array(64))
    expect(coarse(nothing).scale).toBe(0)
    expect(askCoarse(nothing)).toEqual({ query: new Int8Array(64), scale: 0 })
  })
})
