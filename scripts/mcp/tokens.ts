import assert from 'node:assert/strict'
import { describeTool } from '../../src/mcp/tool.ts'
import { TOOL_SETS } from '../../src/mcp/tool-sets.ts'
import { type Check, checked } from './check.ts'
import type { Tools } from './installed-tools.ts'

/** What the list of tools may take of a model's context. */
const MOST_TOKENS = 1_500

interface Tokenizer {
  getEncoding(name: string): { encode(text: string): unknown[] }
}

export async function checkTokens(tools: Tools): Promise<Check> {
  const { getEncoding } = await tools.load<Tokenizer>('js-tiktoken')
  const listed = JSON.stringify({ tools: TOOL_SETS.memory.map((tool) => describeTool(tool, null)) })
  const tokens = getEncoding('o200k_base').encode(listed).length
  return checked(`the list of tools has ${tokens} tokens`, () => assert.ok(tokens < MOST_TOKENS, `over ${MOST_TOKENS}`))
}
