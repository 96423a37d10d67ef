import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { newAccount } from './account.ts'
import { test } from './console-page.ts'

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement: element } = document
    if (element === null || element === document.body) return ''
    return element.matches('input, textarea') ? (element as HTMLInputElement).value : (element.textContent ?? '')
  })

/** Presses Tab until it comes to what reads so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let pressed = 0; pressed < 60 && !name.test(await focused(page)); pressed++) await page.keyboard.press('Tab')
  expect(await focused(page)).toMatch(name)
}

describe('without a mouse', () => {
  test('one signs in, searches, opens, corrects and signs out', async ({ open }) => {
    const { key, client } = await newAccount('Emma lives in Lyon.', 'Bruno plays the cello.')
    const { page, settled } = await open()
    const { keyboard } = page
    await page.evaluate(() => document.querySelector('input')!.focus())
    await keyboard.insertText(key)
    await keyboard.press('Enter')
    await page.getByRole('link', { name: /Bruno/ }).waitFor()

    await keyboard.press('/')
    await keyboard.type('cello')
    await keyboard.press('Enter')
    await page.getByRole('link', { name: /Emma/ }).waitFor({ state: 'detached' })
    await keyboard.press('Escape')
    await keyboard.press('/')
    await keyboard.press('Delete')
    await keyboard.press('Enter')
    await page.getByRole('link', { name: /Emma/ }).waitFor()

    await tabTo(page, /Bruno/)
    await keyboard.press('ArrowDown')
    expect(await focused(page)).toMatch(/Emma/)
    await keyboard.press('ArrowUp')
    expect(await focused(page)).toMatch(/Bruno/)
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await settled()

    await tabTo(page, /^Edit$/)
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Edit')
    await keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /cello/)
    await keyboard.press('ControlOrMeta+A')
    await keyboard.type('Bruno plays the viola.')
    await tabTo(page, /^Save$/)
    await keyboard.press('Enter')
    await expect.poll(() => page.locator('.told').textContent()).toContain('Corrected')
    const { memories } = await client.get<{ memories: { text: string }[] }>('GET', '/brain/memories?q=viola')
    expect(memories).toHaveLength(1)

    await tabTo(page, /^Sign out$/)
    await keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  test('the first stop leads past the navigation, and every stop is seen', async ({ open }) => {
    const { key } = await newAccount('Emma lives in Lyon.')
    const { page } = await open({ key })
    await page.reload()
    await page.getByRole('link', { name: /Emma/ }).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toMatch(/Skip/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    const unseen: string[] = []
    for (let pressed = 0; pressed < 12; pressed++) {
      const seen = await page.evaluate(() => {
        const element = document.activeElement!
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        // The parts of a date are shown by the browser itself.
        return element.matches('body, [type=date]') || (outlineStyle !== 'none' && outlineWidth !== '0px')
      })
      if (!seen) unseen.push(await page.evaluate(() => document.activeElement!.outerHTML.slice(0, 200)))
      await page.keyboard.press('Tab')
    }
    expect(unseen).toEqual([])
  })
})
