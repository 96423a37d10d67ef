// OpenAI's chat completions over node-llama-cpp: node serve-model.mjs WEIGHTS.gguf PORT. Structured output is held to its schema by a grammar.
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [modelPath, port] = process.argv.slice(2)
const { resolve } = createRequire(join(process.env.LLAMA_MODULES ?? '.', 'here.js'))
const { getLlama, LlamaChat, resolveChatWrapper } = await import(pathToFileURL(resolve('node-llama-cpp')).href)

const llama = await getLlama({ gpu: false, build: 'never', skipDownload: true, logLevel: 'error' })
const model = await llama.loadModel({ modelPath })
// One thread: two are slower for a model this small.
const context = await model.createContext({ contextSize: 4096, threads: 1 })
const sequence = context.getSequence()
const chat = new LlamaChat({ contextSequence: sequence, chatWrapper: resolveChatWrapper(model) })

const TYPES = { system: 'system', developer: 'system', user: 'user' }
const textOf = (content) =>
  typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('')

async function complete(body, signal) {
  const history = body.messages.map(({ role, content }) =>
    role === 'assistant'
      ? { type: 'model', response: [textOf(content)] }
      : { type: TYPES[role] ?? 'user', text: textOf(content) },
  )
  history.push({ type: 'model', response: [] })
  const schema = body.response_format?.type === 'json_schema' ? body.response_format.json_schema.schema : null
  const before = sequence.tokenMeter.getState()
  const { response, metadata } = await chat.generateResponse(history, {
    ...(schema ? { grammar: await llama.createGrammarForJsonSchema(schema) } : {}),
    signal,
    temperature: body.temperature ?? 0,
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? 256,
  })
  const spent = sequence.tokenMeter.diff(before)
  return {
    id: `chatcmpl-${Date.now()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: body.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: response },
        finish_reason: metadata.stopReason === 'maxTokens' ? 'length' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: spent.usedInputTokens,
      completion_tokens: spent.usedOutputTokens,
      total_tokens: spent.usedInputTokens + spent.usedOutputTokens,
    },
  }
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

// There is one sequence, so that requests take turns.
let turn = Promise.resolve()

createServer(async (request, response) => {
  if (request.url === '/v1/models')
    return send(response, 200, { object: 'list', data: [{ id: 'small', object: 'model' }] })
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions')
    return send(response, 404, { error: { message: 'not found', type: 'invalid_request_error' } })
  let text = ''
  for await (const part of request) text += part
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  turn = turn.then(async () => {
    try {
      if (!gone.signal.aborted) send(response, 200, await complete(JSON.parse(text), gone.signal))
    } catch (error) {
      if (!response.headersSent)
        send(response, 500, { error: { message: String(error?.message), type: 'server_error' } })
    }
  })
}).listen(Number(port), '127.0.0.1')
