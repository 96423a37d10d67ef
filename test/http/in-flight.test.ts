import { describe, expect, it } from 'vitest'
import { MOST_IN_FLIGHT, takePlace } from '../../src/http/in-flight.ts'
import { newCaller } from './service.ts'

describe('requests under way', () => {
  it('of one namespace are bounded, and a place that is given back can be taken again', () => {
    const places = Array.from({ length: MOST_IN_FLIGHT }, () => takePlace('full'))
    expect(places).not.toContain(null)
    expect(takePlace('full')).toBeNull()
    expect(takePlace('another')).not.toBeNull()
    places[0]!()
    expect(takePlace('full')).not.toBeNull()
  })

  it('that ended without a word keep their places for seconds, not for minutes', () => {
    let now = Date.now()
    const clock = () => now
    const left = Array.from({ length: MOST_IN_FLIGHT }, () => takePlace('left', clock)!)
    now += 1_000
    expect(takePlace('left', clock)).toBeNull()
    now += 15_000
    const place = takePlace('left', clock)
    expect(place).not.toBeNull()
    for (const giveBack of [place!, ...left]) giveBack()
  })

  it('that take long keep their places', async () => {
    let now = Date.now()
    const clock = () => now
    const places = Array.from({ length: MOST_IN_FLIGHT }, () => takePlace('long', clock)!)
    now += 15_000
    await scheduler.wait(2_500)
    expect(takePlace('long', clock)).toBeNull()
    for (const giveBack of places) giveBack()
  })

  it('beyond the bound are told at once to come back, and nothing of them is spent or stored', async () => {
    const { post, account } = await newCaller('enterprise')
    const places = Array.from({ length: MOST_IN_FLIGHT }, () => takePlace(account))
    const refused = await post('/brain/ingest', { text: 'I live in Lisbon.' })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('1')
    expect(String(refused.body.detail)).toContain('retry')
    for (const giveBack of places) giveBack!()
    expect((await post('/brain/stats', { user_id: 'x' })).body).toMatchObject({ episodic_count: 0 })
  })
})
