import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { MAX_SESSIONS } from '../../../src/adapters/durable-objects/session.ts'
import { createEmbeddedSessions } from '../../../src/adapters/durable-objects/sessions.ts'
import { randomBase62 } from '../../../src/domain/base62.ts'
import { createTrace } from '../../../src/runtime/trace.ts'
import { describeSessions } from '../../contracts/sessions.contract.ts'

const sessions = createEmbeddedSessions({ sessions: env.SESSION, roundTrip: createRoundTrip(createTrace(), 0) })
const namespace = () => `E${randomBase62(9)}`

describeSessions('the embedded session', () => ({ sessions, namespace }))

describe('the sessions of a namespace', () => {
  const DAY = 86_400_000
  const said = (now: number) => ({ now, vectors: [Float32Array.of(1, 0)], ids: [] })
  const namesIn = (ns: string) =>
    runInDurableObject(env.SESSION.getByName(ns), (_, { storage }) => {
      const [table] = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'sessions'").toArray()
      return table ? [...storage.sql.exec<{ name: string }>('SELECT name FROM sessions')].map(({ name }) => name) : null
    })

  it('share one object, and asking for one that there is not leaves nothing in it', async () => {
    const ns = namespace()
    await sessions.load(ns, 'made up', Date.now())
    await sessions.touch(ns, 'made up', { now: Date.now(), ids: ['c1'] })
    expect(await namesIn(ns)).toBeNull()
    for (const id of ['a', 'b', 'a']) await sessions.update(ns, id, said(Date.now()))
    expect(await namesIn(ns)).toEqual(['a', 'b'])
  })

  it('are bounded: the longest unused go', async () => {
    const ns = namespace()
    const now = Date.now()
    await runInDurableObject(env.SESSION.getByName(ns), async (object) => {
      for (let i = 0; i <= MAX_SESSIONS; i++) await object.update(`s${i}`, said(now + i))
    })
    expect((await namesIn(ns))!.length).toBeLessThanOrEqual(MAX_SESSIONS)
    expect((await sessions.load(ns, 's0', now)).topic).toBeNull()
    expect((await sessions.load(ns, `s${MAX_SESSIONS}`, now)).topic).not.toBeNull()
  })

  it('go by themselves a day after their last use, and the object with the last of them', async () => {
    const ns = namespace()
    const now = Date.now()
    await sessions.update(ns, 'old', said(now - DAY - 1))
    await sessions.update(ns, 'young', said(now))
    expect(await runDurableObjectAlarm(env.SESSION.getByName(ns))).toBe(true)
    expect(await namesIn(ns)).toEqual(['young'])
    expect((await sessions.load(ns, 'young', now)).topic).not.toBeNull()

    const other = namespace()
    await sessions.update(other, 'old', said(now - DAY - 1))
    expect(await runDurableObjectAlarm(env.SESSION.getByName(other))).toBe(true)
    expect(await namesIn(other)).toBeNull()
    expect(await runDurableObjectAlarm(env.SESSION.getByName(other))).toBe(false)
  })

  it('are all erased, those that no memory names too', async () => {
    const ns = namespace()
    await sessions.update(ns, 'named', said(Date.now()))
    await sessions.update(ns, 'of nothing that was stored', said(Date.now()))
    await sessions.erase(ns, ['named'])
    expect(await namesIn(ns)).toBeNull()
    await sessions.update(ns, 'again', said(Date.now()))
    expect(await namesIn(ns)).toEqual(['again'])
  })

  it('of before, an object each, end at their alarm', async () => {
    const ns = `${namespace()}/chat-1`
    const stub = env.SESSION.getByName(ns)
    await runInDurableObject(stub, async (_, { storage }) => {
      storage.kv.put('state', { topic: null, hot: [], usedAt: Date.now() })
      await storage.setAlarm(Date.now() + DAY)
    })
    expect(await runDurableObjectAlarm(stub)).toBe(true)
    expect(await runInDurableObject(stub, (_, { storage }) => storage.kv.get('state'))).toBeUndefined()
    expect(await runDurableObjectAlarm(stub)).toBe(false)
  })
})
