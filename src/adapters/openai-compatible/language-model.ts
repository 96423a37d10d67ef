import { attemptTwice, type Verdict } from '../../domain/attempts.ts'
import { jsonIn } from '../../domain/json-in.ts'
import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelRequest,
  type OutputSchema,
  type Tokens,
} from '../../ports/language-model.ts'
import { type Completion, createChat, Failure } from './chat.ts'

interface Parts {
  readonly baseUrl: string
  readonly model: string
  /** null: an endpoint that asks for none, as local ones do. */
  readonly apiKey: string | null
  readonly retryPauseMs?: number
}

const RETRY_PAUSE_MS = 300

/** Any endpoint that speaks OpenAI's chat completions. */
export function createOpenAiCompatibleLanguageModel({ baseUrl, model, apiKey, retryPauseMs }: Parts): LanguageModel {
  const pauseMs = retryPauseMs ?? RETRY_PAUSE_MS
  const chat = createChat({ baseUrl, model, apiKey })

  async function run<T>(
    request: LanguageModelRequest,
    schema: OutputSchema<unknown> | null,
    read: (answer: Completion, spent: Tokens) => T,
  ): Promise<T> {
    let spent: Tokens = { in: 0, out: 0 }
    return attemptTwice({
      timeoutMs: request.timeoutMs,
      late: () => new LanguageModelError('slow', { tokens: spent }),
      judge: (error) => judge(error, schema !== null, pauseMs),
      async attempt(signal, earlier) {
        // Some endpoints know no schemas: then the prompt alone has to say it, and our own check decides as ever.
        const unaided = schema !== null && earlier instanceof Failure && earlier.status === 400
        const asked = unaided ? { ...request, prompt: `${request.prompt}\n\n${inWords(schema)}` } : request
        const answer = await chat(asked, unaided ? null : schema, signal)
        spent = { in: spent.in + answer.tokens.in, out: spent.out + answer.tokens.out }
        return read(answer, spent)
      },
    })
  }

  return {
    id: model,
    generate: (request) =>
      run(request, null, ({ text, truncated }, tokens) => {
        if (text.trim() === '') throw new LanguageModelError(truncated ? 'truncated' : 'nonsense', { tokens })
        return { text: text.trim(), truncated, tokens }
      }),
    generateObject: (request) =>
      run(request, request.schema, ({ text, truncated }, tokens) => {
        const value = request.schema.parse(jsonIn(text))
        if (value === null) throw new LanguageModelError(truncated ? 'truncated' : 'nonsense', { tokens })
        return { value, tokens }
      }),
  }
}

const inWords = (schema: OutputSchema<unknown>): string =>
  `Answer with one JSON object and nothing else. Its JSON Schema: ${JSON.stringify(schema.json)}`

function judge(error: unknown, structured: boolean, pauseMs: number): Verdict {
  if (!(error instanceof LanguageModelError)) return 'give-up'
  switch (error.problem) {
    case 'unreachable':
    case 'nonsense':
      return { retryAfterMs: pauseMs }
    case 'busy':
      return { retryAfterMs: (error instanceof Failure ? error.retryAfterMs : null) ?? pauseMs }
    case 'refused':
      return structured && error instanceof Failure && error.status === 400 ? { retryAfterMs: 0 } : 'give-up'
    default:
      return 'give-up'
  }
}
