/** A list: awaited it is its first page, iterated over it is every item of every page. */
export interface Listing<Page, Item> extends Promise<Page>, AsyncIterable<Item> {}

type Cursor = string | number | null | undefined

/** Nothing is asked before the list is awaited or iterated over. */
export function createListing<Page, Item>(
  field: string,
  fetchPage: (cursor: Cursor) => Promise<Page>,
): Listing<Page, Item> {
  let first: Promise<Page> | undefined
  const start = () => (first ??= fetchPage(undefined))
  async function* iterate(): AsyncGenerator<Item> {
    for (let page = await start(); ; ) {
      const { [field]: items, next_cursor, cursor } = page as Record<string, unknown>
      yield* items as Item[]
      // A page may be empty and still not be the last.
      const next = (next_cursor ?? cursor) as Cursor
      if (next === null || next === undefined) return
      page = await fetchPage(next)
    }
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise of its first page.
    then: (...handlers) => start().then(...handlers),
    catch: (handler) => start().catch(handler),
    finally: (handler) => start().finally(handler),
    [Symbol.toStringTag]: 'Listing',
    [Symbol.asyncIterator]: iterate,
  }
}
