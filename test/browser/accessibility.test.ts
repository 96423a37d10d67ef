import { describe, expect, inject } from 'vitest'
import { firstMemory } from './account.ts'
import { seriousFindings } from './axe.ts'
import { type ConsolePage, test, viewsIn } from './console-page.ts'

/** Labels, roles and order are the same in both; what differs are colours. */
const RULES = { light: undefined, dark: ['color-contrast', 'link-in-text-block'] }

describe.each(['light', 'dark'] as const)('in %s, axe finds nothing serious', (colorScheme) => {
  const found = async ({ page }: ConsolePage, where: string): Promise<string[]> =>
    (await seriousFindings(page, RULES[colorScheme])).map((finding) => `${where}: ${finding}`)

  test('in the views of an account', async ({ open }) => {
    const opened = await open({ key: inject('service').key, colorScheme })
    const { page, goTo, settled } = opened
    const findings: string[] = []
    for (const { name, place } of await viewsIn(page)) {
      await goTo(place)
      if (name === 'Ask') {
        await page.getByText('Every field of the request').click()
        await page.getByLabel('Question').fill('Where do I live?')
        await page.keyboard.press('Enter')
        await page.getByRole('article').first().waitFor()
        await settled()
      }
      findings.push(...(await found(opened, name)))
    }
    await goTo(`#/memory/${await firstMemory()}`)
    findings.push(...(await found(opened, 'Memory')))
    for (const name of ['Edit', 'Erase']) {
      await page.getByRole('button', { name, exact: true }).click()
      findings.push(...(await found(opened, name)))
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Sign out' }).click()
    findings.push(...(await found(opened, 'the door')))
    expect(findings).toEqual([])
  })

  test('in the views of the operator', async ({ open }) => {
    const opened = await open({ token: inject('service').token, colorScheme })
    const findings: string[] = []
    for (const { name, place } of await viewsIn(opened.page)) {
      await opened.goTo(place)
      findings.push(...(await found(opened, name)))
    }
    await opened.goTo('#/account/local')
    findings.push(...(await found(opened, 'Account')))
    await opened.page.getByRole('button', { name: 'New key' }).click()
    findings.push(...(await found(opened, 'New key')))
    expect(findings).toEqual([])
  })
})
