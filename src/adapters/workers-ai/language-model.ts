import * as z from 'zod/mini'
import { type Answer, callLanguageModel } from '../../ports/call-language-model.ts'
import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelProblem,
  type LanguageModelRequest,
  type OutputSchema,
} from '../../ports/language-model.ts'
import type { AiBinding } from './ai-binding.ts'

interface Parts {
  readonly ai: AiBinding
  readonly model: string
  readonly retryPauseMs?: number
}

const usage = z.optional(
  z.nullable(z.object({ prompt_tokens: z.optional(z.number()), completion_tokens: z.optional(z.number()) })),
)
/** Older models answer `response` (an object in JSON mode), newer ones as chat completions do. */
const reply = z.union([
  z.object({ response: z.union([z.string(), z.record(z.string(), z.unknown())]), usage }),
  z.object({
    choices: z
      .array(
        z.object({
          message: z.object({ content: z.nullable(z.string()) }),
          finish_reason: z.optional(z.nullable(z.string())),
        }),
      )
      .check(z.minLength(1)),
    usage,
  }),
])

/** A model on Workers AI, through the Worker's own binding. */
export const createWorkersAiLanguageModel = ({ ai, model, retryPauseMs }: Parts): LanguageModel =>
  callLanguageModel({
    id: model,
    retryPauseMs,
    ask: (request, schema, signal) => ask(ai, model, request, schema, signal),
  })

async function ask(
  ai: AiBinding,
  model: string,
  request: LanguageModelRequest,
  schema: OutputSchema<unknown> | null,
  signal: AbortSignal,
): Promise<Answer> {
  let answer: unknown
  try {
    answer = await ai.run(
      model,
      {
        messages: [
          { role: 'system', content: request.system },
          { role: 'user', content: request.prompt },
        ],
        max_tokens: request.maxTokens,
        temperature: 0,
        ...(schema ? { response_format: { type: 'json_schema', json_schema: schema.json } } : {}),
      },
      { signal },
    )
  } catch (error) {
    throw new LanguageModelError(signal.aborted ? 'slow' : problemOf(error))
  }
  const parsed = reply.safeParse(answer)
  if (!parsed.success) throw new LanguageModelError('nonsense')
  const { data } = parsed
  const tokens = { in: data.usage?.prompt_tokens ?? 0, out: data.usage?.completion_tokens ?? 0 }
  if ('response' in data) {
    // These say nothing of why they stopped; as many tokens as allowed means that the limit did it.
    return { content: data.response, truncated: tokens.out >= request.maxTokens, tokens }
  }
  const [choice] = data.choices
  return { content: choice!.message.content ?? '', truncated: choice!.finish_reason === 'length', tokens }
}

/** The binding throws errors whose message begins with the code of the platform's table ("3040: No more data centers …"). */
function problemOf(error: unknown): LanguageModelProblem {
  const message = error instanceof Error ? error.message : ''
  const code = Number(/\b([35]0\d\d)\b/.exec(message)?.[1] ?? Number.NaN)
  if (code === 3036 || code === 3040) return 'busy'
  if (code === 3007 || code === 3008) return 'unreachable'
  if ([3003, 3006, 3023, 3039, 3041, 3042, 5004, 5005, 5007, 5016, 5018, 5019].includes(code)) return 'refused'
  return /JSON Mode couldn't be met/i.test(message) ? 'nonsense' : 'unreachable'
}
