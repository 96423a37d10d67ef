import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { connect } from '../../src/bootstrap/connect.ts'
import { recordNumber } from '../../src/domain/record-id.ts'
import type { Connect } from '../../src/http/middleware/request.ts'
import type { ExportPlace, PortableRow } from '../../src/ports/portable.ts'
import { createTrace } from '../../src/runtime/trace.ts'
import { newAccount } from './keyed-calls.ts'
import { admin, fetchService, fetchThrough } from './service.ts'

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

  it('erases again what was erased since', async () => {
    const { account, owner } = await newAccount()
    const told: string[] = []
    for (const text of ['Ann likes tea.', 'Bob likes tea.'])
      told.push((await owner.post('/brain/ingest', { text })).body.memory_id as string)
    const erased = recordNumber(account, told[0]!)!
    // Locally nothing goes back; so the journal tells of an erasure of what is there, as it would be after one.
    const rewinding: Connect = (bindings, trace) => {
      const ports = connect(bindings, trace)
      const entry = { id: Date.now(), at: Date.now(), action: 'forget', key: 'key_a', requestId: null, counts: {} }
      const changed = { erased: { ids: [erased, erased + 1_000], more: 0 } }
      return {
        ...ports,
        rewindable: { rewind: async () => true, erasedSince: async () => [] },
        journal: { ...ports.journal, after: async () => [{ ...entry, changed }] },
      }
    }
    const to = Date.now() - 1_000
    const response = await fetchThrough(rewinding, `/admin/accounts/${account}/rewind?to=${to}`, {
      ...{ method: 'POST', headers: { authorization: 'Bearer an operator token for the tests' } },
    })
    expect([response.status, await response.json()]).toEqual([200, { rewound_to: to, erased_again: 1 }])
    expect((await owner.get('/brain/memories')).body.memories).toMatchObject([{ id: told[1] }])
    expect((await owner.get('/brain/receipts')).body.receipts).toMatchObject([
      { scope: { rewound_to: to / 1000 }, erased: { memories: 1 }, remaining: 0 },
    ])
  })

  it('erases again what only the receipts still tell of', async () => {
    const { account, owner } = await newAccount()
    const told: string[] = []
    for (const text of ['Ann likes tea.', 'Bob likes tea.', 'Cid likes tea.'])
      told.push((await owner.post('/brain/ingest', { text })).body.memory_id as string)
    const to = Date.now()
    const before = { place: null, limit: 100, vectors: true, personas: null, asSaid: false }
    const rewinding: Connect = (bindings, trace) => {
      const ports = connect(bindings, trace)
      const { rewindable, portable, embedder } = ports
      return {
        ...ports,
        // Locally nothing goes back: what there was is put back instead.
        rewindable: {
          erasedSince: (...asked) => rewindable!.erasedSince(...asked),
          async rewind(namespace) {
            await portable!.restoreRows(namespace, { now: Date.now(), embedder: embedder.id, rows })
            return true
          },
        },
        // So many changes came since that it has none of the erasure.
        journal: { ...ports.journal, after: async () => [] },
      }
    }
    const portable = connect(env, createTrace()).portable!
    const rows: PortableRow[] = []
    for (let place: ExportPlace | null = null; ; ) {
      const page = await portable.exportPage(account, { ...before, place })
      rows.push(...page.rows)
      place = page.next
      if (!place) break
    }
    expect((await owner.post('/brain/forget', { ids: told.slice(0, 2) })).body.erased).toMatchObject({ memories: 2 })
    const response = await fetchThrough(rewinding, `/admin/accounts/${account}/rewind?to=${to}`, {
      ...{ method: 'POST', headers: { authorization: 'Bearer an operator token for the tests' } },
    })
    expect([response.status, await response.json()]).toEqual([200, { rewound_to: to, erased_again: 2 }])
    expect((await owner.get('/brain/memories')).body.memories).toMatchObject([{ id: told[2] }])
  })
})
