import { type Answer, callLanguageModel } from '../../ports/call-language-model.ts'
import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelRequest,
  type OutputSchema,
} from '../../ports/language-model.ts'
import { readBounded } from '../../runtime/read-bounded.ts'

type Sdk = typeof import('./sdk.ts')

interface Parts {
  readonly baseUrl: string
  readonly model: string
  /** null: an endpoint that asks for none, as local ones do. */
  readonly apiKey: string | null
  readonly retryPauseMs?: number
}

/** Facts are to be read, not varied upon. Models that refuse a temperature get none from the SDK. */
const TEMPERATURE = 0

/** An answer is a few thousand tokens; an endpoint that sends more than this is broken, or means harm. */
const MOST_BYTES = 2 * 1024 * 1024

async function fetchBounded(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  const text = await readBounded(response, MOST_BYTES, () => new Failure('nonsense', response.status, null))
  return new Response(text || null, { status: response.status, headers: withoutEncoding(response.headers) })
}

/** What was read is neither compressed nor as long any more. */
function withoutEncoding(headers: Headers): Headers {
  const kept = new Headers(headers)
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name)
  return kept
}

/** Any endpoint that speaks OpenAI's chat completions. The SDK is loaded by the first call. */
export function createOpenAiCompatibleLanguageModel({ baseUrl, model, apiKey, retryPauseMs }: Parts): LanguageModel {
  async function ask(
    request: LanguageModelRequest,
    schema: OutputSchema<unknown> | null,
    signal: AbortSignal,
  ): Promise<Answer> {
    const sdk = await import('./sdk.ts')
    const provider = sdk.createOpenAI({
      ...{ baseURL: baseUrl, apiKey: apiKey ?? 'none', name: 'openai-compatible' },
      fetch: fetchBounded,
    })
    try {
      const { text, finishReason, usage } = await sdk.generateText({
        model: provider.chat(model),
        system: request.system,
        prompt: request.prompt,
        maxOutputTokens: request.maxTokens,
        temperature: TEMPERATURE,
        maxRetries: 0,
        abortSignal: signal,
        ...(request.headers ? { headers: request.headers } : {}),
        ...(schema ? { output: sdk.Output.object({ schema: sdk.jsonSchema(schema.json), name: schema.name }) } : {}),
      })
      return toAnswer(text, finishReason, usage)
    } catch (error) {
      // It did answer, and what it said is looked at by our own rules.
      if (sdk.NoObjectGeneratedError.isInstance(error))
        return toAnswer(error.text ?? '', error.finishReason, error.usage)
      throw toFailure(sdk, error, signal)
    }
  }

  return callLanguageModel({
    id: model,
    retryPauseMs,
    load: () => import('./sdk.ts'),
    ask(request, schema, signal, earlier) {
      // Some endpoints know no schemas: then the prompt alone has to say it, and our own check decides as ever.
      if (schema === null || !isRefusal(earlier)) return ask(request, schema, signal)
      return ask({ ...request, prompt: `${request.prompt}\n\n${inWords(schema)}` }, null, signal)
    },
    pauseAfter(error, structured) {
      if (structured && isRefusal(error)) return 0
      return error instanceof Failure ? error.retryAfterMs : null
    },
  })
}

const isRefusal = (error: unknown): boolean => error instanceof Failure && error.status === 400

type Usage = Partial<Record<'inputTokens' | 'outputTokens', number | undefined>>

const toAnswer = (text: string, finishReason: string | undefined, usage: Usage | undefined): Answer => ({
  content: withoutThoughts(text),
  truncated: finishReason === 'length',
  tokens: { in: usage?.inputTokens ?? 0, out: usage?.outputTokens ?? 0 },
})

/** Some models think aloud before they answer. */
const withoutThoughts = (text: string): string => text.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/i, '')

const inWords = (schema: OutputSchema<unknown>): string =>
  `Answer with one JSON object and nothing else. Its JSON Schema: ${JSON.stringify(schema.json)}`

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
  if (error instanceof Failure) return error
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
