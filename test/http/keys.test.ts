import { describe, expect, it } from 'vitest'
import { callsWith, keyedRoutes, newAccount } from './keyed-calls.ts'
import { admin, fetchService, newCaller } from './service.ts'

const stats = (headers: Record<string, string>) =>
  fetchService('/brain/stats', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ user_id: 'me' }),
  })

describe('a key', () => {
  it('may come as Authorization: Bearer, however the scheme is written', async () => {
    const { key } = await newCaller('enterprise')
    for (const header of [`Bearer ${key}`, `bearer ${key}`, `BEARER  ${key}`])
      expect((await stats({ authorization: header })).status).toBe(200)
    for (const header of [`Basic ${key}`, key, 'Bearer', `Bearer ${key} more`])
      expect((await stats({ authorization: header })).status).toBe(401)
  })

  it('in x-api-key goes before one in Authorization', async () => {
    const { key } = await newCaller('enterprise')
    expect((await stats({ 'x-api-key': key, authorization: 'Bearer of somebody in between' })).status).toBe(200)
    expect((await stats({ 'x-api-key': 'wrong', authorization: `Bearer ${key}` })).status).toBe(401)
  })

  it('that is missing is told apart from one that is wrong', async () => {
    const details = await Promise.all(
      [{}, { 'x-api-key': 'wrong' }, { authorization: 'Bearer wrong' }].map(async (headers) => {
        const response = await stats(headers)
        expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
        const { code, detail } = (await response.json()) as { code: string; detail: string }
        expect(code).toBe('invalid_key')
        return detail
      }),
    )
    expect(details[0]).toContain('none was sent')
    expect(details.slice(1)).toEqual(Array(2).fill('The API key is invalid or inactive.'))
  })

  it('opens no admin route', async () => {
    const { key, account } = await newCaller('enterprise')
    const response = await fetchService(`/admin/accounts/${account}`, { headers: { authorization: `Bearer ${key}` } })
    expect(response.status).toBe(401)
  })
})

describe('the scopes of a key', () => {
  it('are all unless given, and are listed', async () => {
    const { account, keyWith } = await newAccount()
    await keyWith({ scopes: ['write', 'read'], personas: ['ann', 'shared', 'ann'] })
    const { keys } = await admin<{ keys: object[] }>('GET', `/accounts/${account}/keys`)
    expect(keys).toMatchObject([
      { scopes: ['read', 'write', 'erase'], personas: null },
      { scopes: ['read', 'write'], personas: ['ann', 'shared'] },
    ])
  })

  it.each([
    { scopes: [] },
    { scopes: ['all'] },
    { personas: [] },
    { personas: [''] },
    { personas: Array.from({ length: 51 }, (_, i) => `p${i}`) },
  ])('refuses $scopes $personas', async (rights) => {
    const { account } = await newAccount()
    expect(await admin('POST', `/accounts/${account}/keys`, rights)).toMatchObject({ code: 'invalid_request' })
  })

  it.each(['read', 'write', 'erase'] as const)('of %s open just the routes that need it', async (scope) => {
    const { keyWith } = await newAccount()
    const { send } = await keyWith({ scopes: [scope] })
    for (const route of keyedRoutes) {
      const hasNone = route.method === 'get' || (route.method === 'delete' && !route.body)
      const body = hasNone ? undefined : { user_id: 'me', ...('example' in route ? (route.example as object) : {}) }
      const { status, body: answer } = await send(route.method.toUpperCase(), route.path.replace(':id', 'm_none'), body)
      if (route.scope === scope || route.scope === 'any')
        expect([route.id, [200, 201, 404].includes(status)]).toEqual([route.id, true])
      else expect([route.id, status, answer.code]).toEqual([route.id, 403, 'insufficient_scope'])
    }
  })

  it('come after validation, and cost nothing', async () => {
    const { keyWith, used } = await newAccount()
    const { post } = await keyWith({ scopes: ['read'] })
    expect((await post('/brain/ingest', { text: 7 })).status).toBe(400)
    expect((await post('/brain/ingest', { text: 'I like tea.' })).status).toBe(403)
    expect(await used()).toBe(0)
  })

  it('go with the key when it is rotated', async () => {
    const { account, keyWith } = await newAccount()
    const { keyId } = await keyWith({ scopes: ['read'], personas: ['ann'] })
    const next = await admin<{ key: string }>('POST', `/accounts/${account}/keys/${keyId}/rotate`, {})
    expect(next).toMatchObject({ scopes: ['read'], personas: ['ann'] })
    expect((await callsWith(next.key).post('/brain/ingest', { text: 'I like tea.' })).status).toBe(403)
  })
})
