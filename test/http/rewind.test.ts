import { describe, expect, it } from 'vitest'
import { admin, fetchService } from './service.ts'

describe('taking an account back to an earlier time', () => {
  const rewind = async (account: string, to: number | string) => {
    const response = await fetchService(`/admin/accounts/${account}/rewind?to=${to}`, {
      method: 'POST',
      headers: { authorization: 'Bearer an operator token for the tests' },
    })
    return [response.status, ((await response.json()) as { detail?: string }).detail]
  }

  it('is refused for a time that nobody keeps, an account that is not there, and where there is no history', async () => {
    const { account } = await admin<{ account: string }>('POST', '/accounts', { plan: 'pro' })
    const yesterday = Date.now() - 86_400_000
    for (const to of ['', 'yesterday', yesterday - 40 * 86_400_000, Date.now() + 86_400_000])
      expect(await rewind(account, to)).toEqual([400, expect.stringContaining('to: must be a time')])
    expect(await rewind('nobody', yesterday)).toEqual([404, expect.any(String)])
    expect(await rewind(account, yesterday)).toEqual([409, expect.stringContaining('keeps no history')])
  })
})
