import { gzipSync } from 'node:zlib'
import { describe, expect, inject } from 'vitest'
import { test, viewsIn } from './console-page.ts'

const MOST_BYTES = 150 * 1024

describe('what the browser has to load', () => {
  test('is under 150 KB packed without the graph, which comes when it is opened', async ({ open }) => {
    const { page, goTo, requests } = await open({ key: inject('service').key })
    const views = await viewsIn(page)
    const files = () => [...new Set(requests.map((request) => request.url()).filter((url) => !/\/brain\//.test(url)))]
    const sizeOf = async (urls: readonly string[]) => {
      const bodies = await Promise.all(urls.map(async (url) => Buffer.from(await (await fetch(url)).arrayBuffer())))
      return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0)
    }
    for (const { name, place } of views) if (name !== 'Graph') await goTo(place)
    const before = files()
    const bytes = await sizeOf(before)
    await goTo('#/graph')
    await expect.poll(() => files().length).toBeGreaterThan(before.length)
    const graphBytes = await sizeOf(files().filter((url) => !before.includes(url)))
    console.log(`console: ${(bytes / 1024).toFixed(1)} KB gzipped, graph ${(graphBytes / 1024).toFixed(1)} KB more`)
    expect(bytes).toBeLessThan(MOST_BYTES)
  })

  test('is bound by a policy that lets no inline script run', async () => {
    for (const path of ['/console', '/console/console.js']) {
      const policy = (await fetch(new URL(path, inject('service').url))).headers.get('content-security-policy') ?? ''
      const directives = Object.fromEntries(
        policy.split(';').map((part) => {
          const [name = '', ...values] = part.trim().split(/\s+/)
          return [name, values]
        }),
      )
      const scripts = directives['script-src'] ?? directives['default-src'] ?? []
      expect(scripts).toEqual(["'self'"])
      expect(directives['style-src'] ?? directives['default-src']).toEqual(["'self'"])
      expect(directives['connect-src'] ?? directives['default-src']).toEqual(["'self'"])
    }
  })
})
