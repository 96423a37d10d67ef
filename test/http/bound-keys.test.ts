import { beforeAll, describe, expect, it } from 'vitest'
import { type Answer, keyedRoutes, newAccount } from './keyed-calls.ts'

type Account = Awaited<ReturnType<typeof newAccount>>

/** What only Bob ever said; none of it may be seen in any answer to Ann's key. */
const SECRETS = [
  'Zanzibar',
  'Quillfeather',
  'Bordeaux',
  'quillfeather',
  'zanzibar',
  'bordeaux',
  'b_session',
  'bobs-own',
]

const BOB = [
  'Alice Quillfeather lives in Zanzibar.',
  'Alice Quillfeather works at Bordeaux Limited.',
  'Bob: I moved to Zanzibar with Alice Quillfeather.',
]

describe('a key that is bound to a persona', () => {
  let account: Account
  let ann: Awaited<ReturnType<Account['keyWith']>>
  let bobsMemory: string

  beforeAll(async () => {
    account = await newAccount()
    ann = await account.keyWith({ personas: ['ann'] })
    for (const text of BOB) {
      const told = { text, persona: 'bob', session_id: 'b_session', metadata: { tag: 'bobs-own' } }
      const { body } = await account.owner.post('/brain/ingest', told)
      bobsMemory = body.memory_id as string
    }
    await account.owner.post('/brain/ingest', { text: 'The office in Zanzibar is closed on Fridays.' })
    await ann.post('/brain/ingest', { text: 'Alice lives in Rome.', session_id: 's' })
    await ann.post('/brain/ingest', { text: 'Alice works at Hooli.', session_id: 's' })
    await ann.post('/brain/ingest', { text: 'Hooli is based in Rome.', session_id: 's' })
  })

  it('sees nothing of the others on any route, whatever it asks', async () => {
    const questions = ['Where does Alice live?', 'Zanzibar', 'Who is Alice Quillfeather?', 'Where is the office?']
    const filters = [
      { entity: 'Alice' },
      { entity: 'Zanzibar' },
      { session_id: 'b_session' },
      { metadata: { tag: 'bobs-own' } },
      { since: 0 },
    ]
    const asked: Record<string, () => Promise<Answer[]>> = {
      ingest: async () => [await ann.post('/brain/ingest', { text: 'Alice likes tea.' })],
      ingestBatch: async () => [await ann.post('/brain/ingest/batch', { items: [{ text: 'Alice has a cat.' }] })],
      export: () => Promise.all(['', '?vectors=true'].map((query) => ann.get(`/brain/export${query}`))),
      import: async () => [
        await ann.post('/brain/import', { text: 'Alice has a boat.' }),
        await ann.post('/brain/import?dry_run=true', { text: 'The office is in Zanzibar.' }),
      ],
      retrieve: () =>
        Promise.all(
          questions.flatMap((query) => {
            const asked = { query, k: 20, min_score: 0, max_hops: 3, session_id: 'b_session' }
            return [null, ...filters].map((filter) => ann.post('/brain/retrieve', { ...asked, filter }))
          }),
        ),
      graphQa: () =>
        Promise.all(
          [null, ...filters].map((filter) =>
            ann.post('/brain/retrieve/graph-qa', { query: 'Where does Alice live?', filter }),
          ),
        ),
      consolidate: async () => [await ann.post('/brain/consolidate', { force: true })],
      prune: async () => [await ann.post('/brain/prune', { threshold: 1, dry_run: true })],
      stats: async () => [await ann.post('/brain/stats', { user_id: 'me' })],
      listMemories: () =>
        Promise.all(
          [
            '',
            '?q=zanzibar',
            '?entity=Alice',
            '?session_id=b_session',
            '?metadata.tag=bobs-own',
            '?entity=Zanzibar',
          ].map((query) => ann.get(`/brain/memories${query}`)),
        ),
      getMemory: async () => [await ann.get(`/brain/memories/${bobsMemory}`)],
      memoryHistory: async () => [await ann.get(`/brain/memories/${bobsMemory}/history`)],
      editMemory: async () => [await ann.send('PATCH', `/brain/memories/${bobsMemory}`, { metadata: { a: 1 } })],
      invalidateMemory: async () => [await ann.post(`/brain/memories/${bobsMemory}/invalidate`, {})],
      restoreMemory: async () => [await ann.post(`/brain/memories/${bobsMemory}/restore`, { version: 1 })],
      deleteMemory: async () => [await ann.send('DELETE', `/brain/memories/${bobsMemory}`)],
      forget: () =>
        Promise.all(
          [{ ids: [bobsMemory] }, { since: 0 }, { entity: 'Quillfeather' }].map((scope) =>
            ann.post('/brain/forget', { ...scope, dry_run: true }),
          ),
        ),
      listReceipts: async () => [await ann.get('/brain/receipts')],
      listFacts: () =>
        Promise.all(
          ['', '?entity=Alice', '?entity=Zanzibar', '?relation=lives%20in'].map((q) => ann.get(`/brain/facts${q}`)),
        ),
      graph: () =>
        Promise.all([{}, { entity: 'Alice' }, { entity: 'Zanzibar' }].map((body) => ann.post('/brain/graph', body))),
      entities: async () => [await ann.post('/brain/entities', { limit: 200 })],
      unmergeEntities: async () => [await ann.post('/brain/entities/unmerge', { entity: 'Alice', alias: 'Hooli' })],
      profile: () =>
        Promise.all(
          ['', '?entity=Alice', '?entity=Quillfeather', '?entity=Zanzibar'].map((q) => ann.get(`/brain/profile${q}`)),
        ),
      ownUsage: async () => [await ann.get('/brain/usage')],
      ownKey: async () => [await ann.get('/brain/key')],
      lifecycle: async () => [await ann.get('/brain/lifecycle')],
      audit: async () => [await ann.get('/brain/audit')],
      createWebhook: async () => [await ann.post('/brain/webhooks', { url: 'https://app.example/hooks' })],
      listWebhooks: async () => [await ann.get('/brain/webhooks')],
      deleteWebhook: async () => [await ann.send('DELETE', '/brain/webhooks/wh_none')],
      testWebhook: async () => [await ann.post('/brain/webhooks/wh_none/test', {})],
      rotateWebhook: async () => [await ann.post('/brain/webhooks/wh_none/rotate', {})],
      listDeliveries: async () => [await ann.get('/brain/webhooks/wh_none/deliveries')],
    }
    // A route that is new has to be asked here too.
    expect(Object.keys(asked).sort()).toEqual(keyedRoutes.map(({ id }) => id).sort())
    for (const [id, ask] of Object.entries(asked)) {
      for (const { body } of await ask()) {
        const answer = JSON.stringify(body)
        expect([id, SECRETS.filter((secret) => answer.includes(secret))]).toEqual([id, []])
      }
    }
  })

  it('is not told what others call those it speaks of, though they are taken for the same', async () => {
    const subjects = async (calls: typeof ann | Account['owner']) =>
      ((await calls.get('/brain/facts')).body.facts as { persona: string; subject: string }[])
        .filter(({ persona }) => persona === 'ann')
        .map(({ subject }) => subject)
    expect(await subjects(account.owner)).toContain('Alice Quillfeather')
    expect(await subjects(ann)).toContain('Alice')
    for (const asked of [{ entity: 'Quillfeather' }, { entity: 'Alice Quillfeather' }])
      expect((await ann.post('/brain/graph', asked)).body.edges).toEqual(
        asked.entity === 'Quillfeather' ? [] : expect.any(Array),
      )
  })

  it('finds by the names that it says, in filters and profiles too', async () => {
    const found = async (entity: string) => {
      const asked = { query: 'Where does Alice live?', k: 20, min_score: 0, filter: { entity } }
      return ((await ann.post('/brain/retrieve', asked)).body.facts as unknown[]).length
    }
    expect(await found('Alice')).toBeGreaterThan(0)
    expect(await found('Quillfeather')).toBe(0)
    expect((await ann.get('/brain/profile?entity=Alice')).body.entity).toMatchObject({ name: 'Alice', aliases: [] })
    expect((await ann.get('/brain/profile?entity=Quillfeather')).body.entity).toBeNull()
  })

  it('has no part in what reaches every persona, and names no other in a filter', async () => {
    const refused = { status: 403, body: { code: 'persona_not_allowed' } }
    expect(await ann.get('/brain/audit')).toMatchObject(refused)
    expect(await ann.get('/brain/webhooks')).toMatchObject(refused)
    expect(await ann.post('/brain/webhooks', { url: 'https://app.example/hooks' })).toMatchObject(refused)
    const asked = { query: 'Where does Alice live?', filter: { persona: 'bob' } }
    expect(await ann.post('/brain/retrieve', asked)).toMatchObject(refused)
  })

  it('is told the strengths and the number of its own memories', async () => {
    const strong = async (calls: typeof ann | Account['owner']) => {
      const { body } = await calls.get('/brain/lifecycle')
      return (body.strength as { chunks: number[] }).chunks.reduce((sum, n) => sum + n, 0)
    }
    const { body: own } = await ann.post('/brain/stats', { user_id: 'me' })
    expect(await strong(ann)).toBe(own.episodic_count)
    expect(await strong(account.owner)).toBeGreaterThan(await strong(ann))
    const { body: usage } = await ann.get('/brain/usage')
    expect((usage.memory as { chunks: number }).chunks).toBe(own.episodic_count)
  })

  it('sees what is its own', async () => {
    const { body } = await ann.post('/brain/retrieve', { query: 'Where does Alice live?', max_hops: 2 })
    expect(JSON.stringify(body.facts)).toContain('Rome')
    const { body: facts } = await ann.get('/brain/facts?entity=Alice')
    expect(facts.facts).toEqual(expect.arrayContaining([expect.objectContaining({ subject: 'Alice', object: 'Rome' })]))
    const { body: drawn } = await ann.post('/brain/graph', { entity: 'Alice' })
    const nodes = drawn.nodes as { id: string; name: string; facts: number }[]
    const edges = drawn.edges as { from: string; to: string }[]
    expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(['Alice', 'Rome', 'Hooli']))
    for (const { from, to } of edges) expect(nodes.map(({ id }) => id)).toEqual(expect.arrayContaining([from, to]))
    const { body: known } = await ann.post('/brain/entities', {})
    expect((known.entities as { name: string }[]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Alice', 'Hooli', 'Rome']),
    )
  })

  it('pages through its entities by the names it is shown', async () => {
    const all = ((await ann.post('/brain/entities', {})).body.entities as { name: string }[]).map(({ name }) => name)
    const paged: string[] = []
    for (let after = ''; ; after = paged.at(-1)!) {
      const page = (await ann.post('/brain/entities', { after, limit: 1 })).body.entities as { name: string }[]
      if (page.length === 0) break
      paged.push(...page.map(({ name }) => name))
      expect(paged.length).toBeLessThanOrEqual(all.length)
    }
    expect(paged).toEqual(all)
  })

  it('finds nothing to forget by what only others say', async () => {
    for (const scope of [{ entity: 'Quillfeather' }, { session_id: 'b_session' }, { metadata: { tag: 'bobs-own' } }]) {
      const { body } = await ann.post('/brain/forget', { ...scope, dry_run: true })
      expect([scope, body.memories]).toEqual([scope, 0])
    }
  })

  it('counts its own, and writes there', async () => {
    const { body } = await ann.post('/brain/stats', { user_id: 'me' })
    const { namespace, models_loaded: _, ...own } = body
    expect(own).toEqual(namespace)
    const { body: whole } = await account.owner.post('/brain/stats', { user_id: 'me', persona: 'ann' })
    expect(whole).toMatchObject(own)
    const { body: told } = await ann.post('/brain/ingest', { text: 'My sister Nina plays chess.' })
    const { body: stored } = await account.owner.get(`/brain/memories/${told.memory_id}`)
    expect(stored.persona).toBe('ann')
  })

  it('finds the memory of another to be none', async () => {
    expect((await ann.get(`/brain/memories/${bobsMemory}`)).status).toBe(404)
    expect((await account.owner.get(`/brain/memories/${bobsMemory}`)).status).toBe(200)
  })

  it('may name no other persona, anywhere, and not even shared', async () => {
    const other = (persona: string) => [
      ann.post('/brain/ingest', { text: 'x', persona }),
      ann.post('/brain/ingest/batch', { items: [{ text: 'x' }, { text: 'y', persona }] }),
      ann.post('/brain/retrieve', { query: 'x', persona }),
      ann.post('/brain/retrieve/graph-qa', { query: 'x', persona }),
      ann.post('/brain/consolidate', { persona }),
      ann.post('/brain/prune', { persona }),
      ann.post('/brain/stats', { user_id: 'me', persona }),
      ann.post('/brain/graph', { persona }),
      ann.get(`/brain/memories?persona=${persona}`),
      ann.get(`/brain/facts?persona=${persona}`),
    ]
    for (const persona of ['bob', 'shared'])
      for (const { status, body } of await Promise.all(other(persona)))
        expect([status, body.code]).toEqual([403, 'persona_not_allowed'])
    expect((await ann.post('/brain/retrieve', { query: 'Alice', persona: 'ann' })).status).toBe(200)
  })

  it('may not change what belongs to all of the account', async () => {
    const { status, body } = await ann.post('/brain/entities/unmerge', { entity: 'Alice', alias: 'Al' })
    expect([status, body.code]).toEqual([403, 'persona_not_allowed'])
  })

  it('prunes and consolidates its own alone', async () => {
    const { owner, keyWith } = await newAccount()
    const [one, both] = await Promise.all([keyWith({ personas: ['ann'] }), keyWith({ personas: ['ann', 'cem'] })])
    for (const persona of ['ann', 'bob', 'cem'])
      await owner.post('/brain/ingest', { text: `Dora lives in ${persona}ville.`, persona })
    const count = async (persona: string) =>
      (await owner.post('/brain/stats', { user_id: 'me', persona })).body.episodic_count
    const all = { threshold: 1, dry_run: true }
    const candidates = async (key: typeof one) => (await key.post('/brain/prune', all)).body.candidates as number
    expect((await candidates(both)) as number).toBe((await candidates(one)) * 2)
    await both.post('/brain/prune', { threshold: 1, dry_run: false })
    expect(await Promise.all(['ann', 'bob', 'cem'].map(count))).toEqual([0, 1, 0])
    expect((await both.post('/brain/consolidate', { force: true })).status).toBe(200)
    expect(await count('bob')).toBe(1)
  })
})

describe('a key that is bound to several personas', () => {
  it('sees them together, shared where it is listed, and writes to the first', async () => {
    const { owner, keyWith } = await newAccount()
    const team = await keyWith({ personas: ['ann', 'shared'] })
    await owner.post('/brain/ingest', { text: 'The wifi password is on the fridge.' })
    await owner.post('/brain/ingest', { text: 'Zelda keeps the spare key.', persona: 'bob' })
    const { body: told } = await team.post('/brain/ingest', { text: 'Ann keeps bees on the roof.' })
    expect((await owner.get(`/brain/memories/${told.memory_id}`)).body.persona).toBe('ann')
    const texts = ((await team.get('/brain/memories')).body.memories as { text: string }[]).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    const found = async (body: object) =>
      JSON.stringify((await team.post('/brain/retrieve', { k: 20, min_score: 0, ...body })).body)
    expect(await found({ query: 'wifi password' })).toContain('fridge')
    expect(await found({ query: 'wifi password', persona: 'ann' })).toContain('fridge')
    expect(await found({ query: 'spare key' })).not.toContain('Zelda')
    const { body } = await team.post('/brain/stats', { user_id: 'me' })
    expect(body).toMatchObject({ episodic_count: 2, namespace: { episodic_count: 2 } })
  })
})
