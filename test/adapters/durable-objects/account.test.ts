import { evictDurableObject, runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { createEmbeddedAccounts } from '../../../src/adapters/durable-objects/accounts.ts'
import { createRoundTrip } from '../../../src/adapters/durable-objects/round-trip.ts'
import { createKeySigner } from '../../../src/domain/account/api-key.ts'
import { defaultMonthlyBudgets, type Plan } from '../../../src/domain/account/plan.ts'
import { limitRate } from '../../../src/pipelines/limit-rate.ts'
import { createTrace } from '../../../src/runtime/trace.ts'

const signer = createKeySigner('secret of the contract suite')
const accounts = createEmbeddedAccounts({
  accounts: env.ACCOUNT,
  directory: env.DIRECTORY,
  budgets: defaultMonthlyBudgets,
  signer,
  roundTrip: createRoundTrip(createTrace(), 0),
})
const NOON = Date.UTC(2026, 10, 15, 12)

async function open(plan: Plan, now = NOON) {
  const account = await accounts.create({ name: null, plan, region: 'weur', now })
  if (account === 'name-taken') throw new Error('name taken')
  const key = (await accounts.createKey(account.account, { label: null, now }))!
  const verified = (await signer.verify(key.key))!
  const admit = (asked: Partial<Parameters<typeof accounts.admit>[0]> = {}) =>
    accounts.admit({
      accountId: verified.accountId,
      keyHash: verified.hash,
      now,
      refused: false,
      minPlan: null,
      items: null,
      ready: true,
      cost: 2,
      ...asked,
    })
  return { account, key, verified, admit }
}

describe('admission', () => {
  it('admits exactly the requests of a minute, however many come at once', async () => {
    const { admit } = await open('starter')
    const outcomes = await Promise.all(Array.from({ length: 500 }, () => admit()))
    expect(outcomes.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(60)
    expect(outcomes.filter(({ outcome }) => outcome === 'over-rate')).toHaveLength(440)
  })

  it('locks nobody out for longer than a minute when the clock was ahead', async () => {
    const { admit, verified } = await open('free')
    const ahead = NOON + 365 * 86_400_000
    for (let i = 0; i < 10; i++) expect((await admit({ now: ahead })).outcome).toBe('admitted')
    expect(await admit({ now: NOON })).toMatchObject({ outcome: 'over-rate', retryAfterSeconds: 60 })
    // Also where the object went to sleep in between.
    await vi.waitFor(async () => {
      const [row] = await runInDurableObject(env.ACCOUNT.getByName(verified.accountId), (_, { storage }) =>
        storage.sql.exec<{ recent: ArrayBuffer }>('SELECT recent FROM keys').toArray(),
      )
      expect(Math.max(...new Float64Array(row!.recent))).toBe(NOON)
    })
    await evictDurableObject(env.ACCOUNT.getByName(verified.accountId))
    expect((await admit({ now: NOON + 59_000 })).outcome).toBe('over-rate')
    expect((await admit({ now: NOON + 60_000 })).outcome).toBe('admitted')
  })

  it('holds a window together across clocks that differ by seconds', async () => {
    const { admit } = await open('free')
    for (let i = 0; i < 10; i++) expect((await admit({ now: NOON + (i % 2) * 3000 })).outcome).toBe('admitted')
    expect((await admit({ now: NOON })).outcome).toBe('over-rate')
  })

  it('finds the operations of a month again that it left because the clock was ahead', async () => {
    const { admit, account } = await open('free')
    await admit({ cost: 100 })
    await admit({ cost: 7, now: NOON + 60 * 86_400_000 })
    await admit({ cost: 1, now: NOON })
    const usage = await accounts.usage(account.account, NOON)
    expect(usage).toMatchObject({ opsUsed: 101 })
    expect(usage!.months.filter(({ month }) => month === usage!.month)).toHaveLength(1)
  })

  it('slides: room comes back one request at a time, when the oldest is a minute old', async () => {
    const { admit } = await open('free')
    for (let i = 0; i < 10; i++) expect((await admit({ now: NOON + i * 1000 })).outcome).toBe('admitted')
    const refused = await admit({ now: NOON + 20_000 })
    expect(refused).toMatchObject({
      outcome: 'over-rate',
      retryAfterSeconds: 40,
      standing: { remaining: 0, limit: 10 },
    })
    expect((await admit({ now: NOON + 60_000 })).outcome).toBe('admitted')
    expect((await admit({ now: NOON + 60_000 })).outcome).toBe('over-rate')
    expect((await admit({ now: NOON + 61_000 })).outcome).toBe('admitted')
  })

  it('counts refused, unplanned and early requests in the window, but spends nothing on them', async () => {
    const { admit, account } = await open('free')
    expect((await admit({ refused: true })).outcome).toBe('refused')
    expect((await admit({ minPlan: 'starter' })).outcome).toBe('plan-too-low')
    expect((await admit({ items: 6 })).outcome).toBe('batch-too-large')
    expect((await admit({ ready: false })).outcome).toBe('loading')
    expect(await admit()).toMatchObject({ outcome: 'admitted', standing: { remaining: 5, opsRemaining: 9998 } })
    expect((await accounts.usage(account.account, NOON))!.opsUsed).toBe(2)
  })

  it('never overdraws a budget, and a refusal for it does not count in the window', async () => {
    const { admit, account } = await open('enterprise')
    await accounts.changePlan(account.account, 'scale')
    const all = await Promise.all(Array.from({ length: 50 }, () => admit({ cost: 300_000 })))
    expect(all.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(33)
    expect(all.filter(({ outcome }) => outcome === 'over-budget')).toHaveLength(17)
    expect((await admit({ cost: 0 })) as object).toMatchObject({
      standing: { remaining: 1000 - 34, opsRemaining: 100_000 },
    })
  })

  it('takes a place by the probe and keeps it by the rest, as if it were one', async () => {
    const { admit, account } = await open('free')
    expect(await admit({ probe: true, cost: 0 })).toMatchObject({ outcome: 'admitted', standing: { remaining: 9 } })
    expect(await admit({ counted: true })).toMatchObject({
      outcome: 'admitted',
      standing: { remaining: 9, opsRemaining: 9_998 },
    })
    for (let i = 0; i < 9; i++) await admit({ probe: true, cost: 0 })
    // Whoever has a place goes on; whoever has none does not.
    expect((await admit({ probe: true, cost: 0 })).outcome).toBe('over-rate')
    expect((await admit({ counted: true, refused: true })).outcome).toBe('refused')
    expect((await admit({ counted: true })).outcome).toBe('admitted')
    expect((await accounts.usage(account.account, NOON))!.opsUsed).toBe(4)
  })

  it('gives the place of a probe back where the budget refuses the rest', async () => {
    const { admit } = await open('free')
    for (let i = 0; i < 10; i++) await admit({ probe: true, cost: 0, now: NOON + i })
    const refused = await admit({ counted: true, cost: 20_000, now: NOON + 4 })
    expect(refused).toMatchObject({ outcome: 'over-budget', standing: { remaining: 1 } })
    expect((await admit({ now: NOON + 20 })).outcome).toBe('admitted')
    expect((await admit({ now: NOON + 20 })).outcome).toBe('over-rate')
  })

  it('counts once, too, where the window is kept elsewhere', async () => {
    const { verified, admit } = await open('free')
    let taken = 0
    const limited = limitRate(accounts, {
      async take({ limit, counts }) {
        const allowed = taken < limit
        if (counts && allowed) taken++
        return { allowed, remaining: limit - taken, resetSeconds: 60 }
      },
      async giveBack() {
        taken--
      },
    })
    const asked = { accountId: verified.accountId, keyHash: verified.hash, now: NOON, refused: false, minPlan: null }
    const ask = (more: object) => limited.admit({ ...asked, items: null, ready: true, cost: 0, ...more })
    for (let n = 1; n <= 10; n++) {
      expect(await ask({ probe: true })).toMatchObject({ outcome: 'admitted', standing: { remaining: 10 - n } })
      expect((await ask({ counted: true, cost: 5 })).outcome).toBe('admitted')
      expect(taken).toBe(n)
    }
    expect((await ask({ probe: true })).outcome).toBe('over-rate')
    expect((await ask({ counted: true, cost: 20_000 })).outcome).toBe('over-budget')
    expect(taken).toBe(9)
    expect(await admit({ cost: 0 })).toMatchObject({ standing: { opsRemaining: 9_950 } })
  })

  it('starts a new budget with the UTC month and keeps the old one in the usage', async () => {
    const endOfMonth = Date.UTC(2026, 10, 30, 23, 59, 59, 999)
    const { admit, account } = await open('free', endOfMonth)
    await admit({ cost: 9_999 })
    expect((await admit({ cost: 2 })).outcome).toBe('over-budget')
    expect(await admit({ cost: 2, now: endOfMonth + 1 })).toMatchObject({
      outcome: 'admitted',
      standing: { opsRemaining: 9_998 },
    })
    expect((await accounts.usage(account.account, endOfMonth + 1))!.months).toEqual([
      { month: '2026-12', ops: 2 },
      { month: '2026-11', ops: 9_999 },
    ])
  })

  it('knows after an eviction what was admitted before it', async () => {
    const { admit, account } = await open('starter')
    await Promise.all(Array.from({ length: 20 }, () => admit()))
    const stub = env.ACCOUNT.getByName(account.account)
    // What was admitted is written a moment later.
    const written = () =>
      runInDurableObject(stub, (_, { storage }) => storage.sql.exec<{ ops: number }>('SELECT ops FROM keys').one().ops)
    await vi.waitFor(async () => expect(await written()).toBe(40))
    await evictDurableObject(stub)
    expect((await accounts.usage(account.account, NOON))!.opsUsed).toBe(40)
    expect(await admit()).toMatchObject({ outcome: 'admitted', standing: { remaining: 39 } })
  })

  it('lets keys from before there were rights do everything, and writes no row for it', async () => {
    const { admit, account } = await open('starter')
    const stub = env.ACCOUNT.getByName(account.account)
    await runInDurableObject(stub, (_, { storage }) => void storage.sql.exec('ALTER TABLE keys DROP COLUMN rights'))
    await evictDurableObject(stub)
    expect(await accounts.listKeys(account.account, NOON)).toMatchObject([
      { scopes: ['read', 'write', 'erase'], personas: null },
    ])
    expect(await admit({ scope: 'erase', named: ['anyone'], wholeAccount: true })).toMatchObject({
      outcome: 'admitted',
    })
  })

  it('answers for scope and personas before the plan, and spends nothing on it', async () => {
    const { account, verified, admit } = await open('free')
    const rights = { scopes: ['read'] as const, personas: ['ann'] }
    const bound = (await accounts.createKey(account.account, { label: null, now: NOON, rights }))!
    const keyHash = (await signer.verify(bound.key))!.hash
    const ask = (asked: object) => admit({ keyHash, minPlan: 'starter', ...asked })
    expect((await ask({ scope: 'write' })).outcome).toBe('insufficient-scope')
    expect((await ask({ scope: 'read', named: ['ann', 'bob'] })).outcome).toBe('persona-not-allowed')
    expect((await ask({ scope: 'read', wholeAccount: true })).outcome).toBe('persona-not-allowed')
    expect((await ask({ scope: 'read', named: ['ann'] })).outcome).toBe('plan-too-low')
    expect(await admit({ keyHash, scope: 'read', named: ['ann'] })).toMatchObject({ personas: ['ann'], cost: 2 })
    expect(await admit({ keyHash: verified.hash, scope: 'write' })).toMatchObject({ personas: null })
    expect((await accounts.usage(account.account, NOON))!.opsUsed).toBe(4)
  })

  it('gives operations back', async () => {
    const { admit, verified, account } = await open('free')
    await admit({ cost: 500 })
    await accounts.refund({ accountId: verified.accountId, keyHash: verified.hash, now: NOON, ops: 500 })
    expect((await accounts.usage(account.account, NOON))!.opsUsed).toBe(0)
  })

  it('shares the budget among the keys of an account, not the window', async () => {
    const { admit, account } = await open('free')
    const second = (await accounts.createKey(account.account, { label: 'second', now: NOON }))!
    const hash = (await signer.verify(second.key))!.hash
    for (let i = 0; i < 10; i++) await admit()
    expect((await admit()).outcome).toBe('over-rate')
    expect(await admit({ keyHash: hash })).toMatchObject({
      outcome: 'admitted',
      standing: { remaining: 9, opsRemaining: 10_000 - 22 },
    })
  })
})

describe('keys', () => {
  it('a revoked key fails on the very next request', async () => {
    const { admit, account, key } = await open('pro')
    expect((await admit()).outcome).toBe('admitted')
    expect(await accounts.revokeKey(account.account, key.keyId, NOON)).toMatchObject({ status: 'revoked' })
    expect((await admit()).outcome).toBe('invalid-key')
    expect(await accounts.revokeKey(account.account, key.keyId, NOON)).toBeNull()
  })

  it('a rotated key works through its grace period and no longer', async () => {
    const { admit, account, key } = await open('pro')
    const next = (await accounts.rotateKey(account.account, key.keyId, { graceSeconds: 60, now: NOON }))!
    const hash = (await signer.verify(next.key))!.hash
    expect((await admit({ now: NOON + 59_999 })).outcome).toBe('admitted')
    expect((await admit({ now: NOON + 60_000 })).outcome).toBe('invalid-key')
    expect((await admit({ now: NOON + 60_000, keyHash: hash })).outcome).toBe('admitted')
  })

  it('a made-up key is refused without a round trip, by its tag', async () => {
    const { key } = await open('pro')
    const flipped = key.key.slice(0, -1) + (key.key.endsWith('0') ? '1' : '0')
    expect(await signer.verify(flipped)).toBeNull()
    expect(await signer.verify(`brain_${'a'.repeat(32)}`)).toBeNull()
    expect(await signer.verify('')).toBeNull()
    expect(await createKeySigner('another deployment').verify(key.key)).toBeNull()
    expect(await signer.verify(key.key)).not.toBeNull()
  })

  it('stores no key, only its hash', async () => {
    const { account, key } = await open('pro')
    expect(JSON.stringify(await accounts.listKeys(account.account, NOON))).not.toContain(key.key)
  })
})

describe('accounts', () => {
  it('are found by id and by name, and a name belongs to one', async () => {
    const made = await accounts.create({ name: 'acme', plan: 'pro', region: 'apac', now: NOON })
    expect(made).toMatchObject({ name: 'acme', plan: 'pro', region: 'apac', createdAt: NOON })
    expect(await accounts.create({ name: 'acme', plan: 'pro', region: 'apac', now: NOON })).toBe('name-taken')
    expect(await accounts.show('acme')).toEqual(made)
    expect(await accounts.show((made as { account: string }).account)).toEqual(made)
    expect(await accounts.show('nobody')).toBeNull()
  })

  it('are listed page by page, each once', async () => {
    for (let i = 0; i < 7; i++) await accounts.create({ name: `paged-${i}`, plan: 'free', region: 'weur', now: NOON })
    const names: string[] = []
    let cursor: string | null = null
    do {
      const page = await accounts.list({ cursor, limit: 3 })
      names.push(...page.accounts.map(({ name }) => name))
      cursor = page.cursor
    } while (cursor !== null)
    expect(names.filter((name) => name.startsWith('paged-')).sort()).toEqual(
      Array.from({ length: 7 }, (_, i) => `paged-${i}`),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(['', '0', 'x:', '99:acme'])('refuse a cursor that no page gave: %j', async (cursor) => {
    await expect(accounts.list({ cursor, limit: 3 })).rejects.toThrow('cursor')
  })

  it('once removed, their keys fail and their names are free', async () => {
    const { admit, account } = await open('pro')
    expect(await accounts.remove(account.account)).toMatchObject({ account: account.account })
    expect((await admit()).outcome).toBe('invalid-key')
    expect(await accounts.show(account.account)).toBeNull()
    expect(await accounts.remove(account.account)).toBeNull()
  })
})

describe('a change that must happen once', () => {
  const once = { id: 'a'.repeat(64), fingerprint: 'f' }
  const MINUTE = 60_000

  async function reserved(plan: Plan = 'free') {
    const opened = await open(plan)
    const first = await opened.admit({ once, cost: 5 })
    const used = async () => (await accounts.usage(opened.account.account, NOON))!.opsUsed
    const given = { accountId: opened.verified.accountId, keyHash: opened.verified.hash, now: NOON, once: once.id }
    return {
      ...opened,
      first,
      used,
      settle: (outcome: { status: number; body: unknown } | null, refund = 0) =>
        accounts.settle({ ...given, outcome, refund }),
    }
  }

  it('is charged for durably when it is reserved, and no more while it is under way', async () => {
    const { first, admit, account, used } = await reserved()
    expect(first).toMatchObject({ outcome: 'admitted', once: once.id, cost: 5 })
    const stub = env.ACCOUNT.getByName(account.account)
    const stored = await runInDurableObject(stub, (_, { storage }) =>
      storage.sql
        .exec<{ ops: number; reserved: number }>(
          'SELECT ops, (SELECT count(*) FROM reservations) AS reserved FROM keys',
        )
        .one(),
    )
    expect(stored).toEqual({ ops: 5, reserved: 1 })
    await evictDurableObject(stub)
    expect(await admit({ once, cost: 5 })).toMatchObject({
      outcome: 'once-under-way',
      once: once.id,
      retryAfterSeconds: 60,
    })
    expect((await admit({ once: { ...once, fingerprint: 'other' }, cost: 5 })).outcome).toBe('once-reused')
    expect(await used()).toBe(5)
  })

  it('is taken over, free of charge, from whoever broke off', async () => {
    const { admit, used } = await reserved()
    const late = { once, cost: 5, now: NOON + MINUTE }
    expect(await admit(late)).toMatchObject({ outcome: 'admitted', once: once.id, cost: 5 })
    expect((await admit(late)).outcome).toBe('once-under-way')
    expect(await used()).toBe(5)
  })

  it('is told again for a day, before batch size, readiness and budget', async () => {
    const { admit, settle, used } = await reserved()
    await settle({ status: 200, body: { memory_id: 'm_1' } })
    await settle({ status: 500, body: 'late' })
    const asked = { once, cost: 1_000_000, items: 1_000, ready: false }
    const kept = { status: 200, body: { memory_id: 'm_1' } }
    expect(await admit(asked)).toMatchObject({ outcome: 'once-done', kept })
    expect((await admit({ ...asked, minPlan: 'starter' })).outcome).toBe('plan-too-low')
    expect((await admit({ ...asked, now: NOON + 24 * 60 * MINUTE - 1 })).outcome).toBe('once-done')
    expect((await admit({ once, cost: 5, now: NOON + 24 * 60 * MINUTE })).outcome).toBe('admitted')
    expect(await used()).toBe(10)
  })

  it('is as if it had never been asked for where nothing came of it', async () => {
    const { admit, settle, used } = await reserved()
    await settle(null, 5)
    expect(await used()).toBe(0)
    expect(await admit({ once: { ...once, fingerprint: 'other' }, cost: 5 })).toMatchObject({ outcome: 'admitted' })
  })

  it('is not reserved where it is refused, nor where the window elsewhere is full', async () => {
    const { verified, account } = await open('free')
    const full = limitRate(accounts, {
      take: async () => ({ allowed: false, remaining: 0, resetSeconds: 9 }),
      giveBack: async () => {},
    })
    const asked = { accountId: verified.accountId, keyHash: verified.hash, now: NOON, minPlan: null, items: null, once }
    expect((await full.admit({ ...asked, refused: false, ready: true, cost: 5 })).outcome).toBe('over-rate')
    expect((await accounts.usage(account.account, NOON))!.opsUsed).toBe(0)
    for (const more of [{ refused: true }, { ready: false }, { cost: 1_000_000 }])
      await accounts.admit({ ...asked, refused: false, ready: true, cost: 5, ...more })
    expect(await accounts.admit({ ...asked, refused: false, ready: true, cost: 5 })).toMatchObject({
      outcome: 'admitted',
    })
  })

  it('leaves nothing behind where nobody asks for it, and goes some at a time', async () => {
    const { admit, account } = await open('enterprise')
    await admit()
    const stub = env.ACCOUNT.getByName(account.account)
    const count = (sql: string) =>
      runInDurableObject(stub, (_, { storage }) => storage.sql.exec<{ n: number }>(sql).one().n)
    expect(await count("SELECT count(*) AS n FROM sqlite_master WHERE name = 'reservations'")).toBe(0)
    for (let n = 0; n < 20; n++) await admit({ once: { id: `old ${n}`, fingerprint: 'f' } })
    const tomorrow = NOON + 24 * 60 * MINUTE
    for (let n = 0; n < 3; n++) await admit({ once: { id: `new ${n}`, fingerprint: 'f' }, now: tomorrow })
    expect(await count('SELECT count(*) AS n FROM reservations')).toBe(3)
  })
})
