import { expect, it } from 'vitest'
import { settledOf } from '../../src/http/inner-request.ts'
import { toRequest } from '../../src/mcp/call-route.ts'

const caller = new Request('https://brain.test/mcp/ann?tools=memory', {
  method: 'POST',
  headers: {
    authorization: 'Bearer k',
    cookie: 'c',
    origin: 'https://a.test',
    'idempotency-key': 'i',
    'mcp-name': 'x',
  },
})
const settled = { persona: 'ann', counted: false, problem: null }

it('makes the request that the caller would have made', async () => {
  const query = { q: 'a&b=c', limit: 5, cursor: null, state: undefined, entity: { $ne: 1 } }
  const request = toRequest(caller, { method: 'GET', path: '/brain/memories', query }, {}, settled)
  expect(request.url).toBe('https://brain.test/brain/memories?q=a%26b%3Dc&limit=5&entity=%7B%22%24ne%22%3A1%7D')
  expect([...request.headers]).toEqual([
    ['authorization', 'Bearer k'],
    ['idempotency-key', 'i'],
  ])
  expect(settledOf(request)).toEqual(settled)
})

it('takes what was said otherwise before what a header says, and nothing that no header can carry', () => {
  const said = { 'idempotency-key': 'other', traceparent: 'a\r\nx-api-key: b' }
  const route = {
    method: 'PATCH',
    path: '/brain/memories/m_1',
    body: { text: 'x' },
    headers: { 'if-match': '"2"' },
  } as const
  const { headers } = toRequest(caller, route, said, settled)
  expect(Object.fromEntries(headers)).toEqual({
    ...{ authorization: 'Bearer k', 'idempotency-key': 'other', 'if-match': '"2"', traceparent: '' },
    'content-type': 'application/json',
  })
})
