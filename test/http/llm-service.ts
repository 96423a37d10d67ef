import { createOpenAiCompatibleLanguageModel } from '../../src/adapters/openai-compatible/language-model.ts'
import { connect } from '../../src/bootstrap/connect.ts'
import type { Plan } from '../../src/domain/account/plan.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import { meterLanguageModel } from '../../src/pipelines/llm/meter.ts'
import { createFakeEmbedder } from '../fakes/embedder.ts'
import type { ScriptedReply } from '../fakes/llm-server.ts'
import { scriptLlm } from '../fakes/scripted-llm.ts'
import { fetchThrough, newCaller } from './service.ts'

export interface Answer<T> {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

/** The service with a scripted model behind it, and an account of its own. `script` tells what it answers from here on. */
export async function serviceWithLlm(plan: Plan = 'enterprise', llmTimeoutMs = 5_000, withModel = true) {
  const caller = await newCaller(plan)
  let llm = await scriptLlm([])
  const withScript: Connect = (bindings, trace) => {
    const ports = connect(bindings, trace)
    const model = createOpenAiCompatibleLanguageModel({
      baseUrl: llm.baseUrl,
      model: 'scripted',
      apiKey: 'sk-test',
      retryPauseMs: 1,
    })
    return {
      ...ports,
      // What a model is given has to be the same on every run, whichever encoder the service ships with.
      embedder: { ...createFakeEmbedder(), id: ports.embedder.id },
      reranker: null,
      models: [ports.extractor],
      config: { ...ports.config, llmTimeoutMs },
      languageModel: withModel ? meterLanguageModel(model, trace) : null,
    }
  }
  return {
    async script(...replies: ScriptedReply[]) {
      llm = await scriptLlm(replies)
    },
    asked: () => llm.asked(),
    async post<T = Record<string, unknown>>(path: string, body: unknown): Promise<Answer<T>> {
      const response = await fetchThrough(withScript, path, {
        method: 'POST',
        headers: { 'x-api-key': caller.key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, headers: response.headers, body: (await response.json()) as T }
    },
  }
}
