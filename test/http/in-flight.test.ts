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

  it('that ended without a word do not keep their places for ever', () => {
    const cameAt = Date.now()
    for (let i = 0; i < MOST_IN_FLIGHT; i++) takePlace('left', cameAt)
    expect(takePlace('left', cameAt + 1_000)).toBeNull()
    const place = takePlace('left', cameAt + 600_000)
    expect(place).not.toBeNull()
    place!()
    expect(takePlace('left', cameAt + 600_001)).not.toBeNull()
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
