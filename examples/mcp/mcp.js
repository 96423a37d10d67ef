// An agent that has its memory by MCP: the model itself decides when to search and when to add.
//
//   npm run -s example:mcp

import { createInterface } from 'node:readline'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { brainKey, brainUrl, llm } from '../settings.js'

/** A model that calls tools and never answers is stopped after so many. */
const MOST_STEPS = 8

const memory = new Client({ name: 'edge-brain-example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
const headers = { authorization: `Bearer ${brainKey}` }
await memory.connect(new StreamableHTTPClientTransport(new URL('/mcp', brainUrl), { requestInit: { headers } }))

const { tools } = await memory.listTools()
const functions = tools.map(({ name, description, inputSchema }) => ({
  type: 'function',
  function: { name, description, parameters: inputSchema },
}))
const messages = [
  { role: 'system', content: 'Search your memory before you answer, and add to it what you learn of the user.' },
]

async function ask() {
  const response = await fetch(`${llm.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${llm.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: llm.model, messages, tools: functions }),
  })
  if (!response.ok) throw new Error(`The model answered ${response.status}: ${await response.text()}`)
  const { choices } = await response.json()
  messages.push(choices[0].message)
  return choices[0].message
}

/** Calls the tools that the model asks for, until it answers. */
async function answer(said) {
  messages.push({ role: 'user', content: said })
  for (let step = 0; step < MOST_STEPS; step++) {
    const { content, tool_calls = [] } = await ask()
    if (tool_calls.length === 0) return content
    for (const { id, function: call } of tool_calls) {
      process.stdout.write(`     (${call.name} ${call.arguments})\n`)
      const result = await memory.callTool({ name: call.name, arguments: JSON.parse(call.arguments) })
      messages.push({ role: 'tool', tool_call_id: id, content: result.content.map(({ text }) => text).join('\n') })
    }
  }
  return 'I could not find an answer.'
}

process.stdout.write('you> ')
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() !== '') process.stdout.write(`it>  ${await answer(line).catch((error) => error.message)}\n`)
  process.stdout.write('you> ')
}
await memory.close()
