import type { Reranker } from '../../ports/reranker.ts'
import { createLoader, type Loader } from '../../runtime/loader.ts'
import { BACKGROUND, compute } from '../../runtime/turns.ts'
import type { Encoder } from './encoder.ts'
import { fittingPart } from './fitting-part.ts'
import { readRerankerFile } from './reranker-file.ts'

export interface LocalRerankerOptions {
  /** Whose table of tokens and kernel it uses. */
  readonly encoder: Loader<Encoder>
  /** The bytes of `assets/model/reranker.bin`, which are emptied. Called at the first score; again only after a failure. */
  readonly fetchWeights: () => Promise<ArrayBuffer>
}

/** What lies beyond is not read; chunks are far below it. */
const MAX_CHARS = 8_000
/** What a text without any token is read as. */
const NOTHING = '?'
/** What a token takes, in microseconds, and how many are read in one go. */
const TOKEN_US = 60
const MOST_TOKENS = 330

/** Our own cross-encoder, in the encoder's kernel. It loads when it is first asked, not before. */
export function createLocalReranker({ encoder, fetchWeights }: LocalRerankerOptions): Reranker {
  const reranker = createLoader(async () => {
    const [loaded, bytes] = await Promise.all([encoder.load(), fetchWeights()])
    loaded.kernel.loadReranker(readRerankerFile(bytes, loaded.header.id))
    bytes.transfer(0)
    return loaded
  })
  return {
    async score(query, texts, turns = BACKGROUND) {
      const { tokenize, kernel, frame } = reranker.loaded ?? (await reranker.load())
      const read = (text: string) => {
        const tokens = tokenize(text.slice(0, MAX_CHARS))
        return tokens.length > 0 ? tokens : tokenize(NOTHING)
      }
      const question = read(query).slice(0, kernel.limits.question - 2)
      const room = kernel.limits.memory - 1
      const asked = [frame.start, ...question, frame.end]
      const memories = texts.map((text) => [...fittingPart(question, read(text), room), frame.end])
      const scores = new Float32Array(texts.length)
      let rest = memories.reduce((sum, { length }) => sum + asked.length + length, 0)
      for (let from = 0, to = 0; from < memories.length; from = to) {
        let tokens = 0
        do tokens += asked.length + memories[to++]!.length
        while (to < memories.length && tokens + asked.length + memories[to]!.length <= MOST_TOKENS)
        rest -= tokens
        const turn = turns.take(tokens * TOKEN_US, rest * TOKEN_US)
        if (turn) await turn
        const part = memories.slice(from, to)
        scores.set(
          compute(() => kernel.score(asked, part)),
          from,
        )
      }
      return scores
    },
  }
}
