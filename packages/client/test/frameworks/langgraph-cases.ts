import type { BaseStore } from '@langchain/langgraph-checkpoint'
import { expect } from 'vitest'

/** What holds of every store, LangGraph's own in memory included. They build on each other. */
export async function runStoreCases(store: BaseStore): Promise<void> {
  expect(await store.get(['users', 'ada'], 'prefs')).toBeNull()
  expect(await store.search(['users'])).toEqual([])
  expect(await store.listNamespaces()).toEqual([])

  const value = {
    text: 'Ada likes green tea',
    level: 3,
    tags: ['a', 'b'],
    deep: { yes: true, nothing: null, '1': 'ä 日本' },
  }
  await store.put(['users', 'ada'], 'prefs', value)
  // A copy, because the one in memory gives its own item out.
  const item = { ...(await store.get(['users', 'ada'], 'prefs'))! }
  expect(item).toMatchObject({ namespace: ['users', 'ada'], key: 'prefs', value })
  expect(item.createdAt).toBeInstanceOf(Date)
  expect(item.updatedAt).toBeInstanceOf(Date)
  expect(Math.abs(Date.now() - item.updatedAt.getTime())).toBeLessThan(60_000)

  // Put again replaces all of it and keeps when it was created.
  await new Promise((done) => setTimeout(done, 20))
  await store.put(['users', 'ada'], 'prefs', { text: 'Ada likes black coffee' })
  const changed = (await store.get(['users', 'ada'], 'prefs'))!
  expect(changed.value).toEqual({ text: 'Ada likes black coffee' })
  expect(Math.abs(changed.createdAt.getTime() - item.createdAt.getTime())).toBeLessThan(15)
  expect(changed.updatedAt.getTime()).toBeGreaterThan(item.updatedAt.getTime())

  // Keys that could be taken for something else, and a value that others have too.
  for (const key of ['5', 'true', 'null', 'a.b', 'x/y', 'ä "quoted"', ''])
    await store.put(['keys', '5'], key, { text: 'The same', key })
  for (const key of ['5', 'true', 'null', 'a.b', 'x/y', 'ä "quoted"', ''])
    expect((await store.get(['keys', '5'], key))?.value).toEqual({ text: 'The same', key })
  expect(await store.get(['keys'], '5')).toBeNull()
  expect((await store.search(['keys'], { limit: 100 })).length).toBe(7)
  await store.delete(['keys', '5'], 'true')
  await store.delete(['keys', '5'], 'not there')
  expect(await store.get(['keys', '5'], 'true')).toBeNull()
  expect((await store.search(['keys'], { limit: 100 })).length).toBe(6)

  // Filters, pages, prefixes.
  for (let n = 1; n <= 12; n++)
    await store.put(['docs', n % 2 ? 'odd' : 'even'], `d${n}`, {
      text: `Document number ${n}`,
      n,
      kind: n < 7 ? 'old' : 'new',
    })
  const keys = async (options: Parameters<BaseStore['search']>[1], prefix = ['docs']) =>
    (await store.search(prefix, options)).map(({ key }) => key).sort()
  expect((await keys({})).length).toBe(10)
  expect((await keys({ limit: 100 })).length).toBe(12)
  expect(await keys({ limit: 100 }, ['docs', 'odd'])).toEqual(['d1', 'd11', 'd3', 'd5', 'd7', 'd9'])
  expect(await keys({ filter: { kind: 'new', n: { $lt: 10 } }, limit: 100 })).toEqual(['d7', 'd8', 'd9'])
  expect(await keys({ filter: { n: { $gte: 5, $lte: 6 } } })).toEqual(['d5', 'd6'])
  expect(await keys({ filter: { n: { $eq: 3 } } })).toEqual(['d3'])
  expect(await keys({ filter: { kind: { $ne: 'old' }, n: { $gt: 11 } } })).toEqual(['d12'])
  expect(await keys({ filter: { n: { $in: [1, 2, 99] } } })).toEqual(['d1', 'd2'])
  expect(await keys({ filter: { kind: 'none' } })).toEqual([])
  const pages = [await store.search(['docs'], { limit: 5 }), await store.search(['docs'], { limit: 10, offset: 5 })]
  expect(new Set(pages.flat().map(({ key }) => key)).size).toBe(12)
  expect(await store.search(['docs'], { offset: 50 })).toEqual([])

  // Namespaces.
  expect(await store.listNamespaces()).toEqual([
    ...[
      ['docs', 'even'],
      ['docs', 'odd'],
      ['keys', '5'],
      ['users', 'ada'],
    ],
  ])
  expect(await store.listNamespaces({ prefix: ['docs'] })).toEqual([
    ['docs', 'even'],
    ['docs', 'odd'],
  ])
  expect(await store.listNamespaces({ prefix: ['*', 'odd'] })).toEqual([['docs', 'odd']])
  expect(await store.listNamespaces({ suffix: ['ada'] })).toEqual([['users', 'ada']])
  expect(await store.listNamespaces({ maxDepth: 1 })).toEqual([['docs'], ['keys'], ['users']])
  expect(await store.listNamespaces({ limit: 1, offset: 1 })).toEqual([['docs', 'odd']])

  // What is above comes before what is below it.
  for (const namespace of [['tree', 'a', 'b'], ['tree'], ['tree', 'a']]) await store.put(namespace, 'k', { text: 'x' })
  expect(await store.listNamespaces({ prefix: ['tree'] })).toEqual([['tree'], ['tree', 'a'], ['tree', 'a', 'b']])
  expect(await store.listNamespaces({ prefix: ['tree'], limit: 1, offset: 1 })).toEqual([['tree', 'a']])

  // What a batch reads is what was there before, and of several puts for one key the last counts.
  const [before, , , found] = await store.batch([
    { namespace: ['batch'], key: 'a' },
    { namespace: ['batch'], key: 'a', value: { text: 'first' } },
    { namespace: ['batch'], key: 'a', value: { text: 'second' } },
    { namespacePrefix: ['batch'] },
  ])
  expect(before).toBeNull()
  expect(found).toEqual([])
  expect((await store.get(['batch'], 'a'))?.value).toEqual({ text: 'second' })
  expect((await store.search(['batch'])).length).toBe(1)
  await store.batch([{ namespace: ['batch'], key: 'a', value: null }])
  expect(await store.get(['batch'], 'a')).toBeNull()

  for (const namespace of [[], [''], ['a.b'], ['langgraph', 'a']])
    await expect(store.put(namespace, 'k', { a: 1 })).rejects.toThrow(/amespace/)
}
