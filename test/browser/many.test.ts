import type { Page } from 'playwright-core'
import { beforeAll, describe, expect } from 'vitest'
import { type Account, newAccount } from './account.ts'
import { test } from './console-page.ts'
import { fillWithNotes, MINUTES_APART } from './fill-with-notes.ts'

/** The gate has time for fewer; `npm run ci:long` lists 100,000. */
const COUNT = Number(process.env.BROWSER_MEMORIES ?? 5_000)
/** How many pages are scrolled through. */
const PAGES = COUNT < 50_000 ? 8 : 60
/** What is in the page stays, however far one scrolls: the pages in sight and those beside them. */
const MOST_ROWS = 250

/** The numbers of the notes that are in the page, in its order. */
const numbersIn = (page: Page): Promise<number[]> =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .evaluateAll((rows) => rows.map((row) => Number(/Note (\d+)/.exec(row.textContent ?? '')![1])))

/** The first that is in sight. */
const firstInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('main li')]
    const row = rows.find((one) => one.getBoundingClientRect().bottom > 0)!
    return Number(/Note (\d+)/.exec(row.textContent ?? '')![1])
  })

/** What the page holds: elements, and megabytes of JavaScript after its garbage is taken out. */
async function heldBy(page: Page): Promise<{ nodes: number; heapMb: number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return { nodes: await page.locator('*').count(), heapMb: usedSize / 2 ** 20 }
}

describe(`${COUNT} memories`, () => {
  let account: Account
  let last: Date
  beforeAll(async () => {
    account = await newAccount()
    last = await fillWithNotes(account.client, COUNT)
  }, 600_000)

  test('are listed, scrolled through, jumped into by date and searched', async ({ open }) => {
    const { page, settled, requests } = await open({ key: account.key, timezoneId: 'UTC' })
    const shown = async () =>
      Number(/^([\d,.]+) shown/.exec((await page.locator('.end').textContent())!)![1]!.replaceAll(/\D/g, ''))
    const scroll = async () => {
      await page.keyboard.press('End')
      return shown()
    }
    expect((await numbersIn(page))[0]).toBe(COUNT)

    const seen = new Set<number>()
    const atFirst = await heldBy(page)
    const began = performance.now()
    for (let pages = 1; pages <= PAGES; pages++) {
      for (const number of await numbersIn(page)) seen.add(number)
      await expect.poll(scroll).toBeGreaterThanOrEqual((pages + 1) * 50)
      await settled()
    }
    const pageMs = (performance.now() - began) / PAGES
    // The end may be in sight before its rows are: another page is then on its way.
    let count = 0
    let numbers: number[] = []
    const lastInPage = async () => {
      await settled()
      count = await shown()
      numbers = await numbersIn(page)
      for (const number of numbers) seen.add(number)
      return numbers.at(-1)! + count
    }
    await expect.poll(lastInPage, { timeout: 20_000 }).toBe(COUNT + 1)
    // None is left out, none is shown twice, and what is out of sight is not kept.
    expect(seen).toEqual(new Set(Array.from({ length: count }, (_, at) => COUNT - at)))
    expect(numbers.length).toBe(new Set(numbers).size)
    expect(numbers.length).toBeLessThanOrEqual(MOST_ROWS)
    const atLast = await heldBy(page)

    // Whoever comes back from a memory is where he left, whether by the browser's way back or by the page's.
    await page.mouse.wheel(0, -3_200)
    await settled()
    const place = await firstInSight(page)
    for (const back of ['browser', 'page'] as const) {
      await page.getByRole('link', { name: new RegExp(`Note ${place - 2}:`) }).click()
      await page.getByRole('heading', { name: 'Memory', exact: true }).waitFor()
      await settled()
      const before = requests.length
      if (back === 'browser') await page.goBack()
      else await page.getByRole('link', { name: 'Back to the list' }).click()
      await page.getByRole('heading', { name: 'Memories' }).waitFor()
      await settled()
      expect(await firstInSight(page)).toBe(place)
      expect(await shown()).toBeGreaterThanOrEqual(count)
      expect(requests.length - before).toBeLessThanOrEqual(3)
    }
    // Who chooses the list anew begins at its top.
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Ask' }).click()
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Memories' }).click()
    await settled()
    expect(await firstInSight(page)).toBe(COUNT)

    // The last note of a day in the middle.
    const day = new Date(last.getTime() - (COUNT / 2) * MINUTES_APART * 60_000).toISOString().slice(0, 10)
    const midnight = Date.parse(day) + 86_400_000
    const expected = COUNT - Math.floor((last.getTime() - midnight) / (MINUTES_APART * 60_000)) - 1
    const jumpBegan = performance.now()
    await page.getByLabel('Jump back to').fill(day)
    await expect.poll(async () => (await numbersIn(page))[0]).toBe(expected)
    const jumpMs = performance.now() - jumpBegan
    await page.keyboard.press('Escape')
    await settled()
    await expect.poll(scroll).toBeGreaterThan(60)
    expect((await numbersIn(page)).includes(expected - 60)).toBe(true)

    await page.getByLabel('Jump back to').fill('')
    const searchBegan = performance.now()
    await page.getByLabel('Words').pressSequentially(`note ${Math.floor(COUNT / 3)}`)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await numbersIn(page))[0]).toBe(Math.floor(COUNT / 3))
    const searchMs = performance.now() - searchBegan
    console.log(
      `${COUNT} memories: a page of the list in ${pageMs.toFixed(0)} ms, a jump by date in ${jumpMs.toFixed(0)} ms, a search in ${searchMs.toFixed(0)} ms; of ${count} scrolled through ${numbers.length} rows kept, ${atFirst.nodes} to ${atLast.nodes} elements, ${atFirst.heapMb.toFixed(1)} to ${atLast.heapMb.toFixed(1)} MB of JavaScript`,
    )
  })
})

describe('a list that changes while one scrolls', () => {
  test('shows every memory once, and keeps the focus', async ({ open }) => {
    const { key, client } = await newAccount()
    await fillWithNotes(client, 400)
    const { page, settled } = await open({ key })
    /** Until it is there: a key that comes as the last one's scrolling ends is lost in the browser. */
    const press = async (key: 'Home' | 'End', shown: () => Promise<unknown>, expected: unknown) => {
      const scroll = async () => {
        await page.keyboard.press(key)
        await settled()
        return shown()
      }
      await expect.poll(scroll, { timeout: 20_000 }).toBe(expected)
    }
    const toEnd = (count: number) =>
      press('End', () => page.locator('.end').textContent(), `${count} shown, that is all.`)
    /** There the first page is read again. */
    const toTop = (newest: number) => press('Home', async () => (await numbersIn(page))[0], newest)
    const seenFromTop = async (count: number) => {
      await toTop(count)
      const seen = new Set(await numbersIn(page))
      for (let at = 0; at < 60; at++) {
        await page.mouse.wheel(0, 1_000)
        await settled()
        const numbers = await numbersIn(page)
        expect(numbers.length).toBe(new Set(numbers).size)
        for (const number of numbers) seen.add(number)
      }
      await toEnd(count)
      return [...seen].toSorted((one, other) => one - other)
    }
    await page.mouse.move(500, 400)
    await toEnd(400)
    await client.get('POST', '/brain/ingest', { text: 'Note 401: it snowed on the way home.' })
    expect(await seenFromTop(401)).toEqual(Array.from({ length: 401 }, (_, at) => at + 1))
    const { memories } = await client.get<{ memories: { id: string }[] }>('GET', '/brain/memories?limit=1')
    await client.get('DELETE', `/brain/memories/${memories[0]!.id}`)
    expect(await seenFromTop(400)).toEqual(Array.from({ length: 400 }, (_, at) => at + 1))

    await toTop(400)
    await page.getByRole('link', { name: /Note 400:/ }).focus()
    await page.mouse.wheel(0, 6_000)
    await settled()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Note 400:')
  })
})
