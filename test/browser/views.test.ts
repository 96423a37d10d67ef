import { describe, expect, inject } from 'vitest'
import { firstMemory } from './account.ts'
import { test, viewsIn } from './console-page.ts'

/** What a reader would call a jump begins far above. */
const MOST_MOVED = 0.02
const MOST_REQUESTS = 3

describe('every view', () => {
  for (const who of ['key', 'token'] as const) {
    test(`opens in at most three requests and keeps still (${who})`, async ({ open }) => {
      const { page, goTo, settled, movedBy, requests } = await open({ [who]: inject('service')[who] })
      const places = (await viewsIn(page)).map(({ place }) => place)
      places.push(who === 'key' ? `#/memory/${await firstMemory()}` : '#/account/local')
      const found: string[] = []
      for (const place of places) {
        await movedBy()
        let before = requests.length
        await goTo(place)
        // The browser asks for the icon when it likes.
        const sent = requests.slice(before).map((request) => new URL(request.url()).pathname)
        const opened = sent.filter((path) => !path.endsWith('icon.svg'))
        if (opened.length > MOST_REQUESTS)
          found.push(`${place} opens in ${opened.length} requests: ${opened.join(' ')}`)
        const moved = await movedBy()
        if (moved > MOST_MOVED) found.push(`${place} moves by ${moved.toFixed(3)}`)
        before = requests.length
        await page.reload()
        await settled()
        const calls = requests.slice(before).filter((request) => /\/(?:brain|admin)\//.test(request.url()))
        if (calls.length > MOST_REQUESTS) found.push(`${place} takes ${calls.length} calls from nothing`)
        const movedAnew = await movedBy()
        if (movedAnew > MOST_MOVED) found.push(`${place} moves by ${movedAnew.toFixed(3)} from nothing`)
      }
      expect(found).toEqual([])
    })
  }

  test('fits a phone, and can be reached there', async ({ open }) => {
    const { page, goTo } = await open({
      key: inject('service').key,
      ...{ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
    })
    const found: string[] = []
    for (const { name, place } of [
      ...(await viewsIn(page)),
      { name: 'Memory', place: `#/memory/${await firstMemory()}` },
    ]) {
      if (name !== 'Memory') {
        await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name, exact: true }).tap()
      }
      await goTo(place)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (wide > 0) found.push(`${name} is ${wide} px too wide`)
    }
    expect(found).toEqual([])
  })
})

describe('light and dark', () => {
  /** How bright the page is, 0 to 255. */
  const paper = () => {
    const colours = [document.body, document.documentElement].map(
      (element) => getComputedStyle(element).backgroundColor,
    )
    return Number(/\d+/.exec(colours.find((colour) => colour.startsWith('rgb('))!)![0])
  }

  test('follow the system, until the reader chooses', async ({ open }) => {
    const { page, settled } = await open({ key: inject('service').key, colorScheme: 'dark' })
    expect(await page.evaluate(paper)).toBeLessThan(60)
    await page.getByLabel('Theme').selectOption('light')
    expect(await page.evaluate(paper)).toBeGreaterThan(200)
    await page.reload()
    await settled()
    expect(await page.evaluate(paper)).toBeGreaterThan(200)
    await page.getByLabel('Theme').selectOption('system')
    expect(await page.evaluate(paper)).toBeLessThan(60)
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await page.evaluate(paper)).toBeGreaterThan(200)
  })
})
