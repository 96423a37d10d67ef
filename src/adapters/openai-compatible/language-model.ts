import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelRequest,
  type OutputSchema,
  type Tokens,
} from '../../ports/language-model.ts'
import { attemptTwice } from '../../runtime/attempt-twice.ts'
import { jsonIn } from '../../runtime/json-in.ts'
import type { Verdict } from '../../runtime/retry-once.ts'

type Sdk = typeof import('./sdk.ts')

interface Parts {
  readonly baseUrl: string
  readonly model: string
  /** null: an endpoint that asks for none, as local ones do. */
  readonly apiKey: string | null
  readonly retryPauseMs?: number
}

const RETRY_PAUSE_MS = 300
/** Facts are to be read, not varied upon. Models that refuse a temperature get none from the SDK. */
const TEMPERATURE = 0

interface Answer {
  readonly text: string
  readonly truncated: boolean
  readonly tokens: Tokens
}

/** Any endpoint that speaks OpenAI's chat completions. The SDK is loaded by the first call. */
export function createOpenAiCompatibleLanguageModel({ baseUrl, model, apiKey, retryPauseMs }: Parts): LanguageModel {
  const pauseMs = retryPauseMs ?? RETRY_PAUSE_MS

  async function ask(
    sdk: Sdk,
    request: LanguageModelRequest,
    schema: OutputSchema<unknown> | null,
    signal: AbortSignal,
  ): Promise<Answer> {
    const provider = sdk.createOpenAI({ baseURL: baseUrl, apiKey: apiKey ?? 'none', name: 'openai-compatible' })
    try {
      const { text, finishReason, usage } = await sdk.generateText({
        model: provider.chat(model),
        system: request.system,
        prompt: request.prompt,
        maxOutputTokens: request.maxTokens,
        temperature: TEMPERATURE,
        maxRetries: 0,
        abortSignal: signal,
        ...(schema ? { output: sdk.Output.object({ schema: sdk.jsonSchema(schema.json), name: schema.name }) } : {}),
      })
      return { text: withoutThoughts(text), truncated: finishReason === 'length', tokens: tokensOf(usage) }
    } catch (error) {
      // It did answer, and what it said is looked at by our own rules.
      if (sdk.NoObjectGeneratedError.isInstance(error)) {
        return {
          text: withoutThoughts(error.text ?? ''),
          truncated: error.finishReason === 'length',
          tokens: tokensOf(error.usage),
        }
      }
      throw toFailure(sdk, error, signal)
    }
  }

  async function run<T>(
    request: LanguageModelRequest,
    schema: OutputSchema<unknown> | null,
    read: (answer: Answer, spent: Tokens) => T,
  ): Promise<T> {
    const sdk = await import('./sdk.ts')
    let spent: Tokens = { in: 0, out: 0 }
    return attemptTwice({
      timeoutMs: request.timeoutMs,
      late: () => new LanguageModelError('slow', { tokens: spent }),
      judge: (error) => judge(error, schema !== null, pauseMs),
      async attempt(signal, earlier) {
        // Some endpoints know no schemas: then the prompt alone has to say it, and our own check decides as ever.
        const unaided = schema !== null && earlier instanceof Failure && earlier.status === 400
        const asked = unaided ? { ...request, prompt: `${request.prompt}\n\n${inWords(schema)}` } : request
        const answer = await ask(sdk, asked, unaided ? null : schema, signal)
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

/** Some models think aloud before they answer. */
const withoutThoughts = (text: string): string => text.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/i, '')

const inWords = (schema: OutputSchema<unknown>): string =>
  `Answer with one JSON object and nothing else. Its JSON Schema: ${JSON.stringify(schema.json)}`

const tokensOf = (usage?: Partial<Record<'inputTokens' | 'outputTokens', number | undefined>>): Tokens => ({
  in: usage?.inputTokens ?? 0,
  out: usage?.outputTokens ?? 0,
})

/** What the provider said, as far as a retry needs to know. */
class Failure extends LanguageModelError {
  readonly status: number | null
  readonly retryAfterMs: number | null

  constructor(problem: LanguageModelError['problem'], status: number | null, retryAfterMs: number | null) {
    // The SDK's own error quotes prompt and answer: it goes no further.
    super(problem)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

function toFailure(sdk: Sdk, error: unknown, signal: AbortSignal): LanguageModelError {
  if (signal.aborted) return new LanguageModelError('slow')
  if (sdk.NoOutputGeneratedError.isInstance(error)) return new Failure('nonsense', null, null)
  if (!sdk.APICallError.isInstance(error)) return new Failure('unreachable', null, null)
  const status = error.statusCode ?? null
  const after = Number(error.responseHeaders?.['retry-after'] ?? Number.NaN)
  if (status === 429) return new Failure('busy', status, Number.isFinite(after) ? after * 1000 : null)
  if (status === null || status >= 500 || status === 408 || status === 425)
    return new Failure('unreachable', status, null)
  // A 2xx that ends here has a body that is not the protocol's.
  return status >= 400 ? new Failure('refused', status, null) : new Failure('nonsense', status, null)
}

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
