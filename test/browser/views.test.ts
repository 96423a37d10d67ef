import type { Page } from 'playwright-core'
import { describe, expect, inject } from 'vitest'
import { firstMemory, newAccount } from './account.ts'
import { type ConsolePage, test, viewsIn } from './console-page.ts'

/** What a reader would call a jump begins far above. */
const MOST_MOVED = 0.02
const MOST_REQUESTS = 3
const DESK = { width: 1000, height: 640 }
const PHONE = { width: 360, height: 740 }

/** What is wrong with how a view opens: from within the console, from nothing, and on a phone. */
async function wrongWith({ page, goTo, settled, movedBy, requests }: ConsolePage, place: string): Promise<string[]> {
  const wrong: string[] = []
  const still = async (how: string) => {
    const moved = await movedBy()
    if (moved > MOST_MOVED) wrong.push(`${place} moves by ${moved.toFixed(3)} ${how}`)
  }
  await movedBy()
  const before = requests.length
  await goTo(place)
  // The browser asks for the icon when it likes.
  const sent = requests.slice(before).map((request) => new URL(request.url()).pathname)
  const opened = sent.filter((path) => !path.endsWith('icon.svg'))
  if (opened.length > MOST_REQUESTS) wrong.push(`${place} opens in ${opened.length} requests: ${opened.join(' ')}`)
  await still('as it opens')

  const beforeReload = requests.length
  await page.reload()
  await settled()
  const calls = requests.slice(beforeReload).filter((request) => /\/(?:brain|admin)\//.test(request.url()))
  if (calls.length > MOST_REQUESTS) wrong.push(`${place} takes ${calls.length} calls from nothing`)
  await still('from nothing')

  await page.setViewportSize(PHONE)
  await settled()
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) wrong.push(`${place} is ${wide} px too wide for a phone`)
  await page.setViewportSize(DESK)
  await settled()
  return wrong
}

describe('every view opens in at most three requests, keeps still and fits a phone', () => {
  test('of an account', async ({ open }) => {
    const opened = await open({ key: inject('service').key, viewport: DESK })
    const places = [...(await viewsIn(opened.page)).map(({ place }) => place), `#/memory/${await firstMemory()}`]
    const wrong: string[] = []
    for (const place of places) wrong.push(...(await wrongWith(opened, place)))
    expect(wrong).toEqual([])
  })

  test('of the operator', async ({ open }) => {
    const opened = await open({ token: inject('service').token, viewport: DESK })
    const places = [...(await viewsIn(opened.page)).map(({ place }) => place), '#/account/local']
    const wrong: string[] = []
    for (const place of places) wrong.push(...(await wrongWith(opened, place)))
    expect(wrong).toEqual([])
  })
})

describe('on a phone', () => {
  test('every view can be tapped, and asked', async ({ open }) => {
    const { key } = inject('service')
    const { page, settled } = await open({ key, viewport: PHONE, isMobile: true, hasTouch: true })
    const navigation = page.getByRole('navigation', { name: 'Views' })
    for (const { name } of await viewsIn(page)) {
      if (name === 'Graph') continue
      await navigation.getByRole('link', { name, exact: true }).tap()
      await expect.poll(() => page.title()).toContain(name)
    }
    await navigation.getByRole('link', { name: 'Ask' }).tap()
    await page.getByLabel('Question').fill('Where do I live?')
    await page.getByRole('button', { name: 'Ask', exact: true }).tap()
    await page.getByRole('article').first().waitFor()
    await settled()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  })
})

describe('where nothing is yet', () => {
  test('a view says what to do next, unless the key may not', async ({ open }) => {
    const account = await newAccount()
    const { key } = await account.issueKey({ scopes: ['read'] })
    const [writer, reader] = [await open({ key: account.key }), await open({ key })]
    for (const place of ['#/memories', '#/graph', '#/profile', '#/timeline']) {
      for (const [{ page, goTo }, links] of [
        [writer, 1],
        [reader, 0],
      ] as const) {
        await goTo(place)
        const empty = page.getByRole('main').locator('.empty')
        await empty.getByText('POST /brain/ingest').waitFor()
        expect([place, await empty.getByRole('link', { name: 'tell it something' }).count()]).toEqual([place, links])
      }
    }
  })

  test('a view that filters says that this may be why', async ({ open }) => {
    const { key } = await newAccount('Emma lives in Lyon.')
    const { page, goTo } = await open({ key })
    for (const place of ['#/timeline?state=invalidated', '#/graph?as_of=2001-01-01', '#/memories?q=nothing']) {
      await goTo(place)
      expect([place, await page.locator('.empty').textContent()]).toEqual([
        place,
        expect.stringMatching(/these filters|known there/),
      ])
    }
  })
})

test('a text begins on the side on which its language does', async ({ open }) => {
  const { key } = await newAccount('مرحبا، أنا أعيش في دبي.', 'Emma lives in Lyon.')
  const { page } = await open({ key })
  const ends = await page.locator('.row .text').evaluateAll((texts) =>
    texts.map((text) => {
      const range = document.createRange()
      range.selectNodeContents(text)
      const whole = range.getBoundingClientRect()
      range.setStart(text.firstChild!, text.textContent!.length - 1)
      return range.getBoundingClientRect().right >= whole.right ? 'right' : 'left'
    }),
  )
  expect(ends).toEqual(['right', 'left'])
})

describe('light and dark', () => {
  /** How bright the page is, 0 to 255. */
  const brightness = (page: Page) =>
    page.evaluate(() => {
      const elements = [document.body, document.documentElement]
      const colours = elements.map((element) => getComputedStyle(element).backgroundColor)
      return Number(/\d+/.exec(colours.find((colour) => colour.startsWith('rgb('))!)![0])
    })

  test('follow the system, until the reader chooses', async ({ open }) => {
    const { page, settled } = await open({ key: inject('service').key, colorScheme: 'dark' })
    expect(await brightness(page)).toBeLessThan(60)
    await page.getByLabel('Theme').selectOption('light')
    expect(await brightness(page)).toBeGreaterThan(200)
    await page.reload()
    await settled()
    expect(await brightness(page)).toBeGreaterThan(200)
    await page.getByLabel('Theme').selectOption('system')
    expect(await brightness(page)).toBeLessThan(60)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await brightness(page)).toBeGreaterThan(200)
  })
})
