import { describe, expect, inject } from 'vitest'
import { firstMemory } from './account.ts'
import { seriousFindings } from './axe.ts'
import { type ConsolePage, test, viewsIn } from './console-page.ts'

/** Labels, roles and order are the same in light and dark; what differs are colours. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

async function findingsIn({ page }: ConsolePage, where: string): Promise<string[]> {
  const light = await seriousFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await seriousFindings(page, OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light.map((one) => `${where}: ${one}`), ...dark.map((one) => `${where} in dark: ${one}`)]
}

describe('in light and dark, axe finds nothing serious', () => {
  test('in the views of an account', async ({ open }) => {
    const opened = await open({ key: inject('service').key })
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
      findings.push(...(await findingsIn(opened, name)))
    }
    await goTo(`#/memory/${await firstMemory()}`)
    findings.push(...(await findingsIn(opened, 'Memory')))
    for (const name of ['Edit', 'Erase']) {
      await page.getByRole('button', { name, exact: true }).click()
      findings.push(...(await findingsIn(opened, name)))
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Sign out' }).click()
    findings.push(...(await findingsIn(opened, 'the door')))
    expect(findings).toEqual([])
  })

  test('in the views of the operator', async ({ open }) => {
    const opened = await open({ token: inject('service').token })
    const findings: string[] = []
    for (const { name, place } of await viewsIn(opened.page)) {
      await opened.goTo(place)
      findings.push(...(await findingsIn(opened, name)))
    }
    await opened.goTo('#/account/local')
    findings.push(...(await findingsIn(opened, 'Account')))
    await opened.page.getByRole('button', { name: 'New key' }).click()
    findings.push(...(await findingsIn(opened, 'New key')))
    expect(findings).toEqual([])
  })
})
