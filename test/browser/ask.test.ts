import { spawnSync } from 'node:child_process'
import { describe, expect, inject } from 'vitest'
import { newAccount } from './account.ts'
import { test } from './console-page.ts'

describe('a question', () => {
  test('is answered with scores, their parts, the prompt and the same call elsewhere', async ({ open }) => {
    const { key } = inject('service')
    const { page, goTo, settled } = await open({ key, permissions: ['clipboard-read', 'clipboard-write'] })
    await goTo('#/ask')
    await page.getByLabel('Question').fill('Where does Saga live?')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    const answers = page.getByRole('region', { name: 'Answers' })
    await answers.getByRole('article').first().waitFor()
    await settled()
    const first = answers.getByRole('article').first()
    expect(await first.textContent()).toMatch(/Saga.*Porto/)
    expect(await first.textContent()).toMatch(/[01]\.\d\d/)
    await first.getByText('meaning', { exact: true }).waitFor()
    expect(await page.getByRole('main').textContent()).toMatch(/about \d+ tokens/)

    const call = page.locator('section', { hasText: 'The same call' })
    await call.getByRole('button', { name: /^Copy/ }).click()
    await expect.poll(() => page.locator('.told').textContent()).toContain('Copied')
    const curl = await page.evaluate(() => navigator.clipboard.readText())
    expect(curl).not.toContain(key)
    const variable = /\$(\w+)/.exec(curl)![1]!
    const { stdout } = spawnSync('sh', ['-c', curl], { encoding: 'utf8', env: { ...process.env, [variable]: key } })
    expect(JSON.parse(stdout).context).toContain('Porto')
    for (const [language, expected] of [
      ['TypeScript', '@edge-brain/client'],
      ['Python', 'edge_brain'],
    ] as const) {
      await call.getByLabel('Language').selectOption(language)
      expect(await call.textContent()).toContain(expected)
    }
  })

  test('is sent with every field that is set, and no other', async ({ open }) => {
    const { key } = await newAccount('Emma lives in Lyon.', 'Lyon is in France.')
    const { page, goTo, requests } = await open({ key })
    await goTo('#/ask')
    await page.getByText('Every field of the request').click()
    await page.getByLabel('Question').fill('In which country does Emma live?')
    await page.getByLabel(/^k:/).fill('5')
    await page.getByLabel(/^max_hops/).fill('2')
    await page.getByLabel(/^min_score/).fill('0')
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await page.getByText('Followed through the graph').waitFor()
    const sent = requests.findLast((request) => request.url().endsWith('/brain/retrieve'))!.postDataJSON()
    expect(sent).toEqual({
      query: 'In which country does Emma live?',
      ...{ k: 5, max_hops: 2, min_score: 0, explain: true },
    })
  })

  test('of which nothing is known says what to do', async ({ open }) => {
    const { key } = await newAccount()
    const { page, goTo } = await open({ key })
    await goTo('#/ask')
    await page.getByLabel('Question').fill('Where is the spare key?')
    await page.keyboard.press('Enter')
    await page.getByText('Nothing is known of that').waitFor()
  })
})
