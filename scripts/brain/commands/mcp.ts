import type { Command } from '../command.ts'
import { connection } from '../connection.ts'
import { bridgeMcp } from '../mcp-bridge.ts'

export const mcpCommands: readonly Command[] = [
  {
    name: 'mcp',
    about: 'Serve the memory by MCP on standard input and output, for clients that start a program.',
    options: {
      url: { value: 'URL', about: 'of the service, instead of BRAIN_URL' },
      key: { value: 'KEY', about: 'instead of BRAIN_API_KEY, which other users of the machine cannot see' },
      persona: { value: 'PERSONA', about: 'see and write this one alone' },
      tools: { value: 'SET', about: 'memory, or chatgpt for search and fetch' },
    },
    async run(call) {
      const [url, key, persona, tools] = ['url', 'key', 'persona', 'tools'].map((name) => call.option(name))
      const environment = { ...process.env, ...(url ? { BRAIN_URL: url } : {}), ...(key ? { BRAIN_API_KEY: key } : {}) }
      const caller = connection(environment, call.folder).caller()
      const path = persona ? `mcp/${encodeURIComponent(persona)}` : 'mcp'
      const endpoint = new URL(path, caller.url.replace(/\/?$/, '/'))
      if (tools) endpoint.searchParams.set('tools', tools)
      await bridgeMcp(process.stdin, process.stdout, { endpoint, key: caller.key })
      return null
    },
  },
]
