import { expect, it } from 'vitest'
import { newAccount } from './keyed-calls.ts'

it('finds texts that look like numbers, and what is inside whatever its order', async () => {
  const { owner } = await newAccount()
  const told: [string, Record<string, unknown>][] = [
    ['Ann likes tea.', { u: '42', n: { a: 1, b: 2 } }],
    ['Bob owns a boat.', { u: 42, t: true }],
    ['Carla plays chess.', { u: 'x y', t: 'true', big: '1e400' }],
    ['Dora sings in a choir.', { u: null, t: '"true"' }],
  ]
  for (const [text, metadata] of told) await owner.post('/brain/ingest', { text, metadata })
  const [ann, bob, carla, dora] = told.map(([text]) => text)
  const asked: [string, string, unknown[]][] = [
    ['u', '42', [ann, bob]],
    ['u', '"42"', [ann]],
    ['u', '42.0', [bob]],
    ['t', 'true', [bob, carla]],
    // As clients of before sent a text that has quotes.
    ['t', '"true"', [carla, dora]],
    ['t', JSON.stringify('"true"'), [dora]],
    ['u', 'x y', [carla]],
    ['u', 'null', [dora]],
    ['u', '1e400', []],
    ['big', '1e400', [carla]],
  ]
  for (const [key, value, texts] of asked) {
    const query = new URLSearchParams({ [`metadata.${key}`]: value })
    const { body } = await owner.get(`/brain/memories?${query}`)
    const found = (body.memories as { text: string }[]).map(({ text }) => text).sort()
    expect([key, value, found]).toEqual([key, value, texts])
    const exported = (await owner.get(`/brain/export?${query}`)).body.text as string
    for (const text of texts) expect(exported).toContain(text)
  }
  const filter = { metadata: { n: { b: 2, a: 1 } } }
  const { body } = await owner.post('/brain/retrieve', { query: 'Who likes tea?', filter, min_score: 0 })
  expect((body.facts as unknown[]).length).toBeGreaterThan(0)
  const scope = { metadata: { n: { b: 2, a: 1 } }, dry_run: true }
  expect((await owner.post('/brain/forget', scope)).body.memories).toBe(1)
})
