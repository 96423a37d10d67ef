import { describe, expect } from 'vitest'
import { newAccount } from './account.ts'
import { test } from './console-page.ts'

describe('a memory', () => {
  test('is told, opened, corrected, taken out, brought back and erased', async ({ open }) => {
    const { key, client } = await newAccount()
    const { page, goTo, settled } = await open({ key })
    const told = page.locator('.told')
    const action = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
    const dialog = page.getByRole('dialog')

    await goTo('#/data')
    await page.getByRole('textbox', { name: 'Text' }).fill('My sister Emma lives in Lyon.')
    await action('Remember').click()
    await expect.poll(() => told.textContent()).toContain('Remembered')

    await goTo('#/memories')
    await page.getByRole('link', { name: /Emma lives in Lyon/ }).click()
    await page.getByRole('heading', { name: 'Memory', exact: true }).waitFor()
    await settled()
    expect(await page.getByText('What was read from it').count()).toBe(1)
    const id = decodeURIComponent(new URL(page.url()).hash.split('/')[2]!)
    const stored = () => client.get<{ text: string; state: string }>('GET', `/brain/memories/${id}`)

    await action('Edit').click()
    await dialog.getByLabel('Text').fill('My sister Emma lives in Nice.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => told.textContent()).toContain('Corrected')
    expect(await stored()).toMatchObject({ text: 'My sister Emma lives in Nice.' })
    await expect.poll(() => page.getByRole('main').textContent()).toContain('version 2')
    expect(await page.getByRole('main').textContent()).toContain('My sister Emma lives in Lyon.')

    await action('Invalidate').click()
    await action('Restore').waitFor()
    expect(await stored()).toMatchObject({ state: 'invalidated' })
    await told.getByRole('button', { name: 'Undo' }).last().click()
    await action('Invalidate').waitFor()
    expect(await stored()).toMatchObject({ state: 'current' })

    await action('Erase').click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await stored()).toMatchObject({ state: 'current' })
    await action('Erase').click()
    await dialog.getByRole('button', { name: /^Erase/ }).click()
    await page.getByRole('heading', { name: 'Memories' }).waitFor()
    expect(await told.textContent()).toMatch(/Receipt r_\w+|Receipt \w+/)
    expect((await client.ask('GET', `/brain/memories/${id}`)).status).toBe(404)
    await expect.poll(() => page.getByRole('main').textContent()).toContain('Nothing is remembered yet')
  })

  test('that somebody else corrected meanwhile is not overwritten', async ({ open }) => {
    const { key, client } = await newAccount('The meeting is at nine.')
    const { memories } = await client.get<{ memories: { id: string }[] }>('GET', '/brain/memories')
    const { id } = memories[0]!
    const { page, goTo } = await open({ key, refusals: true })
    await goTo(`#/memory/${id}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await client.get('PATCH', `/brain/memories/${id}`, { text: 'The meeting is at ten.' })
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Text').fill('The meeting is at eleven.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => dialog.getByRole('alert').textContent()).toMatch(/\.$/)
    expect(await client.get('GET', `/brain/memories/${id}`)).toMatchObject({ text: 'The meeting is at ten.' })
  })
})

describe('the list', () => {
  test('is filtered by words, by name and by state, and can be linked to', async ({ open }) => {
    const { key } = await newAccount('Emma lives in Lyon.', 'Bruno plays the cello.', 'It rained all week.')
    const { page, goTo, settled } = await open({ key })
    const rows = page.getByRole('main').getByRole('listitem')
    expect(await rows.count()).toBe(3)
    await page.getByLabel('Words').pressSequentially('cello')
    await page.keyboard.press('Enter')
    await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Bruno')])
    await page.reload()
    await settled()
    expect(await page.getByLabel('Words').inputValue()).toBe('cello')
    expect(await rows.count()).toBe(1)
    await goTo('#/memories?entity=Emma')
    expect(await rows.allTextContents()).toEqual([expect.stringContaining('Lyon')])
    await goTo('#/memories?state=invalidated')
    expect(await page.getByRole('main').textContent()).toContain('Nothing passes these filters')
  })
})
