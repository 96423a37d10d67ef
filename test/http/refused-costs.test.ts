import { expect, it } from 'vitest'
import { mcpWith } from '../mcp/mcp-calls.ts'
import { newAccount } from './keyed-calls.ts'

it('charges nothing for what is refused after it was let in', async () => {
  const { owner, keyWith, used } = await newAccount('starter')
  const { key } = await keyWith({})
  const { body } = await owner.post('/brain/ingest', { text: 'Ann likes tea.' })
  const path = `/brain/memories/${body.memory_id}`
  expect(await used()).toBe(5)
  const text = 'Ann likes milk.'
  const stale = { 'if-match': '"7"' }
  const refused: [number, string, string, (object | undefined)?, Record<string, string>?][] = [
    [404, 'PATCH', '/brain/memories/m_none', { text }],
    [412, 'PATCH', path, { text }, stale],
    [404, 'POST', `${path}/restore`, { version: 9 }],
    [409, 'POST', `${path}/restore`, {}],
    [412, 'POST', `${path}/invalidate`, {}, stale],
    [404, 'POST', '/brain/memories/m_none/invalidate', {}],
    [404, 'DELETE', '/brain/memories/m_none'],
    [412, 'DELETE', path, undefined, stale],
    [412, 'PATCH', path, { text }, { ...stale, 'idempotency-key': 'one' }],
    [400, 'POST', '/brain/forget', { before: '2026-01-01', until: '2026-01-02' }],
  ]
  for (const [status, method, at, sent, headers] of refused) {
    const answer = await owner.send(method, at, sent, headers)
    expect([method, at, answer.status, answer.headers.get('x-ops-remaining')]).toEqual([method, at, status, '99995'])
  }
  await mcpWith(key).call('update_memory', { id: 'm_none', text })
  expect(await used()).toBe(5)
  // What is done is paid for, and what was refused is told again without a charge.
  expect((await owner.send('PATCH', path, { text }, { ...stale, 'idempotency-key': 'one' })).status).toBe(412)
  expect((await owner.send('PATCH', path, { text })).status).toBe(200)
  expect(await used()).toBe(10)
})
