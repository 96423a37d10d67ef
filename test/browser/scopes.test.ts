import { describe, expect } from 'vitest'
import { firstMemory, newAccount } from './account.ts'
import { type ConsolePage, test, viewsIn } from './console-page.ts'

const CHANGING = /edit|correct|invalidate|restore|bring|remember|round|import|merge|create|webhook/i
const ERASING = /erase|delete|forget|prune/i

/** Everything that can be pressed or filled in to change something, in every view; the graph has nothing but names to press. */
async function offeredIn({ page, goTo }: ConsolePage, memory: string): Promise<string[]> {
  const offered: string[] = []
  const views = (await viewsIn(page)).filter(({ name }) => name !== 'Graph').map(({ place }) => place)
  for (const place of [...views, `#/memory/${memory}`]) {
    await goTo(place)
    const names = await page
      .getByRole('main')
      .locator('button, input[type=file], textarea')
      .evaluateAll((controls) =>
        controls.map((control) => (control.tagName === 'BUTTON' ? control.textContent : control.outerHTML) ?? ''),
      )
    offered.push(...names)
  }
  return offered
}

describe('what a key may not do is not offered', () => {
  test('to one that only reads, nor after a reload', async ({ open }) => {
    const account = await newAccount('Emma lives in Lyon.')
    const memory = await firstMemory(account.key)
    await account.client.get('PATCH', `/brain/memories/${memory}`, { text: 'Emma lives in Nice.' })
    const { key } = await account.issueKey({ scopes: ['read'] })
    const opened = await open({ key })
    const forbidden = (names: string[]) => names.filter((name) => CHANGING.test(name) || ERASING.test(name))
    const offered = await offeredIn(opened, memory)
    expect(offered).not.toEqual([])
    expect(forbidden(offered)).toEqual([])
    // It is at the memory, which offers most.
    await opened.page.reload()
    await opened.settled()
    expect(forbidden(await opened.page.getByRole('main').getByRole('button').allTextContents())).toEqual([])
  })

  test('to one that writes but does not erase', async ({ open }) => {
    const account = await newAccount('Emma lives in Lyon.')
    const { key } = await account.issueKey({ scopes: ['read', 'write'] })
    const offered = await offeredIn(await open({ key }), await firstMemory(key))
    expect(offered.filter((name) => ERASING.test(name))).toEqual([])
    expect(offered).toContain('Edit')
  })
})
