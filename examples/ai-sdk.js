// A chat with the AI SDK whose model remembers: the middleware recalls before a turn and remembers after it.
//
//   npm run -s example:ai-sdk

import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'
import { createOpenAI } from '@ai-sdk/openai'
import { createClient } from '@edge-brain/client'
import { createMemoryMiddleware } from '@edge-brain/client/ai-sdk'
import { streamText, wrapLanguageModel } from 'ai'
import { brainKey, brainUrl, llm } from './settings.js'

const memory = createMemoryMiddleware({
  client: createClient({ url: brainUrl, apiKey: brainKey }),
  sessionId: randomUUID(),
  onError: (error) => console.error(error),
})
const model = wrapLanguageModel({
  model: createOpenAI({ baseURL: llm.baseUrl, apiKey: llm.apiKey }).chat(llm.model),
  middleware: memory,
})

const messages = []
process.stdout.write('you> ')
for await (const line of createInterface({ input: process.stdin })) {
  messages.push({ role: 'user', content: line })
  const { textStream, text } = streamText({ model, system: 'You are a helpful assistant.', messages })
  process.stdout.write('it>  ')
  for await (const part of textStream) process.stdout.write(part)
  messages.push({ role: 'assistant', content: await text })
  process.stdout.write('\nyou> ')
}
