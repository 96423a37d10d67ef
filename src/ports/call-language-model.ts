import { jsonIn } from '../runtime/json-in.ts'
import { retryOnce, type Verdict } from '../runtime/retry-once.ts'
import { withTimeout } from '../runtime/with-timeout.ts'
import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelRequest,
  type OutputSchema,
  type Tokens,
} from './language-model.ts'

const RETRY_PAUSE_MS = 300
/** What is longer than this is no answer to any of our questions, and not worth reading. */
const MOST_CHARACTERS = 1_000_000

/** What a provider answered. In JSON mode some answer with the value itself instead of a text. */
export interface Answer {
  readonly content: unknown
  readonly truncated: boolean
  readonly tokens: Tokens
}

interface Parts {
  readonly id: string
  /** Brings what the first call needs; the time for it is not the request's. */
  readonly load?: () => Promise<unknown>
  /** Asks once; `earlier` is why the first attempt failed. Throws a LanguageModelError. */
  readonly ask: (
    request: LanguageModelRequest,
    schema: OutputSchema<unknown> | null,
    signal: AbortSignal,
    earlier: unknown,
  ) => Promise<Answer>
  /** Where a failed attempt calls for another pause than usual, or for another try although it usually would not: how long to wait. */
  readonly pauseAfter?: (error: LanguageModelError, structured: boolean) => number | null
  readonly retryPauseMs?: number | undefined
}

/** A language model by its one question: what all of them promise about time, retries, tokens and schemas. */
export function callLanguageModel({ id, load, ask, pauseAfter, retryPauseMs = RETRY_PAUSE_MS }: Parts): LanguageModel {
  async function run<T>(
    request: LanguageModelRequest,
    schema: OutputSchema<unknown> | null,
    read: (answer: Answer) => T | null,
  ): Promise<T & { readonly tokens: Tokens }> {
    await load?.()
    const end = Date.now() + request.timeoutMs
    let tokens: Tokens = { in: 0, out: 0 }
    const attempt = async (signal: AbortSignal, earlier: unknown) => {
      const answer = await ask(request, schema, signal, earlier)
      tokens = { in: tokens.in + answer.tokens.in, out: tokens.out + answer.tokens.out }
      const tooLong = typeof answer.content === 'string' && answer.content.length > MOST_CHARACTERS
      const found = tooLong ? null : read(answer)
      if (found === null) throw new LanguageModelError(answer.truncated ? 'truncated' : 'nonsense', { tokens })
      return { ...found, tokens }
    }
    const judge = (error: unknown, signal: AbortSignal): Verdict => {
      if (!(error instanceof LanguageModelError) || signal.aborted) return 'give-up'
      const usual = ['unreachable', 'busy', 'nonsense'].includes(error.problem) ? retryPauseMs : null
      const retryAfterMs = pauseAfter?.(error, schema !== null) ?? usual
      return retryAfterMs === null || Date.now() + retryAfterMs >= end ? 'give-up' : { retryAfterMs }
    }
    return withTimeout(
      request.timeoutMs,
      (signal) =>
        retryOnce(
          (earlier) => attempt(signal, earlier),
          (error) => judge(error, signal),
        ),
      () => new LanguageModelError('slow', { tokens }),
    )
  }

  return {
    id,
    generate: (request) =>
      run(request, null, ({ content, truncated }) => {
        const text = typeof content === 'string' ? content.trim() : ''
        return text === '' ? null : { text, truncated }
      }),
    generateObject: ({ schema, ...request }) =>
      run(request, schema, ({ content }) => {
        const value = schema.parse(typeof content === 'string' ? jsonIn(content) : content)
        return value === null ? null : { value }
      }),
  }
}
