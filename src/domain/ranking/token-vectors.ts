/**
 * Late interaction: a text is not one vector but one for each of its tokens, and a question is as near to it as each of the question's tokens
 * is to the nearest token of the text. That tells apart what one vector of the whole blurs, and runs no network at the time of the question.
 */

export const TOKEN_DIMENSIONS = 64

/** The tokens of a question: a byte a value, and what each token's products are multiplied with, which knows its share of the question. */
export interface AskedTokens {
  readonly values: Int8Array
  readonly scales: Float32Array
}

/** A value of a stored token in 4 bits: so many steps up or down. Values beyond are rare and are cut off. */
export const TOKEN_STEP = 0.045
const MOST_STEPS = 7
const NIBBLE = 15
const MIDDLE = 8

const BYTES = TOKEN_DIMENSIONS / 2
/** Of each 32 dimensions a byte has dimension i in its lower half and dimension i + 16 in its upper one, as `native/scan.c` reads them. */
const BLOCK = 32
const HALF = BLOCK / 2

/** Among more tokens one is nearer by chance: what a text of e times as many gains so, and how many make no difference. */
const GAINED_BY_LENGTH = 0.02
const USUAL_TOKENS = 20

/** Unit vectors of a text's tokens, one after the other, in 4 bits a value. */
export function packTokens(tokens: Float32Array): Uint8Array {
  const packed = new Uint8Array(tokens.length / 2)
  const steps = (value: number) => Math.max(-MOST_STEPS, Math.min(MOST_STEPS, Math.round(value / TOKEN_STEP))) + MIDDLE
  for (let at = 0; at < packed.length; at++) {
    const i = Math.floor(at / HALF) * BLOCK + (at % HALF)
    packed[at] = steps(tokens[i]!) | (steps(tokens[i + HALF]!) << 4)
  }
  return packed
}

/** Whether they are tokens that `packTokens` made. */
export const areTokens = (packed: Uint8Array): boolean => packed.length > 0 && packed.length % BYTES === 0

/** Vectors of a question's tokens, each as long as its share of the question. */
export function packAsked(tokens: Float32Array): AskedTokens {
  const values = new Int8Array(tokens.length)
  const scales = new Float32Array(tokens.length / TOKEN_DIMENSIONS)
  for (let token = 0; token < scales.length; token++) {
    const from = token * TOKEN_DIMENSIONS
    let largest = 0
    for (let i = from; i < from + TOKEN_DIMENSIONS; i++) largest = Math.max(largest, Math.abs(tokens[i]!))
    const scale = largest / 127
    if (scale > 0) for (let i = from; i < from + TOKEN_DIMENSIONS; i++) values[i] = Math.round(tokens[i]! / scale)
    scales[token] = scale * TOKEN_STEP
  }
  return { values, scales }
}

/** `sum`: of the question's tokens, the nearest product of each. -1 to 1, about as a cosine. */
export const lateFrom = (sum: number, packed: Uint8Array): number =>
  sum - GAINED_BY_LENGTH * Math.log(packed.length / BYTES / USUAL_TOKENS)

/** In steps of `TOKEN_STEP`. */
export function unpackTokens(packed: Uint8Array): Int8Array {
  const steps = new Int8Array(packed.length * 2)
  for (let at = 0; at < packed.length; at++) {
    const i = Math.floor(at / HALF) * BLOCK + (at % HALF)
    steps[i] = (packed[at]! & NIBBLE) - MIDDLE
    steps[i + HALF] = (packed[at]! >> 4) - MIDDLE
  }
  return steps
}

export function lateInteraction({ values, scales }: AskedTokens, packed: Uint8Array): number {
  const stored = unpackTokens(packed)
  let sum = 0
  for (let token = 0; token < scales.length; token++) {
    let nearest = Number.NEGATIVE_INFINITY
    for (let at = 0; at < stored.length; at += TOKEN_DIMENSIONS) {
      let product = 0
      for (let i = 0; i < TOKEN_DIMENSIONS; i++) product += values[token * TOKEN_DIMENSIONS + i]! * stored[at + i]!
      if (product > nearest) nearest = product
    }
    sum += nearest * scales[token]!
  }
  return lateFrom(sum, packed)
}
