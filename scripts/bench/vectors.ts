import { MODEL } from '../../src/adapters/local-model/model.ts'

export const DIMENSIONS = MODEL.dimensions

/** Texts with the vectors that the service's own encoder makes of them: float32, of length 1, one after the other. */
export interface Vectors {
  readonly texts: readonly string[]
  readonly data: Float32Array
}

export const vectorOf = ({ data }: Vectors, at: number): Float32Array =>
  data.subarray(at * DIMENSIONS, (at + 1) * DIMENSIONS)
