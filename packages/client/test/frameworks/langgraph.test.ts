import { BaseStore, InMemoryStore } from '@langchain/langgraph-checkpoint'
import { describe, expect, it } from 'vitest'
import { BrainStore, type BrainStoreOptions } from '../../src/langgraph.ts'
import { documentService } from '../document-service.ts'
import { runStoreCases } from './langgraph-cases.ts'

const start = (more: Partial<BrainStoreOptions> = {}) => {
  const service = documentService()
  return { ...service, store: new BrainStore({ client: service.client, ...more }) }
}

describe('a store', () => {
  it("does what LangGraph's own in memory does", async () => {
    await runStoreCases(new InMemoryStore())
    const { store } = start()
    expect(store).toBeInstanceOf(BaseStore)
    await runStoreCases(store)
  })

  it('ranks by a query, and says how well each fits', async () => {
    const { store } = start()
    await store.put(['m'], 'coffee', { text: 'Ada drinks black coffee' })
    await store.put(['m'], 'tea', { text: 'Bob likes green tea with milk' })
    await store.put(['other'], 'tea', { text: 'green tea with milk' })
    const found = await store.search(['m'], { query: 'green tea' })
    expect(found.map(({ key }) => key)).toEqual(['tea', 'coffee'])
    expect(found[0]!.score).toBeGreaterThan(found[1]!.score ?? 0)
    expect(
      await store.search(['m'], { query: 'green tea', filter: { text: 'Ada drinks black coffee' } }),
    ).toMatchObject([{ key: 'coffee' }])
  })

  it('gives a score to every item that says what was found, whoever said it first', async () => {
    const { client } = start()
    const facts = [
      { memory_id: 'm_elsewhere', fact: 'Bob likes green tea', score: 0.9 },
      { memory_id: 'm_elsewhere', fact: '!', score: 0.8 },
    ]
    const retrieve = (async () => ({ facts })) as unknown as typeof client.retrieve
    const store = new BrainStore({ client: { ...client, retrieve } })
    for (const text of ['Bob likes green tea.', 'Bob really likes green tea!', 'Bob likes tea'])
      await store.put(['m'], text, { text })
    const found = await store.search(['m'], { query: 'tea' })
    expect(found.map(({ score }) => score)).toEqual([0.9, 0.9, undefined])
    expect(found.at(-1)!.key).toBe('Bob likes tea')
  })

  it('searches by the beginning of a query that is longer than the service takes, and by a blank one for everything', async () => {
    const { client } = start()
    const queries: string[] = []
    const retrieve = (async ({ query }: { query: string }) => {
      queries.push(query)
      return { facts: [] }
    }) as never
    const store = new BrainStore({ client: { ...client, retrieve } })
    await store.put(['m'], 'a', { text: 'Bob likes tea' })
    for (const query of ['tea '.repeat(5_000), '  \n']) expect((await store.search(['m'], { query })).length).toBe(1)
    expect(queries.map(({ length }) => length)).toEqual([10_000])
  })

  it('searches the fields that are to be searched, and nothing of an item that is not', async () => {
    const { store, stored } = start({ index: ['title', 'chapters[*].content', 'authors[0].name'] })
    const value = {
      title: 'T',
      secret: 'S',
      chapters: [{ content: 'c1' }, { content: 'c2' }],
      authors: [{ name: 'Ada' }, { name: 'Bob' }],
    }
    await store.put(['m'], 'a', value)
    await store.put(['m'], 'b', value, ['secret'])
    await store.put(['m'], 'c', { title: 'T', secret: 'S' }, false)
    expect(stored.map(({ text }) => text)).toEqual(['T\nc1\nc2\nAda', 'S', 'm c'])
    const found = await store.search(['m'], { query: 'T m c' })
    expect(found.at(-1)).toMatchObject({ key: 'c', value: { title: 'T', secret: 'S' } })
    expect(found.at(-1)!.score).toBeUndefined()
  })

  it('takes everything in by default: any text, however deep', async () => {
    const { store, stored } = start()
    await store.put(['m'], 'a', { a: 'one', b: [{ c: 'two' }], n: 5 })
    expect(stored[0]!.text).toBe('one\ntwo')
  })

  it('keeps a value that is larger than metadata may be', async () => {
    const { store, stored } = start()
    const value = { text: 'ä'.repeat(10_000), list: [1, null] }
    await store.put(['m'], 'a', value)
    expect(JSON.stringify(stored[0]!.metadata).length).toBeLessThan(1_000)
    expect((await store.get(['m'], 'a'))?.value).toEqual(value)
    await store.put(['m'], 'a', { text: 'small' })
    expect((await store.get(['m'], 'a'))?.value).toEqual({ text: 'small' })
    await store.put(['m'], 'a', value)
    expect((await store.get(['m'], 'a'))?.value).toEqual(value)
  })

  it('keeps the items of one persona from those of another', async () => {
    const { client } = start()
    const [ada, bob] = ['ada', 'bob'].map((persona) => new BrainStore({ client, persona }))
    await ada!.put(['m'], 'a', { text: 'tea' })
    expect(await bob!.get(['m'], 'a')).toBeNull()
    expect(await bob!.search(['m'], { query: 'tea' })).toEqual([])
    expect(await bob!.listNamespaces()).toEqual([])
  })

  it('counts getting as use, unless told otherwise', async () => {
    const { store, client, asked } = start()
    await store.put(['m'], 'a', { text: 'tea' })
    await store.get(['m'], 'a')
    expect(asked.at(-1)).toBe('POST /brain/retrieve')
    await new BrainStore({ client, keepRead: false }).get(['m'], 'a')
    expect(asked.at(-1)).toBe('GET /brain/memories')
  })
})
