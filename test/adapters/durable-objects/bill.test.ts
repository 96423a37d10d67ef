import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomBase62 } from '../../../src/domain/base62.ts'
import type { MemoryId } from '../../../src/domain/memory-id.ts'
import type { Recollection } from '../../../src/ports/recollection.ts'
import { EMBEDDER, memory, plan } from '../../contracts/memories.ts'
import { warmUp } from './warm.ts'

beforeAll(warmUp)

const stub = env.VAULT.getByName(`E${randomBase62(9)}`)

const remember = async (n: number) => {
  const facts = [[`Anna${n}`, 'lives_in', `Vienna${n}`] as const, [`Anna${n}`, 'works_at', `Alto${n}`] as const]
  const memories = [await memory(`Anna${n} lives in Vienna${n} and works at Alto${n}.`, { facts, session: 's' })]
  const answer = await stub.remember({ now: Date.now(), sentAt: Date.now(), embedder: EMBEDDER, memories })
  if ('refused' in answer) throw new Error(answer.refused)
  return answer
}

/** Rows are what Cloudflare bills for; the account's object writes one more for each of these. */
describe('the bill of a vault', () => {
  it('one chunk with two facts and three new names in a session writes at most 22 rows', async () => {
    await remember(0)
    const { rows, result } = await remember(1)
    expect(result[0]).toMatchObject({ chunks: 1, facts: 2 })
    expect(rows.written).toBeLessThanOrEqual(22)
  })

  it('the journal takes one row more of each change, and none where nobody is named', async () => {
    const by = { action: 'ingest', key: 'key_a', requestId: 'r' }
    const say = async (n: number, noted: boolean) => {
      const memories = [await memory(`Depot ${n} has ${n + 5} green doors.`)]
      const request = { now: Date.now(), sentAt: Date.now(), embedder: EMBEDDER, memories, ...(noted && { by }) }
      const answer = await stub.remember(request)
      if ('refused' in answer) throw new Error(answer.refused)
      return answer.rows.written
    }
    await say(1, true)
    const plain = await say(2, false)
    expect(await say(3, true)).toBe(plain + 1)
  })

  it('a recall writes nothing, and what it returned is one row, however many there are', async () => {
    const found = await stub.recall({ ...(await plan('Anna1 Vienna1')), embedder: EMBEDDER, sentAt: Date.now() })
    expect(found).toMatchObject({ rows: { written: 0 } })
    const { result } = await remember(2)
    const ids = result[0]!.ids as MemoryId[]
    // It is written in the object's next turn.
    const count = () =>
      runInDurableObject(stub, async (_, state) => {
        await scheduler.wait(0)
        return state.storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM accesses').one().n
      })
    const before = await count()
    await stub.touch({ now: Date.now(), ids })
    expect((await count()) - before).toBe(1)
  })

  it('a retrieve writes nothing into the rows of its memories and sets no alarm, whatever is said meanwhile', async () => {
    const { result } = await remember(3)
    const stored = () =>
      runInDurableObject(stub, async (_, { storage }) => ({
        alarm: await storage.getAlarm(),
        chunks: storage.sql.exec('SELECT id, last_access, access_count FROM chunks WHERE id <= 4').toArray(),
        facts: storage.sql.exec('SELECT id, last_access, access_count FROM facts WHERE id <= 8').toArray(),
      }))
    const before = await stored()
    for (let n = 0; n < 300; n++) await stub.touch({ now: Date.now() + 1_000 + n, ids: result[0]!.ids as MemoryId[] })
    await remember(4)
    expect(await stored()).toEqual(before)
    const asked = { ...(await plan('Anna3 Vienna3')), embedder: EMBEDDER, sentAt: Date.now() }
    const found = (await stub.recall(asked)) as { result: string }
    const { chunks } = JSON.parse(found.result) as Recollection
    expect(chunks.find(({ text }) => text.startsWith('Anna3'))).toMatchObject({ accessCount: 300 })
  })
})
