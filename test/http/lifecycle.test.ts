import { describe, expect, it } from 'vitest'
import { admin, fetchService, newCaller } from './service.ts'

const said = 'My locker number is 88.'

describe('consolidate', () => {
  it('counts, is skipped within ten minutes and free then, and runs when forced', async () => {
    const { post } = await newCaller('pro')
    await post('/brain/ingest', { text: said })
    const first = await post('/brain/consolidate', {})
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      memories_reinforced: 0,
      memories_pruned: 0,
      memories_compressed: 0,
      abstractions_created: 0,
    })
    expect(first.body).not.toHaveProperty('skipped')
    const left = Number(first.headers.get('x-ops-remaining'))
    const second = await post('/brain/consolidate', {})
    expect(second.body).toMatchObject({ skipped: true, memories_decayed: 0 })
    expect(Number(second.headers.get('x-ops-remaining'))).toBe(left)
    const persona = await post('/brain/consolidate', { persona: 'work' })
    expect(persona.body).toMatchObject({ skipped: true })
    const forced = await post('/brain/consolidate', { force: true })
    expect(forced.body).not.toHaveProperty('skipped')
    expect(Number(forced.headers.get('x-ops-remaining'))).toBe(left - 3)
  })

  it('is skipped the second time where nothing was ever remembered, too', async () => {
    const { post } = await newCaller('pro')
    expect((await post('/brain/consolidate', {})).body).not.toHaveProperty('skipped')
    expect((await post('/brain/consolidate', {})).body).toMatchObject({ skipped: true })
  })
})

describe('prune', () => {
  it('deletes exactly what its dry run counted', async () => {
    const { post } = await newCaller('pro')
    await post('/brain/ingest', { text: said, source: 'assistant' })
    await post('/brain/ingest', { text: 'The library closes at nine.' })
    const dry = await post<{ candidates: number }>('/brain/prune', { threshold: 0.8 })
    expect(dry.body).toMatchObject({ dry_run: true, threshold: 0.8 })
    expect(dry.body.candidates).toBeGreaterThan(0)
    const real = await post('/brain/prune', { threshold: 0.8, dry_run: false })
    expect(real.body).toMatchObject({ pruned: dry.body.candidates, dry_run: false, threshold: 0.8 })
    const found = await post<{ facts: { fact: string }[] }>('/brain/retrieve', { query: 'locker number', min_score: 0 })
    expect(JSON.stringify(found.body)).not.toMatch(/locker/i)
    expect((await post('/brain/prune', {})).body).toMatchObject({ candidates: 0, dry_run: true, threshold: 0.05 })
  })
})

describe('the rounds', () => {
  it('are shown to the operator alone', async () => {
    expect(await admin('GET', '/rounds')).toEqual({ rounds: expect.any(Array) })
    expect((await fetchService('/admin/rounds')).status).toBe(401)
    expect((await fetchService('/admin/rounds', { method: 'POST' })).status).not.toBe(200)
    expect(await admin('GET', '/rounds?limit=0')).toEqual({
      detail: 'limit: must be an integer between 1 and 168',
      code: 'invalid_request',
    })
  })
})
