import { describe, expect, it } from 'vitest'
import { dropOutdated, type ListPage, pageLabel } from '../../src/console/list-page.ts'

const LIMIT = 50

/** The list as the service tells it: a cursor names the last memory of the page before. */
function read(page: ListPage, stored: readonly string[]): void {
  const from = page.cursor === null ? 0 : stored.findIndex((id) => id < page.cursor!)
  const found = stored.slice(from, from + LIMIT)
  const next = from + LIMIT < stored.length ? found.at(-1)! : null
  Object.assign(page, { count: found.length, next, memories: found.map((id) => ({ id })) })
}

/** Scrolls on until nothing comes. */
function readOn(pages: ListPage[], stored: readonly string[]): void {
  for (;;) {
    const last = pages.at(-1)
    if (last?.next === null) return
    const before = last ? last.before + last.count : 0
    const cursor = last?.next ?? null
    const page: ListPage = { cursor, before, count: 0, next: undefined, memories: null, height: null }
    pages.push(page)
    read(page, stored)
  }
}

const idOf = (number: number) => `m${1_000 + number}`
const newestFirst = (count: number) => Array.from({ length: count }, (_, at) => idOf(count - at))
const shownIn = (pages: readonly ListPage[]) => pages.flatMap(({ memories }) => memories!.map(({ id }) => id))

describe('a page of the list that is read again', () => {
  for (const [what, change] of [
    ['was told', (stored: readonly string[]) => [idOf(151), ...stored]],
    ['was erased', (stored: readonly string[]) => stored.filter((_, at) => at !== 20)],
  ] as const)
    it(`leaves no memory out and none twice where one ${what} meanwhile`, () => {
      const pages: ListPage[] = []
      readOn(pages, newestFirst(150))
      expect(pages).toHaveLength(3)
      const stored = change(newestFirst(150))
      read(pages[0]!, stored)
      dropOutdated(pages, pages[0]!)
      expect(pages).toHaveLength(1)
      readOn(pages, stored)
      expect(shownIn(pages)).toEqual(stored)
    })

  it('keeps those that follow where nothing changed', () => {
    const pages: ListPage[] = []
    readOn(pages, newestFirst(150))
    for (const page of pages) dropOutdated(pages, page)
    expect(pages).toHaveLength(3)
  })
})

describe('the name of a page', () => {
  it('has no last memory before there is one', () => {
    expect(pageLabel({ before: 50, count: 0 })).toBe('Memories from 51')
    expect(pageLabel({ before: 50, count: 50 })).toBe('Memories 51 to 100')
  })
})
