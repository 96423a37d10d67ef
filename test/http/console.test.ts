import { describe, expect, it } from 'vitest'
import { createConnect } from '../../src/bootstrap/connect.ts'
import { fetchService, fetchThrough } from './service.ts'

describe('the console', () => {
  it('is a page that loads from here alone, in no frame', async () => {
    const page = await fetchService('/console')
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const policy = page.headers.get('content-security-policy')
    for (const rule of ["default-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
      expect(policy).toContain(rule)
    expect(policy).not.toContain('unsafe')
    const html = await page.text()
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|\sstyle=|https?:/)
    for (const [, path] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
      const file = await fetchService(path!)
      expect([path, file.status]).toEqual([path, 200])
      await file.body?.cancel()
    }
  })

  it('has no other files, and takes no other method', async () => {
    for (const path of [
      '/console/part-none.js',
      '/console/main.tsx',
      '/console/..%2fopenapi.json',
      '/console/console.html',
    ])
      expect([path, (await fetchService(path)).status]).toEqual([path, 404])
    expect((await fetchService('/console', { method: 'POST' })).status).toBe(405)
  })

  it('can be turned off', async () => {
    for (const path of ['/console', '/console/console.js'])
      expect((await fetchThrough(createConnect(null), path, {}, { CONSOLE: 'off' })).status).toBe(404)
  })
})
