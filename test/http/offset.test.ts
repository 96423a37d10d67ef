import { expect, it } from 'vitest'
import { offsetMs } from '../../src/domain/date/offset-ms.ts'
import { type callsWith, newAccount } from './keyed-calls.ts'

type Owner = ReturnType<typeof callsWith>

async function datesOf(owner: Owner, id: unknown): Promise<unknown[]> {
  const { body } = await owner.get(`/brain/memories/${id}`)
  return [...new Set((body.facts as { date: string | null }[]).flatMap(({ date }) => date ?? []))]
}

it('reads the offset of a time', () => {
  const hour = 3_600_000
  for (const [time, hours] of [
    ['2026-05-04T20:00:00-07:00', -7],
    ['2026-05-04T20:00+05:30', 5.5],
    ['2026-05-04T20:00:00Z', 0],
    ['2026-05-04', 0],
    [1_794_830_400, 0],
    [null, 0],
  ] as const)
    expect([time, offsetMs(time)]).toEqual([time, hours * hour])
})

it('counts the dates of a text by the clock of whoever said it', async () => {
  const { owner } = await newAccount()
  const west = { text: 'I have a dentist appointment tomorrow.', occurred_at: '2026-05-04T20:00:00-07:00' }
  const east = { text: 'I visited the Louvre yesterday.', occurred_at: '2026-03-02T01:00:00+05:00' }
  const one = await owner.post('/brain/ingest', west)
  expect(await datesOf(owner, one.body.memory_id)).toEqual(['2026-05-05'])
  const batch = await owner.post('/brain/ingest/batch', { items: [east] })
  const [told] = batch.body.results as { memory_id: string }[]
  expect(await datesOf(owner, told!.memory_id)).toEqual(['2026-03-01'])
  // An edit says the time anew, with its offset.
  const edit = { text: 'I have an eye appointment tomorrow.', occurred_at: west.occurred_at }
  expect((await owner.send('PATCH', `/brain/memories/${one.body.memory_id}`, edit)).status).toBe(200)
  expect(await datesOf(owner, one.body.memory_id)).toEqual(['2026-05-05'])
})
