import { beforeAll, describe, expect } from 'vitest'
import { type Account, newAccount } from './account.ts'
import { test } from './console-page.ts'
import { fillWithNotes, MINUTES_APART } from './fill-with-notes.ts'

/** The gate has time for fewer; `npm run ci:long` lists 100,000. */
const COUNT = Number(process.env.BROWSER_MEMORIES ?? 5_000)
/** How many pages are scrolled through. */
const PAGES = 6

describe(`${COUNT} memories`, () => {
  let account: Account
  let last: Date
  beforeAll(async () => {
    account = await newAccount()
    last = await fillWithNotes(account.client, COUNT)
  }, 600_000)

  test('are listed, scrolled through, jumped into by date and searched', async ({ open }) => {
    const { page, settled, requests } = await open({ key: account.key, timezoneId: 'UTC' })
    const rows = page.getByRole('main').getByRole('listitem')
    const numberOf = async (at: number) => Number(/Note (\d+)/.exec((await rows.nth(at).textContent())!)![1])
    /** To the end of what is there, and how much that is. */
    const scroll = async () => {
      await page.keyboard.press('End')
      return rows.count()
    }
    expect(await numberOf(0)).toBe(COUNT)

    const began = performance.now()
    for (let pages = 0, seen = 0; pages < PAGES; pages++, seen = await rows.count()) {
      await expect.poll(scroll).toBeGreaterThan(seen)
      await settled()
    }
    const scrolled = await rows.count()
    const pageMs = (performance.now() - began) / PAGES
    // None is left out, none is shown twice.
    for (const at of [49, 50, 51, 199, scrolled - 1]) expect(await numberOf(at)).toBe(COUNT - at)

    // The last note of a day in the middle.
    const day = new Date(last.getTime() - (COUNT / 2) * MINUTES_APART * 60_000).toISOString().slice(0, 10)
    const midnight = Date.parse(day) + 86_400_000
    const expected = COUNT - Math.floor((last.getTime() - midnight) / (MINUTES_APART * 60_000)) - 1
    const jumpBegan = performance.now()
    await page.keyboard.press('Home')
    await page.getByLabel('Jump back to').fill(day)
    await expect.poll(() => numberOf(0)).toBe(expected)
    const jumpMs = performance.now() - jumpBegan
    await page.keyboard.press('Escape')
    await settled()
    await expect.poll(scroll).toBeGreaterThan(60)
    expect(await numberOf(60)).toBe(expected - 60)

    await page.getByLabel('Jump back to').fill('')
    await page.getByLabel('Words').pressSequentially(`note ${Math.floor(COUNT / 3)}`)
    await page.keyboard.press('Enter')
    await expect.poll(() => numberOf(0)).toBe(Math.floor(COUNT / 3))
    const calls = requests.filter((request) => request.url().includes('/brain/memories')).length
    console.log(
      `${COUNT} memories: a page of the list in ${pageMs.toFixed(0)} ms, a jump by date in ${jumpMs.toFixed(0)} ms, ${calls} calls`,
    )
  })
})
