import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { startedService } from '../abuse/started-service.ts'
import { runScript } from '../problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { createServiceClient } from '../service-client.ts'
import { chromiumOptions } from './chromium.ts'
import { tellDemoLife } from './demo-life.ts'

const FOLDER = join(PROJECT_ROOT, 'docs/images')

interface Picture {
  readonly name: string
  readonly place: string
  readonly theme: 'light' | 'dark'
  /** What is done before it is taken. */
  prepare?(page: Page): Promise<void>
}

const PICTURES: readonly Picture[] = [
  { name: 'memories', place: '#/memories', theme: 'light' },
  { name: 'memory', place: '#/memories?q=Lindqvist', theme: 'light', prepare: openMemory },
  { name: 'ask', place: '#/ask', theme: 'light', prepare: askQuestion },
  { name: 'graph', place: '#/graph', theme: 'dark' },
  { name: 'timeline', place: '#/timeline', theme: 'dark' },
  { name: 'profile', place: '#/profile', theme: 'light' },
]

async function openMemory(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click()
}

async function askQuestion(page: Page): Promise<void> {
  await page.getByLabel('Question').fill('Where does Saga live?')
  await page.keyboard.press('Enter')
  await page.getByText('Why', { exact: true }).first().waitFor()
}

/** Pictures of the console for the README: a service that is told a made-up life, looked at in Debian's chromium. */
await runScript(async () => {
  const service = await startedService()
  const browser = await chromium.launch(chromiumOptions())
  try {
    await tellDemoLife(createServiceClient(service.url, { key: service.key }))
    mkdirSync(FOLDER, { recursive: true })
    const context = await browser.newContext({
      ...{ baseURL: service.url, locale: 'en-GB', viewport: { width: 1180, height: 740 }, deviceScaleFactor: 1.5 },
    })
    const page = await context.newPage()
    await page.goto('/console')
    await page.locator('input[type=password]').fill(service.key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    for (const { name, place, theme, prepare } of PICTURES) {
      await page.emulateMedia({ colorScheme: theme })
      await page.goto(`/console${place}`)
      await page.reload()
      await page.waitForLoadState('networkidle')
      await prepare?.(page)
      await page.waitForLoadState('networkidle')
      // What is drawn is drawn some frames after it came.
      await page.waitForTimeout(1_500)
      const bytes = await take(page, join(FOLDER, `console-${name}.webp`))
      process.stdout.write(`docs/images/console-${name}.webp: ${(bytes / 1024).toFixed(0)} KB\n`)
    }
  } finally {
    await browser.close()
    await service.stop()
  }
})

async function take(page: Page, path: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 80 })
  await devtools.detach()
  const bytes = Buffer.from(data, 'base64')
  writeFileSync(path, bytes)
  return bytes.length
}
