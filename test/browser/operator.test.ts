import { describe, expect, inject } from 'vitest'
import { createServiceClient } from '../../scripts/service-client.ts'
import { test } from './console-page.ts'

const rightsOf = (key: string) => createServiceClient(inject('service').url, { key }).ask('GET', '/brain/key')

describe('the operator', () => {
  test('makes an account and keys, rotates and revokes them, looks into the memory and at the health', async ({
    open,
  }) => {
    const { page, goTo, settled } = await open({ token: inject('service').token })
    const dialog = page.getByRole('dialog')
    const newKey = page.getByRole('main').locator('pre')
    expect(await page.getByRole('link', { name: 'Memories' }).count()).toBe(0)

    await page.getByRole('button', { name: 'New account' }).click()
    await dialog.getByLabel(/^Name/).fill('Ann')
    await dialog.getByLabel('Plan').selectOption('starter')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Ann' }).waitFor()
    await settled()

    await page.getByRole('button', { name: 'New key' }).click()
    await dialog.getByLabel('Label').fill('laptop')
    await dialog.getByLabel('erase').uncheck()
    await dialog.getByRole('button', { name: 'Create' }).click()
    await newKey.waitFor()
    const first = (await newKey.textContent())!
    expect(await rightsOf(first)).toMatchObject({ status: 200, body: { scopes: ['read', 'write'], plan: 'starter' } })

    await page.getByRole('button', { name: 'Rotate laptop' }).click()
    await dialog.getByLabel(/old one/).selectOption('at once')
    await dialog.getByRole('button', { name: 'Rotate' }).click()
    await expect.poll(() => newKey.textContent()).not.toBe(first)
    const second = (await newKey.textContent())!
    expect([(await rightsOf(first)).status, (await rightsOf(second)).status]).toEqual([401, 200])

    await page.getByRole('button', { name: 'Look into its memory' }).click()
    await page.getByText('Nothing is remembered yet').waitFor()
    await page.getByRole('link', { name: 'Accounts' }).click()
    await page.getByRole('main').getByRole('link', { name: /Ann/ }).click()
    await page
      .getByRole('button', { name: /^Revoke laptop/ })
      .last()
      .click()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await rightsOf(second)).status).toBe(401)

    await goTo('#/health')
    expect(await page.getByRole('main').textContent()).toMatch(/is ready/i)
  })
})
