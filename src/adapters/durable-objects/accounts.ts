import { isAccountId, type KeySigner, newAccountId, newKeyId } from '../../domain/account/api-key.ts'
import type { KeyRights } from '../../domain/account/key-scope.ts'
import type { MonthlyBudgets } from '../../domain/account/plan.ts'
import { regionOfAccount } from '../../domain/account/region.ts'
import { BrainError } from '../../domain/errors.ts'
import type { Accounts, NewKey } from '../../ports/accounts.ts'
import type { Account } from './account.ts'
import type { Directory } from './directory.ts'
import { DIRECTORY_SHARDS, shardName, shardOf } from './directory-shards.ts'
import type { RoundTrip } from './round-trip.ts'

interface Parts {
  readonly accounts: DurableObjectNamespace<Account>
  readonly directory: DurableObjectNamespace<Directory>
  readonly budgets: MonthlyBudgets
  readonly signer: KeySigner
  readonly roundTrip: RoundTrip
}

/** Accounts as Durable Objects: one object an account, and a sharded directory that knows which there are. */
export function createEmbeddedAccounts({ accounts, directory, budgets, signer, roundTrip }: Parts): Accounts {
  const accountOf = (id: string) => accounts.getByName(id, { locationHint: regionOfAccount(id) })
  const shard = (name: string) => directory.getByName(shardName(shardOf(name)))

  /** The account that an id or a name stands for. Ids go first: an account without a name is listed under its id. */
  async function resolve(reference: string): Promise<ReturnType<typeof accountOf> | null> {
    const id = await roundTrip(async () => shard(reference).find(reference))
    if (id) return accountOf(id)
    return isAccountId(reference) ? accountOf(reference) : null
  }

  async function on<T>(
    reference: string,
    call: (account: ReturnType<typeof accountOf>) => Promise<T>,
  ): Promise<T | null> {
    const account = await resolve(reference)
    return account && roundTrip(() => call(account))
  }

  async function addKey(
    reference: string,
    request: {
      label: string | null
      now: number
      rights?: KeyRights
      replaces?: { keyId: string; graceSeconds: number }
    },
  ): Promise<NewKey | null> {
    const profile = await on(reference, async (account) => account.show())
    if (!profile) return null
    const { key, hash } = await signer.issue(profile.account)
    const added = await roundTrip(async () =>
      accountOf(profile.account).addKey({ keyId: newKeyId(), hash, ...request }),
    )
    return added && { ...added, key }
  }

  /** A name whose account was never opened, or is gone: a creation or deletion that broke off half-way left it behind. */
  async function freeAbandoned(name: string): Promise<boolean> {
    const holder = await roundTrip(async () => shard(name).find(name))
    if (holder === null) return true
    if ((await roundTrip(async () => accountOf(holder).show())) !== null) return false
    await roundTrip(async () => shard(name).release(name, holder))
    return true
  }

  return {
    admit: (request) => roundTrip(async () => accountOf(request.accountId).admit(request, budgets)),
    refund: ({ accountId, ...request }) => roundTrip(async () => accountOf(accountId).refund(request)),
    settle: ({ accountId, ...request }) => roundTrip(async () => accountOf(accountId).settle(request)),

    async create({ name, plan, region, now }) {
      const id = newAccountId(region)
      const claim = () => roundTrip(async () => shard(name ?? id).claim(name ?? id, id))
      if (!(await claim()) && !((await freeAbandoned(name ?? id)) && (await claim()))) return 'name-taken'
      return roundTrip(async () => accountOf(id).open({ id, name: name ?? id, plan, region, now }))
    },
    async list({ cursor, limit }) {
      let [shardNumber, after] = parseCursor(cursor)
      const found: { name: string; account: string }[] = []
      while (shardNumber < DIRECTORY_SHARDS && found.length < limit) {
        const rows = await roundTrip(async () =>
          directory.getByName(shardName(shardNumber)).list(after, limit - found.length),
        )
        found.push(...rows)
        if (found.length < limit) [shardNumber, after] = [shardNumber + 1, '']
        else after = rows.at(-1)!.name
      }
      const summaries = await Promise.all(found.map((row) => roundTrip(async () => accountOf(row.account).show())))
      return {
        accounts: summaries.filter((summary) => summary !== null),
        cursor: shardNumber < DIRECTORY_SHARDS ? `${shardNumber}:${after}` : null,
      }
    },
    show: (reference) => on(reference, async (account) => account.show()),
    changePlan: (reference, plan) => on(reference, async (account) => account.changePlan(plan)),
    async remove(reference) {
      const removed = await on(reference, async (account) => account.close())
      if (removed) await roundTrip(async () => shard(removed.name).release(removed.name, removed.account))
      return removed
    },
    createKey: (reference, request) => addKey(reference, request),
    listKeys: (reference, now) => on(reference, async (account) => account.keys(now)),
    rotateKey: (reference, keyId, { graceSeconds, now }) =>
      addKey(reference, { label: null, now, replaces: { keyId, graceSeconds } }),
    revokeKey: (reference, keyId, now) =>
      on(reference, async (account) => account.retireKey({ keyId, graceSeconds: 0, now })),
    usage: (reference, now) => on(reference, async (account) => account.usage(now, budgets)),
  }
}

function parseCursor(cursor: string | null): [shard: number, after: string] {
  const match = /^(\d{1,2}):([\s\S]*)$/.exec(cursor ?? '0:')
  if (!match || Number(match[1]) >= DIRECTORY_SHARDS)
    throw new BrainError('invalid-request', 'cursor: must be the one of the page before')
  return [Number(match[1]), match[2]!]
}
