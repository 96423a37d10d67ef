import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, inject } from 'vitest'
import { PYTHON_PACKAGE, pythonTools } from '../../scripts/ci/python-tools.ts'
import { newAccount } from './account.ts'
import { test } from './console-page.ts'

/** Takes calls down, and finds nothing. */
async function listen() {
  const asked: { body: unknown; authorization: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    asked.push({ body: await json(request), authorization: request.headers.authorization })
    response.setHeader('content-type', 'application/json').end('{"context":"","facts":[]}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, close: () => server.close() }
}

/** A copied call, run as whoever copied it would. */
function run(language: 'curl' | 'TypeScript' | 'Python', text: string, key: string) {
  const env = { ...process.env, BRAIN_API_KEY: key, PYTHONPATH: join(PYTHON_PACKAGE, 'src') }
  const [program, ...given] = {
    curl: ['sh', '-c', text],
    TypeScript: [
      process.execPath,
      '--import',
      './examples/from-source.js',
      '--input-type=module-typescript',
      '-e',
      text,
    ],
    Python: [join(pythonTools(), 'python'), '-c', text],
  }[language] as [string, ...string[]]
  return promisify(execFile)(program, given, { env })
}

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

  test('has a control for every field of the request', async ({ open }) => {
    const { schemas } = (
      JSON.parse(readFileSync('assets/openapi.json', 'utf8')) as {
        components: { schemas: Record<string, { properties: object }> }
      }
    ).components
    const fields = [
      // The service ignores it, and the filter is the fields of its own.
      ...Object.keys(schemas.RetrieveRequest!.properties).filter((name) => !['user_id', 'filter'].includes(name)),
      ...Object.keys(schemas.SearchFilter!.properties).map((name) => `filter.${name}`),
    ]
    const { page, goTo } = await open({ key: inject('service').key })
    await goTo('#/ask')
    await page.getByText('Every field of the request').click()
    const labels = await page.locator('form label').allTextContents()
    const missing = fields.filter(
      (field) => !labels.some((label) => label.split(':')[0]!.trim() === field.replace('query', 'Question')),
    )
    expect(missing).toEqual([])
  })

  test('is the same call as curl, TypeScript and Python, however it is asked', async ({ open }) => {
    const { key } = await newAccount()
    const { page, goTo, settled, requests } = await open({
      ...{ key, permissions: ['clipboard-read', 'clipboard-write'], refusals: true, timezoneId: 'Asia/Tokyo' },
    })
    await goTo('#/ask')
    await page.getByText('Every field of the request').click()
    const hostile = `It's "$HOME" \\ \`id\` \${1} é語😀 \u202e#{x}`
    for (const [label, value] of [
      ...[
        ['Question', hostile],
        ['k: how many', '7'],
        ['max_hops: graph', '3'],
        ['min_score: floor', '0.15'],
      ],
      ...[
        ['persona', "o'neil"],
        ['session_id', 's"1'],
        ['as_of: as it was known', '2026-11-01T09:30'],
      ],
      ...[
        ['filter.entity', 'Emma'],
        ['filter.persona', '$x'],
        ['filter.session_id', '`y`'],
      ],
      ...[
        ['filter.since', '2025-01-01T00:00'],
        ['filter.until', '2026-01-01T00:00'],
      ],
      ['filter.metadata', '{"page": 4, "ok": true, "no": null}'],
    ] as const)
      await page.getByLabel(label!, { exact: true }).fill(value!)
    await page.getByLabel('context_format').selectOption('dated')
    await page.getByLabel('filter.source').selectOption('document')
    for (const name of ['include_working', 'rerank', 'explain']) await page.getByLabel(name).uncheck()
    await page.getByLabel('use_compression').check()
    await page.getByRole('button', { name: 'Ask', exact: true }).click()
    await settled()
    const sent = requests.findLast((request) => request.url().endsWith('/brain/retrieve'))!.postDataJSON()

    const call = page.locator('section', { hasText: 'The same call' }).last()
    const service = await listen()
    try {
      for (const language of ['curl', 'TypeScript', 'Python'] as const) {
        await page.getByLabel('Language').selectOption(language)
        await page.getByRole('button', { name: 'Copy the call' }).click()
        await expect.poll(() => call.textContent()).toContain(/\w+/.exec(language)![0] === 'curl' ? 'curl' : 'brain')
        const text = await page.evaluate(() => navigator.clipboard.readText())
        await run(language, text.replaceAll(inject('service').url, service.url), key)
        expect([language, service.asked.pop()]).toEqual([language, { body: sent, authorization: `Bearer ${key}` }])
      }
    } finally {
      service.close()
    }
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
