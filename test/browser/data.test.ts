import { text } from 'node:stream/consumers'
import { describe, expect } from 'vitest'
import { newAccount } from './account.ts'
import { test } from './console-page.ts'

const NOTES = 'Emma lives in Lyon.\n\nBruno plays the cello.\n'

describe('import and export', () => {
  test('looks into a file first, then imports it, once; and saves what there is', async ({ open }) => {
    const { key, client } = await newAccount()
    const { page, goTo } = await open({ key, acceptDownloads: true })
    await goTo('#/data')
    const form = page.getByRole('form', { name: 'Import' })
    const submit = form.locator('button[type=submit]')
    const choose = () =>
      form.getByLabel('File').setInputFiles({ name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from(NOTES) })
    const memories = async () =>
      (await client.get<{ memories: { text: string }[] }>('GET', '/brain/memories')).memories.map(({ text }) => text)

    await choose()
    await submit.click()
    await expect.poll(() => form.textContent()).toMatch(/2 new.*Nothing is stored yet/)
    expect(await memories()).toEqual([])
    await submit.click()
    await expect.poll(() => form.textContent()).toMatch(/2 imported/)
    expect((await memories()).toSorted()).toEqual(['Bruno plays the cello.', 'Emma lives in Lyon.'])
    await choose()
    await submit.click()
    await expect.poll(() => form.textContent()).toMatch(/2 known already/)

    // Without a window nobody can choose where the file goes.
    await page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
    const saving = page.waitForEvent('download')
    await page.getByRole('form', { name: 'Export' }).getByRole('button', { name: 'Export' }).click()
    const saved = await text((await (await saving).createReadStream())!)
    const lines = saved.trim().split('\n')
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ type: 'end', counts: { memory: 2 } })
    expect(JSON.parse(lines[0]!)).toMatchObject({ format: 'edge-brain' })
  })
})
