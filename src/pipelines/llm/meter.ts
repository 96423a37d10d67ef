import { type LanguageModel, LanguageModelError, type Tokens } from '../../ports/language-model.ts'
import type { Trace } from '../../runtime/trace.ts'

/** Puts what every call cost on the request's record: the log line and a response header show it. Failed calls cost too. */
export function meterLanguageModel(model: LanguageModel, trace: Trace): LanguageModel {
  async function metered<T extends { readonly tokens: Tokens }>(call: () => Promise<T>): Promise<T> {
    trace.countRoundTrip()
    try {
      const answer = await trace.step('llm', call)
      note(trace, answer.tokens, '')
      return answer
    } catch (error) {
      if (error instanceof LanguageModelError) note(trace, error.tokens, `:${error.problem}`)
      throw error
    }
  }
  return {
    id: model.id,
    generate: (request) => metered(() => model.generate(request)),
    generateObject: (request) => metered(() => model.generateObject(request)),
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
