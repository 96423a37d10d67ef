import type { ModelFile } from '../../../src/adapters/local-model/model-file.ts'

/**
 * The encoder in plain TypeScript, step by step as `native/encoder.c` computes it and in the same order, every operation rounded to
 * float32: it gives the kernel's numbers, only some hundred times slower.
 */

interface Matrix {
  readonly outputs: number
  readonly inputs: number
  readonly q: Int8Array
  readonly scale: Float32Array
  readonly sum: Float32Array
  readonly bias: Float32Array
}

const HEAD = 32
const f = Math.fround
const madd = (a: number, b: number, c: number) => f(f(a * b) + c)

/** SIMD sums four lanes side by side, then the lanes in order. */
const lanes = () => [0, 0, 0, 0] as [number, number, number, number]
const total = (l: readonly number[]) => f(f(f(l[0]! + l[1]!) + l[2]!) + l[3]!)

/** Math.round rounds halves up, the kernel to even. */
function nearest(v: number): number {
  const low = Math.floor(v)
  const rest = v - low
  return rest < 0.5 || (rest === 0.5 && low % 2 === 0) ? low : low + 1
}

function powerOfTwo(v: number): number {
  const x = Math.max(Math.min(v, 126), -126)
  const n = nearest(x)
  const r = f(x - n)
  let p = f(9.58285322e-3)
  for (const c of [5.59064262e-2, 2.40240986e-1, 6.93124193e-1, 1]) p = madd(p, r, f(c))
  return f(p * 2 ** n)
}

/** A text, and each of its tokens with how much it counts in a query. */
interface Encoded {
  readonly vector: Float32Array
  readonly tokens: readonly Float32Array[]
  readonly weights: readonly number[]
}

export function createReference({ header, weights }: ModelFile) {
  const { width, inner, layers: depth, window, dimensions, tokenDimensions, vocabulary } = header
  let at = weights.byteOffset
  const step = (bytes: number) => {
    const from = at
    at += Math.ceil(bytes / 16) * 16
    return from
  }
  const floats = (count: number) => {
    const from = step(count * 4)
    return new Float32Array(weights.buffer.slice(from, from + count * 4))
  }
  const bytes = (count: number) => new Int8Array(weights.buffer, step(count), count)
  const matrix = (outputs: number, inputs: number): Matrix => ({
    outputs,
    inputs,
    q: bytes(outputs * inputs),
    scale: floats(outputs),
    sum: floats(outputs),
    bias: floats(outputs),
  })

  const position = floats(window * width)
  const kinds = floats(2 * width)
  const look = floats(width)
  const centre = floats(dimensions)
  const layers = Array.from({ length: depth }, () => ({
    conv: floats(3 * width),
    qkv: matrix(3 * width, width),
    o: matrix(width, width),
    a: matrix(inner, width),
    b: matrix(width, inner),
  }))
  const out = matrix(dimensions, width)
  const tok = matrix(tokenDimensions, width)
  const askLook = floats(width)
  const table = bytes(vocabulary * width)
  const tableScale = floats(vocabulary)
  const tokenWeight = floats(vocabulary)
  const asks = floats(vocabulary)

  function embed(id: number, t: number, kind: 0 | 1): Float32Array {
    const row = new Float32Array(width)
    for (let k = 0; k < width; k++) {
      const where = f(position[t * width + k]! + kinds[kind * width + k]!)
      row[k] = madd(table[id * width + k]!, tableScale[id]!, where)
    }
    return row
  }

  return (ids: readonly number[], kind: 0 | 1): Encoded => {
    const x = ids.map((id, t) => embed(id, t, kind))
    for (const layer of layers) {
      const mixed = convolve(x.map(normalise), layer.conv)
      const attended = attend(
        mixed.map((row) => multiply(layer.qkv, row)),
        width,
      )
      for (const [t, row] of attended.entries()) addTo(x[t]!, multiply(layer.o, row))
      for (const row of x) addTo(row, multiply(layer.b, multiply(layer.a, normalise(row)).map(gelu)))
    }
    const states = x.map(normalise)
    const vector = unit(multiply(out, pool(states, ids)))
    return {
      vector: unit(vector.map((v, k) => f(v - centre[k]!))),
      tokens: states.map((row) => unit(multiply(tok, row))),
      weights: states.map((row, t) => weightOf(row, askLook, asks[ids[t]!]!, 6)),
    }
  }

  function pool(rows: readonly Float32Array[], ids: readonly number[]): Float32Array {
    const pooled = new Float32Array(width)
    let weightSum = 0
    rows.forEach((row, t) => {
      const w = weightOf(row, look, tokenWeight[ids[t]!]!, 8)
      weightSum = f(weightSum + w)
      row.forEach((v, k) => {
        pooled[k] = madd(w, v, pooled[k]!)
      })
    })
    const inverse = f(1 / weightSum)
    return pooled.map((v) => f(v * inverse))
  }
}

function weightOf(row: Float32Array, look: Float32Array, own: number, most: number): number {
  const seen = lanes()
  row.forEach((v, k) => {
    seen[k % 4] = madd(v, look[k]!, seen[k % 4]!)
  })
  return powerOfTwo(f(Math.min(most, Math.max(-most, f(own + total(seen)))) * f(Math.LOG2E)))
}

function multiply({ outputs, inputs, q, scale, sum, bias }: Matrix, row: Float32Array): Float32Array {
  const low = row.reduce((a, b) => Math.min(a, b))
  const high = row.reduce((a, b) => Math.max(a, b))
  const step = Math.max(f(f(high - low) / 127), f(1e-20))
  const inverse = f(1 / step)
  const a = row.map((v) => Math.min(127, nearest(f(f(v - low) * inverse))))
  const out = new Float32Array(outputs)
  for (let n = 0; n < outputs; n++) {
    let dot = 0
    const group = (n >> 2) * inputs * 4 + (n & 3) * 4 // four outputs of four inputs lie side by side
    for (let k = 0; k < inputs; k++) dot += a[k]! * q[group + (k >> 2) * 16 + (k & 3)]!
    out[n] = madd(madd(low, sum[n]!, f(f(dot) * step)), scale[n]!, bias[n]!)
  }
  return out
}

function normalise(row: Float32Array): Float32Array {
  const sum = new Float32Array(16) // four times four lanes
  const squares = new Float32Array(16)
  const totalOfAll = (l: Float32Array) =>
    total([0, 1, 2, 3].map((i) => f(f(l[i]! + l[i + 4]!) + f(l[i + 8]! + l[i + 12]!))))
  row.forEach((v, k) => {
    sum[k % 16] = sum[k % 16]! + v
  })
  const mean = f(totalOfAll(sum) / row.length)
  row.forEach((v, k) => {
    squares[k % 16] = madd(f(v - mean), f(v - mean), squares[k % 16]!)
  })
  const inverse = f(1 / f(Math.sqrt(f(f(totalOfAll(squares) / row.length) + f(1e-5)))))
  return row.map((v) => f(f(v - mean) * inverse))
}

function convolve(rows: readonly Float32Array[], conv: Float32Array): Float32Array[] {
  const width = rows[0]!.length
  return rows.map((row, t) =>
    row.map((v, k) => {
      let s = madd(v, conv[width + k]!, v)
      if (t > 0) s = madd(rows[t - 1]![k]!, conv[k]!, s)
      if (t + 1 < rows.length) s = madd(rows[t + 1]![k]!, conv[2 * width + k]!, s)
      return s
    }),
  )
}

/** What the farthest from zero of some rows comes to in steps of one over `most`, and the rows in these steps. */
function inSteps(rows: readonly Float32Array[], most: number) {
  const far = rows.reduce((high, row) => row.reduce((a, v) => Math.max(a, Math.abs(v)), high), f(1e-20))
  const step = f(far / most)
  const inverse = f(1 / step)
  return { step, rows: rows.map((row) => row.map((v) => nearest(f(v * inverse)))) }
}

function attend(rows: readonly Float32Array[], width: number): Float32Array[] {
  const out = rows.map(() => new Float32Array(width))
  for (let h = 0; h < width; h += HEAD) {
    const part = (from: number) => rows.map((row) => row.slice(from + h, from + h + HEAD))
    const [queries, keys, values] = [
      inSteps(part(0), 8191),
      inSteps(part(width), 8191),
      inSteps(part(2 * width), 32767),
    ]
    const step = f(f(queries.step * keys.step) * f(0.255034862))
    queries.rows.forEach((query, i) => {
      const scores = keys.rows.map((key) => f(f(query.reduce((s, v, d) => s + v * key[d]!, 0)) * step))
      const highest = Math.max(...scores)
      const sum = lanes()
      const e = scores.map((s) => powerOfTwo(f(s - highest)))
      e.forEach((v, j) => {
        sum[j % 4] = f(sum[j % 4]! + v)
      })
      const factor = f(32767 / total(sum))
      const shares = e.map((v) => nearest(f(v * factor)))
      const valueStep = f(values.step / 32767)
      for (let d = 0; d < HEAD; d++)
        out[i]![h + d] = f(f(shares.reduce((s, share, j) => s + share * values.rows[j]![d]!, 0)) * valueStep)
    })
  }
  return out
}

function gelu(v: number): number {
  const z = f(v * madd(f(v * v), f(-0.102943241), f(-2.30220819)))
  return f(v / f(1 + powerOfTwo(z)))
}

function addTo(to: Float32Array, what: Float32Array): void {
  what.forEach((v, k) => {
    to[k] = f(to[k]! + v)
  })
}

function unit(row: Float32Array): Float32Array {
  const squares = lanes()
  row.forEach((v, k) => {
    squares[k % 4] = madd(v, v, squares[k % 4]!)
  })
  const inverse = f(1 / f(Math.sqrt(f(total(squares) + f(1e-20)))))
  return row.map((v) => f(v * inverse))
}
