import { expect, it } from 'vitest'
import { newCaller } from '../http/service.ts'
import { mcpWith } from './mcp-calls.ts'

it('gives ChatGPT the two tools that it asks for, in its shapes', async () => {
  const { key } = await newCaller('enterprise')
  const { result: added } = await mcpWith(key).call('add_memory', { text: 'Ann lives in Lisbon.' })
  const id = added.structuredContent.memory_id
  const { ask, call } = mcpWith(key, '/mcp?tools=chatgpt')
  const { tools } = (await ask('tools/list')).body.result
  expect(tools.map(({ name }: { name: string }) => name)).toEqual(['search', 'fetch'])
  expect(tools.map(({ inputSchema }: { inputSchema: object }) => inputSchema)).toEqual([
    { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  ])
  const url = `https://brain.test/brain/memories/${id}`
  const found = await call('search', { query: 'Where does Ann live?' })
  expect(found.result.content).toHaveLength(1)
  expect(JSON.parse(found.text)).toEqual({ results: [{ id, title: expect.stringContaining('Lisbon'), url }] })
  expect(found.result.structuredContent).toEqual(JSON.parse(found.text))
  const fetched = await call('fetch', { id })
  expect(fetched.result.content).toHaveLength(1)
  expect(JSON.parse(fetched.text)).toEqual({
    ...{ id, title: 'Ann lives in Lisbon.', text: 'Ann lives in Lisbon.', url },
    metadata: { source: 'user', occurred_at: expect.stringMatching(/Z$/), state: 'current' },
  })
  expect((await call('fetch', { id: 'm_none' })).result.isError).toBe(true)
})
