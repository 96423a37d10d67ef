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

describe('every filter of the list', () => {
  test('lets pass what it says, alone and together with others', async ({ open }) => {
    const { key, client } = await newAccount()
    const items = [
      { text: 'Emma lives in Lyon.', occurred_at: '2026-03-01T12:00:00Z', session_id: 'walk', persona: 'home' },
      { text: 'Emma lives in Nice.', occurred_at: '2026-05-01T12:00:00Z', persona: 'home' },
      { text: 'The bridge opens in June.', occurred_at: '2026-05-20T12:00:00Z', source: 'document', persona: 'work' },
      { text: 'Planned the walk.', occurred_at: '2026-06-01T12:00:00Z', source: 'assistant', persona: 'home' },
    ]
    for (const item of items) await client.get('POST', '/brain/ingest', item)
    const { page, goTo, settled } = await open({ key, timezoneId: 'UTC' })
    const rows = page.getByRole('main').getByRole('listitem')
    const shown = async () =>
      (await rows.locator('.text').allTextContents())
        .map((text) => items.findIndex((item) => item.text === text))
        .sort()
    for (const [fill, expected] of [
      [() => page.getByLabel('Words').fill('bridge'), [2]],
      [() => page.getByLabel('About').fill('Emma'), [0, 1]],
      [() => page.getByLabel('State').selectOption('superseded'), [0]],
      [() => page.getByLabel('Source').selectOption('assistant'), [3]],
      [() => page.getByLabel('Persona').fill('work'), [2]],
      [() => page.getByLabel('Session').fill('walk'), [0]],
      [() => page.getByLabel('Said since').fill('2026-05-20'), [2, 3]],
      [() => page.getByLabel('Jump back to').fill('2026-05-20'), [0, 1, 2]],
    ] as const) {
      await fill()
      await expect.poll(shown).toEqual(expected)
      await settled()
      await page.getByRole('link', { name: 'Clear filters' }).click()
      await expect.poll(shown).toEqual([0, 1, 2, 3])
    }
    await goTo('#/memories?entity=Emma&state=current&since=2026-04-01&until=2026-05-30')
    expect(await shown()).toEqual([1])
  })
})

describe('an opened memory', () => {
  test('shows its facts, what replaced them, where it comes from, how often it was found and how it fades', async ({
    open,
  }) => {
    const { key, client } = await newAccount()
    const { memory_id } = await client.get<{ memory_id: string }>('POST', '/brain/ingest', {
      ...{ text: 'Emma lives in Lyon.', session_id: 'walk', occurred_at: '2026-03-01T12:00:00Z' },
      metadata: { page: 4 },
    })
    await client.get('POST', '/brain/retrieve', { query: 'Where does Emma live?', include_semantic: false })
    await client.get('POST', '/brain/ingest', { text: 'Emma lives in Nice.', occurred_at: '2026-05-01T12:00:00Z' })
    const { page, goTo, settled } = await open({ key })
    await goTo(`#/memory/${memory_id}`)
    const main = page.getByRole('main')
    const text = (await main.textContent())!
    for (const part of ['superseded', 'walk', 'page', 'version 1', 'confidence', 'strength'])
      expect(text).toContain(part)
    expect(text).toMatch(/Found \d+ time/)
    expect(text).toMatch(/Pruned in about \d+ days/)
    await page.getByRole('img', { name: /^Strength/ }).waitFor()
    await page.getByRole('link', { name: /Emma lives in Nice/ }).click()
    await settled()
    expect(await main.textContent()).toContain('Emma lives in Nice.')
  })
})
