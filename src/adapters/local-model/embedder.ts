import { TOKEN_DIMENSIONS } from '../../domain/ranking/token-vectors.ts'
import type { Embedder, Embedding, EmbedKind } from '../../ports/embedder.ts'
import { atOnce, inTurns } from '../../runtime/in-turns.ts'
import type { Loader } from '../../runtime/loader.ts'
import { BACKGROUND, type Turns } from '../../runtime/turns.ts'
import { EMBEDDER_ID } from './embedder-id.ts'
import { createEncoder, type Encoder, type EncoderOptions } from './encoder.ts'
import { MODEL } from './model.ts'

export interface LocalEmbedderOptions extends EncoderOptions {
  /** Texts to embed while loading, so that the first request meets optimised code. 0 measures what that is worth. */
  readonly warmUpTexts?: number
}

/** What a token takes in microseconds, and what a character comes to. */
const TOKEN_US = 118
const CHARACTER_US = TOKEN_US / 4

/** What lies beyond is not read. Texts come in chunks far below it; a hostile one costs a quarter of a second, not more. */
const MAX_CHARS = 8_000
const MAX_WINDOWS = 16

/** [CLS] and [SEP], which stand around every window. */
const FRAME = 2
/** Of a passage's tokens so many are kept as vectors. */
const MAX_TOKENS = 256

/** Enough for the engine to replace its first quick translation of the kernel by the optimised one. */
const WARM_UP_TEXTS = 6
const WARM_UP = 'She moved to a small town by the sea last spring and now teaches music to children there.'

/** An embedder whose encoder others may use too. */
export interface LocalEmbedder extends Embedder {
  readonly encoder: Loader<Encoder>
  readonly embedWithTokens: NonNullable<Embedder['embedWithTokens']>
}

/**
 * Our own encoder, in WebAssembly, inside the isolate: no network, no second runtime. It loads lazily and once; a text of 20 words takes
 * some two and a half milliseconds. Long texts are embedded window by window and averaged.
 */
export function createLocalEmbedder({ warmUpTexts = WARM_UP_TEXTS, ...options }: LocalEmbedderOptions): LocalEmbedder {
  const encoder = createEncoder(options, (loaded) => {
    for (let i = 0; i < warmUpTexts; i++) atOnce(embedWindows(loaded, windowsOf(loaded, WARM_UP), 'passage'))
  })

  /** The texts one after the other, each by what `work` makes of its windows. */
  async function each<T>(
    texts: readonly string[],
    turns: Turns,
    work: (loaded: Encoder, windows: readonly Window[]) => Generator<number, T>,
  ): Promise<T[]> {
    const loaded = encoder.loaded ?? (await encoder.load())
    const done: T[] = []
    let characters = texts.reduce((sum, { length }) => sum + length, 0)
    for (const text of texts) {
      characters -= text.length
      const windows = windowsOf(loaded, text)
      const restUs = (windows.length - 1) * costOf(windows[0]!) + characters * CHARACTER_US
      done.push(await inTurns(work(loaded, windows), turns, restUs))
    }
    return done
  }

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
    embed: (texts, kind, turns = BACKGROUND) =>
      each(texts, turns, (loaded, windows) => embedWindows(loaded, windows, kind)),
    embedWithTokens: (texts, kind, turns = BACKGROUND) =>
      each(texts, turns, (loaded, windows) => embedWindowsWithTokens(loaded, windows, kind)),
  }
}

type Window = readonly number[]

const costOf = ({ length }: Window): number => (length + FRAME) * TOKEN_US

function windowsOf({ header, tokenize }: Encoder, text: string): Window[] {
  const room = header.window - FRAME
  const tokens = tokenize(text.length > MAX_CHARS ? text.slice(0, MAX_CHARS) : text)
  tokens.length = Math.min(tokens.length, MAX_WINDOWS * room)
  const windows = Math.max(1, Math.ceil(tokens.length / room))
  const each = Math.ceil(tokens.length / windows) // equal shares: a last window of three words would weigh as much as a full one
  return Array.from({ length: windows }, (_, at) => tokens.slice(at * each, (at + 1) * each))
}

/** Window by window: each yields what it is going to take. `encoded` is told of each while the kernel still has its tokens. */
function* embedWindows(
  { kernel, frame }: Encoder,
  windows: readonly Window[],
  kind: EmbedKind,
  encoded: (ids: Window) => void = () => {},
): Generator<number, Float32Array> {
  function encode(window: Window): Float32Array {
    const ids = [frame.start, ...window, frame.end]
    const vector = kernel.encode(ids, kind === 'query' ? 0 : 1)
    encoded(ids)
    return vector
  }
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

/** The same with the tokens: of a query those of its first window, of a passage those that say something, up to so many. */
function* embedWindowsWithTokens(
  encoder: Encoder,
  windows: readonly Window[],
  kind: EmbedKind,
): Generator<number, Embedding> {
  const most = windows.reduce((sum, { length }) => sum + length + FRAME, 0)
  const tokens = new Float32Array(Math.min(MAX_TOKENS, most) * TOKEN_DIMENSIONS)
  let length = 0
  const vector = yield* embedWindows(encoder, windows, kind, (ids) => {
    if (length === tokens.length || (kind === 'query' && length > 0)) return
    const found = kind === 'query' ? askedTokens(encoder, ids) : toldTokens(encoder, ids)
    const fitting = found.subarray(0, tokens.length - length)
    tokens.set(fitting, length)
    length += fitting.length
  })
  return { vector, tokens: tokens.slice(0, length) }
}

const tokenOf = (at: number): number => Math.floor(at / TOKEN_DIMENSIONS)

/** Each as long as its share of the question. */
function askedTokens({ kernel }: Encoder, { length }: Window): Float32Array {
  const weights = kernel.weights(length)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return kernel.tokens(length).map((value, at) => (value * weights[tokenOf(at)]!) / total)
}

/** Those that say something. The one that begins every window does, so that something is always left. */
const toldTokens = ({ kernel, silent }: Encoder, ids: Window): Float32Array =>
  kernel.tokens(ids.length).filter((_, at) => !silent.has(ids[tokenOf(at)]!))
