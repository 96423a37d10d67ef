import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { JOURNAL } from '../../../src/ports/journal.ts'

const by = { action: 'watch', key: 'key_a', requestId: null }

const newVault = async () => {
  const stub = env.VAULT.getByName(`E${randomBase62(9)}`)
  const watch = (watched: boolean) => stub.watch({ now: Date.now(), sentAt: Date.now(), watched, by })
  await watch(false)
  return { stub, watch }
}

describe('the journal of a vault', () => {
  it('keeps the newest entries, and lets the oldest go in slices', async () => {
    const { stub, watch } = await newVault()
    const sizes = () =>
      runInDurableObject(stub, (_, state) =>
        state.storage.sql
          .exec<{ n: number; last: number }>('SELECT count(*) AS n, max(number) AS last FROM journal')
          .one(),
      )
    await runInDurableObject(stub, (_, state) => {
      state.storage.sql.exec(
        `INSERT INTO journal (id, number, at, key, action, counts, changed)
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         SELECT ?2 + i, 1 + i, ?2 + i, 'k', 'a', '{}', '{}' FROM n`,
        JOURNAL.entries + 299,
        Date.now(),
      )
    })
    await evictDurableObject(stub)
    await watch(false)
    expect(await sizes()).toEqual({ n: JOURNAL.entries + 301 - 256, last: JOURNAL.entries + 301 })
    await evictDurableObject(stub)
    await watch(false)
    expect(await sizes()).toEqual({ n: JOURNAL.entries, last: JOURNAL.entries + 302 })
  })

  it('has the vault wake up soon after a change that somebody waits for, and not after others', async () => {
    const alarm = (stub: DurableObjectStub) => runInDurableObject(stub, (_, state) => state.storage.getAlarm())
    const quiet = await newVault()
    expect(await alarm(quiet.stub)).toBeNull()
    const { stub, watch } = await newVault()
    await runInDurableObject(stub, async (vault, state) => {
      const now = Date.now()
      ;(vault as unknown as { watch(request: object): unknown }).watch({ now, sentAt: now, watched: true, by })
      expect(await state.storage.getAlarm()).toBeLessThan(now + 60_000)
    })
    await watch(false)
  })
})
