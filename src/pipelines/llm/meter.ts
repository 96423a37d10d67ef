import {
  type LanguageModel,
  LanguageModelError,
  type LanguageModelRequest,
  type Tokens,
} from '../../ports/language-model.ts'
import { metrics } from '../../runtime/metrics.ts'
import type { Trace } from '../../runtime/trace.ts'
import { traceHeaders } from '../../runtime/trace-context.ts'

/**
 * Puts what every call cost on the request's record: the log line, a response header, metrics and spans show it. Failed calls cost too. The
 * model is told which trace it is part of.
 */
export function meterLanguageModel(model: LanguageModel, trace: Trace, provider = 'openai'): LanguageModel {
  async function metered<T extends { readonly tokens: Tokens }>(call: () => Promise<T>): Promise<T> {
    const ended = trace.beginRoundTrip('llm')
    const end = (tokens: Tokens, problem: string | null) => {
      note(trace, tokens, problem === null ? '' : `:${problem}`)
      metrics.count('llmCalls', 1, problem ?? 'ok')
      metrics.count('llmTokens', tokens.in, 'in')
      metrics.count('llmTokens', tokens.out, 'out')
      ended(problem !== null, {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': model.id,
        'gen_ai.usage.input_tokens': tokens.in,
        'gen_ai.usage.output_tokens': tokens.out,
        ...(problem === null ? {} : { 'error.type': problem }),
      })
    }
    try {
      const answer = await trace.step('llm', call)
      end(answer.tokens, null)
      return answer
    } catch (error) {
      if (error instanceof LanguageModelError) end(error.tokens, error.problem)
      else ended(true)
      throw error
    }
  }
  const within = <R extends LanguageModelRequest>(request: R): R =>
    trace.context ? { ...request, headers: traceHeaders(trace.context) } : request
  return {
    id: model.id,
    generate: (request) => metered(() => model.generate(within(request))),
    generateObject: (request) => metered(() => model.generateObject(within(request))),
  }
}

function note({ notes }: Trace, tokens: Tokens, outcome: string): void {
  const add = (name: string, value: number) => notes.set(name, Number(notes.get(name) ?? 0) + value)
  add('llm_calls', 1)
  add('llm_tokens_in', tokens.in)
  add('llm_tokens_out', tokens.out)
  const call = `${tokens.in}/${tokens.out}${outcome}`
  notes.set('llm_each', notes.has('llm_each') ? `${notes.get('llm_each')} ${call}` : call)
}

/** `in=312, out=41, calls=1`, or null where no model was called. */
export function llmTokensHeader({ notes }: Trace): string | null {
  if (!notes.has('llm_calls')) return null
  return `in=${notes.get('llm_tokens_in')}, out=${notes.get('llm_tokens_out')}, calls=${notes.get('llm_calls')}`
}
