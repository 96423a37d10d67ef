import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { occurredAt, toMs } from '../../src/http/occurred-at.ts'
import { newCaller } from './service.ts'

/** In ms since the epoch; undefined where it is refused. */
function read(given: unknown): number | undefined {
  const { data } = z.safeParse(occurredAt(), given)
  return data === undefined ? undefined : toMs(data)
}

describe('when something occurred', () => {
  it('is taken in ISO 8601, and in seconds since 1970', () => {
    const ten = Date.UTC(2024, 1, 29, 10)
    expect(read('2024-02-29T10:00:00Z')).toBe(ten)
    expect(read('2024-02-29T10:00:00.250Z')).toBe(ten + 250)
    expect(read('2024-02-29T12:00+02:00')).toBe(ten)
    expect(read('2024-02-29T10:00')).toBe(ten)
    expect(read('2024-02-29')).toBe(Date.UTC(2024, 1, 29))
    expect(read(ten / 1000)).toBe(ten)
    expect(read(-1.5)).toBe(-1500)
  })

  it('may be a day ahead, for clocks that differ, and no more', () => {
    const now = Date.now()
    expect(read(now / 1000 + 80_000)).toBeGreaterThan(now)
    for (const ahead of [now / 1000 + 90_000, now, new Date(now + 90_000_000).toISOString()])
      expect(read(ahead)).toBeUndefined()
  })

  it('is nothing else', () => {
    const none = ['', 'yesterday', '2023-02-29', '2024-13-01', '2024-02-29T25:00Z', '2024-02-29 10:00', '0000-01-01']
    for (const given of [...none, '1709200800', true, {}, [], Number.NaN, Number.POSITIVE_INFINITY])
      expect([given, read(given)]).toEqual([given, undefined])
  })

  it('is refused with its rule, in a batch too', async () => {
    const { post } = await newCaller('enterprise')
    const rule =
      'occurred_at: must be a date in ISO 8601 (2026-11-14T10:00:00Z) or a number of seconds since 1970, at most one day in the future'
    const one = await post('/brain/ingest', { text: 'I like tea.', occurred_at: 'soon' })
    expect([one.status, one.body]).toEqual([400, { detail: rule, code: 'invalid_request' }])
    const items = [
      { text: 'I like tea.', occurred_at: null },
      { text: 'I like jam.', occurred_at: '2024-02-30' },
    ]
    expect((await post('/brain/ingest/batch', { items })).body.detail).toBe(`items.1.${rule}`)
  })

  it('is what relative dates in the text are counted from', async () => {
    const { post } = await newCaller('enterprise')
    await post('/brain/ingest', { text: 'I moved to Porto yesterday.', occurred_at: '2021-05-02T09:00:00Z' })
    const { body } = await post<{ facts: { fact: string }[] }>('/brain/retrieve', {
      query: 'When did I move to Porto?',
      include_episodic: false,
      min_score: 0,
    })
    expect(body.facts.map(({ fact }) => fact).join('\n')).toContain('2021')
  })
})
