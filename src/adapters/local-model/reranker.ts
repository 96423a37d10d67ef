import type { Reranker } from '../../ports/reranker.ts'
import { createLoader, type Loader } from '../../runtime/loader.ts'
import { BACKGROUND, compute } from '../../runtime/turns.ts'
import type { Encoder } from './encoder.ts'
import { fittingPart } from './fitting-part.ts'
import { readRerankerFile } from './reranker-file.ts'

export interface LocalRerankerOptions {
  /** Whose table of tokens and kernel it uses. */
  readonly encoder: Loader<Encoder>
  /** The bytes of `assets/model/reranker.bin`, which are emptied. Called at the first reading; again only after a failure. */
  readonly fetchWeights: () => Promise<ArrayBuffer>
}

/** What lies beyond is not read; chunks are far below it. */
const MAX_CHARS = 8_000
/** What a text without any token is read as. */
const NOTHING = '?'
/** What a token takes, in microseconds, by itself and for each other one that it looks at. */
const TOKEN_US = { alone: 29, beside: 0.04 }
/** So many tokens are read at most: of long memories the parts become shorter, as long as something is left of them. */
const MOST_TOKENS = 260
const LEAST_ROOM = 40

/** Our own cross-encoder, in the encoder's kernel. It loads when it is first asked, not before. */
export function createLocalReranker({ encoder, fetchWeights }: LocalRerankerOptions): Reranker {
  const reranker = createLoader(async () => {
    const [loaded, bytes] = await Promise.all([encoder.load(), fetchWeights()])
    loaded.kernel.loadReranker(readRerankerFile(bytes, loaded.header.id))
    bytes.transfer(0)
    return loaded
  })
  return {
    async read(query, texts, turns = BACKGROUND) {
      const { tokenize, kernel, frame } = reranker.loaded ?? (await reranker.load())
      const tokensOf = (text: string) => {
        const tokens = tokenize(text.slice(0, MAX_CHARS))
        return tokens.length > 0 ? tokens : tokenize(NOTHING)
      }
      const question = tokensOf(query).slice(0, kernel.limits.question - 2)
      const asked = [frame.start, ...question, frame.end]
      const whole = texts.map(tokensOf)
      const room = roomOf(whole, MOST_TOKENS - asked.length, kernel.limits.memory - 1)
      const memories = whole.map((tokens) => [...fittingPart(question, tokens, room), frame.end])
      const tokens = memories.reduce((sum, { length }) => sum + length, asked.length)
      const turn = turns.take(tokens * (TOKEN_US.alone + TOKEN_US.beside * tokens), 0)
      if (turn) await turn
      const logits = compute(() => kernel.score(asked, memories))
      return texts.map((_, at) => ({ answers: logits[2 * at]!, holds: logits[2 * at + 1]! }))
    },
  }
}

/** How many tokens of each text are read, so that all come to no more than `most`: short ones leave their room to the others. */
function roomOf(texts: readonly (readonly number[])[], most: number, longest: number): number {
  const takes = (room: number) => texts.reduce((sum, { length }) => sum + Math.min(length, room) + 1, 0)
  let room = longest
  while (room > LEAST_ROOM && takes(room) > most) room--
  return room
}
