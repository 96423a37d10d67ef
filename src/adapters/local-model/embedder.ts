import type { Embedder, EmbedKind } from '../../ports/embedder.ts'
import { atOnce, inTurns } from '../../runtime/in-turns.ts'
import type { Loader } from '../../runtime/loader.ts'
import { BACKGROUND } from '../../runtime/turns.ts'
import { EMBEDDER_ID } from './embedder-id.ts'
import { createEncoder, type Encoder, type EncoderOptions } from './encoder.ts'
import { MODEL } from './model.ts'

export interface LocalEmbedderOptions extends EncoderOptions {
  /** Texts to embed while loading, so that the first request meets optimised code. 0 measures what that is worth. */
  readonly warmUpTexts?: number
}

/** What a token takes in microseconds, and what a character comes to. */
const TOKEN_US = 125
const CHARACTER_US = TOKEN_US / 4

/** What lies beyond is not read. Texts come in chunks far below it; a hostile one costs a quarter of a second, not more. */
const MAX_CHARS = 8_000
const MAX_WINDOWS = 16

/** Enough for the engine to replace its first quick translation of the kernel by the optimised one. */
const WARM_UP_TEXTS = 6
const WARM_UP = 'She moved to a small town by the sea last spring and now teaches music to children there.'

/** An embedder whose encoder others may use too. */
export interface LocalEmbedder extends Embedder {
  readonly encoder: Loader<Encoder>
}

/**
 * Our own encoder, in WebAssembly, inside the isolate: no network, no second runtime. It loads lazily and once; a text of 20 words takes
 * some two and a half milliseconds. Long texts are embedded window by window and averaged.
 */
export function createLocalEmbedder({ warmUpTexts = WARM_UP_TEXTS, ...options }: LocalEmbedderOptions): LocalEmbedder {
  const encoder = createEncoder(options, (loaded) => {
    for (let i = 0; i < warmUpTexts; i++) atOnce(embedWindows(loaded, windowsOf(loaded, WARM_UP), 'passage'))
  })

  return {
    encoder,
    id: EMBEDDER_ID,
    dimensions: MODEL.dimensions,
    get loaded() {
      return encoder.loaded !== null
    },
    load: async () => {
      await encoder.load()
    },
    async embed(texts, kind, turns = BACKGROUND) {
      const loaded = encoder.loaded ?? (await encoder.load())
      const vectors: Float32Array[] = []
      let characters = texts.reduce((sum, { length }) => sum + length, 0)
      for (const text of texts) {
        characters -= text.length
        const windows = windowsOf(loaded, text)
        const restUs = (windows.length - 1) * costOf(windows[0]!) + characters * CHARACTER_US
        vectors.push(await inTurns(embedWindows(loaded, windows, kind), turns, restUs))
      }
      return vectors
    },
  }
}

type Window = readonly number[]

const costOf = ({ length }: Window): number => (length + 2) * TOKEN_US

function windowsOf({ header, tokenize }: Encoder, text: string): Window[] {
  const room = header.window - 2
  const tokens = tokenize(text.length > MAX_CHARS ? text.slice(0, MAX_CHARS) : text)
  tokens.length = Math.min(tokens.length, MAX_WINDOWS * room)
  const windows = Math.max(1, Math.ceil(tokens.length / room))
  const each = Math.ceil(tokens.length / windows) // equal shares: a last window of three words would weigh as much as a full one
  return Array.from({ length: windows }, (_, at) => tokens.slice(at * each, (at + 1) * each))
}

/** Window by window: each yields what it is going to take. */
function* embedWindows(
  { kernel, frame }: Encoder,
  windows: readonly Window[],
  kind: EmbedKind,
): Generator<number, Float32Array> {
  const encode = (window: Window) => kernel.encode([frame.start, ...window, frame.end], kind === 'query' ? 0 : 1)
  const [first, ...others] = windows as [Window, ...Window[]]

  yield costOf(first)
  const sum = encode(first)
  if (others.length === 0) return sum
  for (const window of others) {
    yield costOf(first)
    const next = encode(window)
    for (let at = 0; at < sum.length; at++) sum[at]! += next[at]!
  }
  const length = Math.hypot(...sum)
  if (length > 0) return sum.map((value) => value / length)
  yield costOf(first)
  return encode(first)
}
