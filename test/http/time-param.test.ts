import { beforeAll, describe, expect, it } from 'vitest'
import { newAccount } from './keyed-calls.ts'

/** Every place where something is asked for by its time. */
const TAKEN = ['0', '-86400', '1794830400', '1794830400.5', '2026-11-14', '2026-11-14T10:00:00Z', '1969-12-31T23:00']
const REFUSED = ['soon', '', '1e9', '0x10', ' 1', '1794830400000', '-99999999999', '9'.repeat(40), '2026-02-30']

describe('a time that is asked for', () => {
  let owner: Awaited<ReturnType<typeof newAccount>>['owner']
  beforeAll(async () => {
    owner = (await newAccount()).owner
  })
  const places: Record<string, (time: string) => Promise<{ status: number }>> = {
    'of the trail': (time) => owner.get(`/brain/audit?since=${encodeURIComponent(time)}`),
    'of memories': (time) => owner.get(`/brain/memories?since=${encodeURIComponent(time)}`),
    'of a filter': (time) => {
      const since = /^-?\d+(?:\.\d+)?$/.test(time) ? Number(time) : time
      return owner.post('/brain/retrieve', { query: 'tea', filter: { since } })
    },
  }

  it.each(Object.keys(places))('%s is taken and refused by one rule', async (place) => {
    for (const time of TAKEN) expect([time, (await places[place]!(time)).status]).toEqual([time, 200])
    for (const time of REFUSED) expect([time, (await places[place]!(time)).status]).toEqual([time, 400])
  })

  it('leaves the next page of the trail under both names', async () => {
    for (const n of [1, 2, 3]) await owner.post('/brain/ingest', { text: `Crate ${n} is here.` })
    const { body } = await owner.get('/brain/audit?limit=1')
    expect([body.next_cursor, body.cursor]).toEqual([expect.any(String), body.next_cursor])
  })
})
