import * as z from 'zod/mini'
import {
  LanguageModelError,
  type LanguageModelRequest,
  type OutputSchema,
  type Tokens,
} from '../../ports/language-model.ts'

interface Parts {
  readonly baseUrl: string
  readonly model: string
  readonly apiKey: string | null
}

export interface Completion {
  readonly text: string
  readonly truncated: boolean
  readonly tokens: Tokens
}

export type Chat = (
  request: LanguageModelRequest,
  schema: OutputSchema<unknown> | null,
  signal: AbortSignal,
) => Promise<Completion>

/** What the provider said, as far as a retry needs to know. Its own words may quote prompt and answer: they go no further. */
export class Failure extends LanguageModelError {
  readonly status: number | null
  readonly retryAfterMs: number | null

  constructor(problem: LanguageModelError['problem'], status: number | null, retryAfterMs: number | null = null) {
    super(problem)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

const count = z.optional(z.nullable(z.number()))
const reply = z.object({
  choices: z
    .array(
      z.object({
        // A refusal stands beside the answer, or in its place.
        message: z.object({
          content: z.optional(z.nullable(z.string())),
          refusal: z.optional(z.nullable(z.string())),
        }),
        finish_reason: z.optional(z.nullable(z.string())),
      }),
    )
    .check(z.minLength(1)),
  usage: z.optional(z.nullable(z.object({ prompt_tokens: count, completion_tokens: count }))),
})

/** Facts are to be read, not varied upon. */
const TEMPERATURE = 0

/** One question by OpenAI's chat completions, answered whole. */
export function createChat({ baseUrl, model, apiKey }: Parts): Chat {
  const url = `${baseUrl.replace(/\/+$/, '')}/chat/completions`
  // Some endpoints that ask for no key refuse a request without the header.
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${apiKey ?? 'none'}` }
  return async (request, schema, signal) => {
    const body = JSON.stringify({
      model,
      ...settingsOf(model, request),
      ...(schema
        ? {
            response_format: {
              type: 'json_schema',
              json_schema: { name: schema.name, strict: true, schema: schema.json },
            },
          }
        : {}),
    })
    const { response, text } = await send(url, { method: 'POST', headers, body, signal })
    if (!response.ok) throw failureOf(response)
    const parsed = reply.safeParse(parsedOrNull(text))
    if (!parsed.success) throw new Failure('nonsense', response.status)
    const { choices, usage } = parsed.data
    const { message, finish_reason } = choices[0]!
    return {
      text: withoutThoughts((message.content ?? '') + (message.refusal ?? '')),
      truncated: finish_reason === 'length',
      tokens: { in: usage?.prompt_tokens ?? 0, out: usage?.completion_tokens ?? 0 },
    }
  }
}

/** OpenAI's own models that think before they answer refuse a temperature, and call the limit and the first message by other names. */
const REASONING = /^o\d+(?:-|$)|^gpt-(?:[5-9]|1\d)(?:\.\d+|(?!-chat))(?:-|$)/
const WITHOUT_TEMPERATURE = /^gpt-4o-(?:mini-)?search-preview/

function settingsOf(model: string, { system, prompt, maxTokens }: LanguageModelRequest): Record<string, unknown> {
  const reasoning = REASONING.test(model)
  return {
    messages: [
      { role: reasoning ? 'developer' : 'system', content: system },
      { role: 'user', content: prompt },
    ],
    ...(reasoning ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(reasoning || WITHOUT_TEMPERATURE.test(model) ? {} : { temperature: TEMPERATURE }),
  }
}

async function send(url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(url, init)
    // Read to the end also where only the status counts: what is left unread keeps the connection.
    return { response, text: await response.text() }
  } catch {
    if (init.signal?.aborted) throw new LanguageModelError('slow')
    throw new Failure('unreachable', null)
  }
}

function failureOf({ status, headers }: Response): Failure {
  if (status === 429) {
    const after = Number.parseFloat(headers.get('retry-after') ?? '')
    return new Failure('busy', status, Number.isFinite(after) ? after * 1000 : null)
  }
  if (status >= 500 || status === 408 || status === 425) return new Failure('unreachable', status)
  return new Failure(status >= 400 ? 'refused' : 'nonsense', status)
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Some models think aloud before they answer. */
const withoutThoughts = (text: string): string => text.replace(/^\s*<think>[\s\S]*?(?:<\/think>|$)/i, '')
