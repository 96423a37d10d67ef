import { describe, expect, it } from 'vitest'
import { routes } from '../../src/app.ts'
import { newAccount } from './keyed-calls.ts'
import { fetchService } from './service.ts'

const operator = { authorization: 'Bearer an operator token for the tests' }
const erasing = routes.filter(
  ({ method, scope, id }) => method === 'delete' || scope === 'erase' || id === 'rewindAccount',
)

async function open() {
  const { account, owner, keyWith } = await newAccount()
  const { key, keyId } = await keyWith({})
  const { body: told } = await owner.post('/brain/ingest', { text: 'Ann likes tea.' })
  const { body: hook } = await owner.post('/brain/webhooks', {
    url: 'https://example.com/hook',
    events: ['memory.erased'],
  })
  const places: Record<string, string> = { ':account': account, ':key_id': keyId, ':key': keyId }
  const idOf = (path: string) => (path.includes('webhooks') ? hook.id : path.includes('keys') ? keyId : told.memory_id)
  return {
    owner,
    ask: async (route: (typeof erasing)[number], query: string, body?: string) => {
      const path = route.path.replaceAll(/:\w+/g, (name) => places[name] ?? String(idOf(route.path)))
      const sent = body ?? (route.method === 'delete' ? undefined : JSON.stringify({ persona: 'shared' }))
      const needed = route.id === 'rewindAccount' ? `&to=${Date.now() - 1000}` : ''
      const response = await fetchService(`${path}?${query}${needed}`, {
        method: route.method.toUpperCase(),
        headers: {
          ...(route.scope === 'operator' ? operator : { authorization: `Bearer ${key}` }),
          'content-type': 'application/json',
        },
        ...(sent === undefined ? {} : { body: sent }),
      })
      return { status: response.status, detail: String(((await response.json()) as { detail?: string }).detail) }
    },
    isWhole: async () => {
      expect((await owner.get('/brain/memories')).body.memories).toMatchObject([{ id: told.memory_id }])
      expect((await owner.get('/brain/webhooks')).body.webhooks).toMatchObject([{ id: hook.id }])
      expect((await fetchService('/brain/usage', { headers: { 'x-api-key': key } })).status).toBe(200)
    },
  }
}

describe.each(erasing.map((route) => [route.id, route] as const))('%s', (_, route) => {
  it.each(['dry_run=true', 'dry_run', 'Dry-Run=1', '__proto__=1'])(
    'refuses the query %s and erases nothing',
    async (query) => {
      const { ask, isWhole } = await open()
      expect(await ask(route, query)).toEqual({
        status: 400,
        detail: expect.stringContaining(`${query.split('=')[0]}: is no parameter of this call`),
      })
      await isWhole()
    },
  )

  if (route.method === 'delete')
    it('refuses a body that says something, and takes an empty one', async () => {
      const { ask, isWhole } = await open()
      const refused = { status: 400, detail: expect.stringContaining('body: this call takes none') }
      for (const body of ['{"dry_run": true}', 'dry_run=true', '[1]', `${' '.repeat(100_000)}x`])
        expect(await ask(route, '', body)).toEqual(refused)
      await isWhole()
      expect((await ask(route, '', ' { } ')).status).toBe(200)
    })
})
