import { describe, expect, inject } from 'vitest'
import { newAccount, operator } from './account.ts'
import { test } from './console-page.ts'

describe('the door', () => {
  test('lets in with a key, which stays in the tab and goes to the service alone', async ({ open }) => {
    const { page, requests } = await open({ key: inject('service').key })
    await expect.poll(() => page.title()).toContain('Memories')
    const kept = await page.evaluate(() => ({
      session: Object.values({ ...sessionStorage }).join(),
      local: Object.values({ ...localStorage }).join(),
      cookies: document.cookie,
      address: location.href,
    }))
    const { key } = inject('service')
    expect(kept.session).toContain(key)
    expect(`${kept.local}${kept.cookies}${kept.address}`).not.toContain(key)
    const calls = requests.filter((request) => request.url().includes('/brain/'))
    expect(calls.length).toBeGreaterThan(0)
    for (const call of calls) expect(await call.headerValue('authorization')).toBe(`Bearer ${key}`)
    for (const request of requests) expect(request.url()).not.toContain(key)
    const beside = await page.context().newPage()
    await beside.goto('/console')
    await beside.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  test('stays signed in after a reload, until one signs out', async ({ open }) => {
    const { page, settled } = await open({ key: inject('service').key })
    await page.reload()
    await settled()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })

  test('shows whoever signs in next nothing of the list that was left', async ({ open }) => {
    const { key } = await newAccount('Emma lives in Lyon.')
    const other = await newAccount()
    const { page, settled } = await open({ key })
    await page.getByRole('link', { name: /Emma lives in Lyon/ }).waitFor()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.locator('input[type=password]').fill(other.key)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByText('Nothing is remembered yet').waitFor()
    await settled()
    expect(await page.getByText('Emma lives in Lyon').count()).toBe(0)
  })

  test('lets in once by the link that the start prints', async ({ open }) => {
    const link = /http:\S+\/console#\S+/.exec(inject('service').printed)![0]
    const ticket = link.slice(link.lastIndexOf('/') + 1)
    const { page, settled, requests } = await open({ path: link })
    await page.getByRole('navigation', { name: 'Views' }).waitFor()
    await settled()
    expect(page.url()).not.toContain(ticket)
    for (const request of requests) expect(request.url()).not.toContain(ticket)
    await page.goBack().catch(() => undefined)
    expect(page.url()).not.toContain(ticket)

    const again = await open({ path: link, refusals: true })
    await expect.poll(() => again.page.getByRole('alert').textContent()).toMatch(/link.*\.$/i)
    expect(await again.page.getByRole('navigation', { name: 'Views' }).count()).toBe(0)
  })

  test('says in a sentence what is wrong with a key', async ({ open }) => {
    const { page } = await open({ refusals: true })
    await page.locator('input[type=password]').fill('brain_nobody')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^[A-Z].*\.$/)
    expect(await page.getByRole('navigation', { name: 'Views' }).count()).toBe(0)
    // No header can carry it, so that nothing is sent: the service is there all the same.
    await page.locator('input[type=password]').fill('brain_ключ')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/letters that none has/)
  })
})

describe('a key that ends', () => {
  test('leads back to the door with a sentence, when it is revoked', async ({ open }) => {
    const { key, key_id, account } = await newAccount('I live in Lisbon.')
    const { page, goTo } = await open({ key, refusals: true })
    await operator().get('DELETE', `/admin/accounts/${account}/keys/${key_id}`)
    await goTo('#/profile')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/key.*\.$/)
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  test('leads back to the door when its time is over', async ({ open }) => {
    const { key, key_id, account } = await newAccount('I live in Lisbon.')
    const { page, goTo } = await open({ key, refusals: true })
    await operator().get('POST', `/admin/accounts/${account}/keys/${key_id}/rotate`, { grace_seconds: 1 })
    await page.waitForTimeout(1_200)
    await goTo('#/usage')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/key.*\.$/)
  })
})
