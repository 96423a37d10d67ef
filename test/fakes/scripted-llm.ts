import { inject } from 'vitest'
import type { RecordedRequest, ScriptedReply } from './llm-server.ts'

/** A model that answers as written, over HTTP; `asked` tells what it was sent. */
export async function scriptLlm(replies: readonly ScriptedReply[]) {
  const url = `${inject('llmServerUrl')}/${crypto.randomUUID()}`
  await fetch(url, { method: 'PUT', body: JSON.stringify(replies) })
  return {
    baseUrl: `${url}/v1`,
    asked: async (): Promise<RecordedRequest[]> => (await fetch(url)).json(),
  }
}
