import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright-core'
import { expect, inject, test as plain } from 'vitest'

/** A tab with the console in it. */
export interface ConsolePage {
  readonly page: Page
  /** Every request that was sent, in order. */
  readonly requests: readonly Request[]
  /** Follows a place of the console, such as `#/ask`, and waits until everything of it is there. */
  goTo(place: string): Promise<void>
  /** Waits until nothing is awaited any more. */
  settled(): Promise<void>
  /** How far things moved by themselves since this was asked last, as the browser measures it. */
  movedBy(): Promise<number>
}

export interface Opening extends BrowserContextOptions {
  /** Whoever is signed in; nobody where both are left out. */
  readonly key?: string
  readonly token?: string
  readonly path?: string
  /** Answers that are refused on purpose, which the browser calls errors. */
  readonly refusals?: boolean
}

interface Seen {
  violations: string[]
  moved: number
}
type SeeingWindow = typeof globalThis & { seen: Seen }

/** Not large: where there is no graphics card, the CPU draws every pixel of the graph. */
const VIEWPORT = { width: 1000, height: 640 }

let connected: Promise<Browser> | undefined

/** `open` opens tabs. After the test nothing may have gone wrong in any: no error, no violation of the policy, no request to anybody else. */
export const test = plain.extend<{ open: (opening?: Opening) => Promise<ConsolePage> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of what is needed from it.
  open: async ({}, use) => {
    connected ??= chromium.connect(inject('browser'))
    const browser = await connected
    const problems: string[] = []
    const closing: (() => Promise<void>)[] = []
    await use(async (opening = {}) => {
      const { key, token, path = '/console', refusals, ...options } = opening
      const context = await browser.newContext({ baseURL: inject('service').url, viewport: VIEWPORT, ...options })
      const page = await context.newPage()
      page.setDefaultTimeout(10_000)
      closing.push(async () => {
        const { violations } = await page.evaluate(() => (globalThis as SeeingWindow).seen)
        problems.push(...violations)
        await context.close()
      })
      const requests = await watch(page, problems, refusals === true)
      const opened = { page, requests, ...lookingAt(page, requests) }
      await page.goto(path)
      if (key !== undefined || token !== undefined) await signIn(page, { key, token })
      await opened.settled()
      return opened
    })
    for (const close of closing) await close()
    expect(problems).toEqual([])
  },
})

async function watch(page: Page, problems: string[], refusals: boolean): Promise<readonly Request[]> {
  const requests: Request[] = []
  const { origin } = new URL(inject('service').url)
  page.on('request', (request) => {
    requests.push(request)
    if (new URL(request.url()).origin !== origin) problems.push(`a request to ${request.url()}`)
  })
  page.on('pageerror', (error) => problems.push(`an error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() !== 'error' || (refusals && message.text().startsWith('Failed to load resource'))) return
    problems.push(`on the console: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', (popup) => problems.push(`a window: ${popup.url()}`))
  await page.addInitScript(() => {
    const seen: Seen = { violations: [], moved: 0 }
    Object.assign(globalThis, { seen })
    addEventListener('securitypolicyviolation', (event) =>
      seen.violations.push(`a violation of ${event.violatedDirective}: ${event.blockedURI}`),
    )
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) seen.moved += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return requests
}

function lookingAt(page: Page, requests: readonly Request[]): Omit<ConsolePage, 'page' | 'requests'> {
  const settled = async (): Promise<void> => {
    const isPending = (request: Request) => request.failure() === null && request.timing().responseEnd === -1
    // Drawn twice without anything being awaited: what an answer leads to has been sent by then.
    for (let quiet = 0; quiet < 2; ) {
      const busy = await page.evaluate(
        () =>
          new Promise<boolean>((done) =>
            requestAnimationFrame(() => setTimeout(() => done(document.querySelector('[aria-busy="true"]') !== null))),
          ),
      )
      quiet = busy || requests.some(isPending) ? 0 : quiet + 1
    }
  }
  return {
    settled,
    async goTo(place) {
      await page.evaluate((hash) => {
        location.hash = hash
      }, place)
      await settled()
    },
    movedBy: () =>
      page.evaluate(() => {
        const { seen } = globalThis as SeeingWindow
        const { moved } = seen
        seen.moved = 0
        return moved
      }),
  }
}

async function signIn(page: Page, { key, token }: { key: string | undefined; token: string | undefined }) {
  if (token !== undefined) await page.getByLabel('I operate this service').check()
  await page.locator('input[type=password]').fill(key ?? token ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
}

/** The places that the navigation offers, each with its name. */
export const viewsIn = (page: Page): Promise<{ name: string; place: string }[]> =>
  page
    .getByRole('navigation', { name: 'Views' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => ({ name: link.textContent ?? '', place: link.getAttribute('href') ?? '' })),
    )
