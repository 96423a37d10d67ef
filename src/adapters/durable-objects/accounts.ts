import { hashKey, isAccountId, type KeySigner, newAccountId, newKeyId } from '../../domain/account/api-key.ts'
import type { KeyRights } from '../../domain/account/key-scope.ts'
import type { MonthlyBudgets } from '../../domain/account/plan.ts'
import { regionOfAccount } from '../../domain/account/region.ts'
import { openSealedKey, sealKey } from '../../domain/account/sealed-key.ts'
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
  const ask = <T>(id: string, call: (account: ReturnType<typeof accountOf>) => Promise<T>): Promise<T> =>
    roundTrip(() => call(accountOf(id)), {
      name: () => `Account/${accounts.idFromName(id)}`,
      isSound: () => accountOf(id).isSound(),
    })
  const askShard = <T>(number: number, call: (shard: DurableObjectStub<Directory>) => Promise<T>): Promise<T> => {
    const shard = directory.getByName(shardName(number))
    return roundTrip(() => call(shard), { name: () => `Directory/${shard.id}`, isSound: () => shard.isSound() })
  }
  const askNames = <T>(name: string, call: (shard: DurableObjectStub<Directory>) => Promise<T>): Promise<T> =>
    askShard(shardOf(name), call)

  /** The account that an id or a name stands for. Ids go first: an account without a name is listed under its id. */
  async function resolve(reference: string): Promise<string | null> {
    const id = await askNames(reference, async (shard) => shard.find(reference))
    return id ?? (isAccountId(reference) ? reference : null)
  }

  async function on<T>(
    reference: string,
    call: (account: ReturnType<typeof accountOf>) => Promise<T>,
  ): Promise<T | null> {
    const id = await resolve(reference)
    return id === null ? null : ask(id, call)
  }

  async function addKey(
    reference: string,
    request: {
      label: string | null
      now: number
      rights?: KeyRights
      requestId?: string | undefined
      replaces?: { keyId: string; graceSeconds: number }
    },
  ): Promise<NewKey | null> {
    const profile = await on(reference, async (account) => account.show())
    if (!profile) return null
    const { key, hash } = await signer.issue(profile.account)
    const added = await ask(profile.account, async (account) => account.addKey({ keyId: newKeyId(), hash, ...request }))
    return added && { ...added, key }
  }

  /** A name whose account was never opened, or is gone: a creation or deletion that broke off half-way left it behind. */
  async function freeAbandoned(name: string): Promise<boolean> {
    const holder = await askNames(name, async (shard) => shard.find(name))
    if (holder === null) return true
    if ((await ask(holder, async (account) => account.show())) !== null) return false
    await askNames(name, async (shard) => shard.release(name, holder))
    return true
  }

  return {
    admit: (request) => ask(request.accountId, async (account) => account.admit(request, budgets)),
    refund: ({ accountId, ...request }) => ask(accountId, async (account) => account.refund(request)),
    settle: ({ accountId, ...request }) => ask(accountId, async (account) => account.settle(request)),

    async create({ name, plan, region, now, requestId }) {
      const id = newAccountId(region)
      const claim = () => askNames(name ?? id, async (shard) => shard.claim(name ?? id, id))
      if (!(await claim()) && !((await freeAbandoned(name ?? id)) && (await claim()))) return 'name-taken'
      return ask(id, async (account) => account.open({ id, name: name ?? id, plan, region, now, requestId }))
    },
    async list({ cursor, limit }) {
      let [shardNumber, after] = parseCursor(cursor)
      const found: { name: string; account: string }[] = []
      while (shardNumber < DIRECTORY_SHARDS && found.length < limit) {
        const rows = await askShard(shardNumber, async (shard) => shard.list(after, limit - found.length))
        found.push(...rows)
        if (found.length < limit) [shardNumber, after] = [shardNumber + 1, '']
        else after = rows.at(-1)!.name
      }
      const summaries = await Promise.all(
        found.map((row) => ask(row.account, async (account) => account.show()).catch(leaveOutDamaged)),
      )
      return {
        accounts: summaries.filter((summary) => summary !== null),
        cursor: shardNumber < DIRECTORY_SHARDS ? `${shardNumber}:${after}` : null,
      }
    },
    show: (reference) => on(reference, async (account) => account.show()),
    changePlan: (reference, plan, requestId) => on(reference, async (account) => account.changePlan(plan, requestId)),
    async remove(reference) {
      const removed = await on(reference, async (account) => account.close())
      if (removed) await askNames(removed.name, async (shard) => shard.release(removed.name, removed.account))
      return removed
    },
    createKey: (reference, request) => addKey(reference, request),
    listKeys: (reference, now) => on(reference, async (account) => account.keys(now)),
    rotateKey: (reference, keyId, { graceSeconds, now, requestId }) =>
      addKey(reference, { label: null, now, requestId, replaces: { keyId, graceSeconds } }),
    revokeKey: (reference, keyId, now, requestId) =>
      on(reference, async (account) =>
        account.retireKey({ keyId, graceSeconds: 0, now, ...(requestId && { requestId }) }),
      ),
    async createSignInLink(key, { now, expiresAt }) {
      const verified = await signer.verify(key)
      if (!verified) return null
      const ticket = await signer.issueTicket(verified.accountId)
      const link = { hash: await hashKey(ticket), sealed: await sealKey(key, ticket), expiresAt }
      const isKept = await ask(verified.accountId, async (account) => account.keepSignInLink(link, verified.hash, now))
      return isKept ? ticket : null
    },
    async redeemSignInLink(ticket, now) {
      const accountId = await signer.accountOfTicket(ticket)
      if (accountId === null) return null
      const hash = await hashKey(ticket)
      const sealed = await ask(accountId, async (account) => account.takeSignInLink(hash, now))
      return sealed && openSealedKey(sealed, ticket)
    },
    usage: (reference, now) => on(reference, async (account) => account.usage(now, budgets)),
    ownUsage: (id, now) => ask(id, async (account) => account.usage(now, budgets)),
    note: (id, by, now, counts) => roundTrip(async () => accountOf(id).note(by, now, counts)),
    audit: (id, query, now) => roundTrip(async () => accountOf(id).audit(query, now)),
  }
}

/** One that cannot be read stops no list; the log names it. */
function leaveOutDamaged(error: unknown): null {
  if (error instanceof BrainError && error.code === 'storage-damaged') return null
  throw error
}

function parseCursor(cursor: string | null): [shard: number, after: string] {
  const match = /^(\d{1,2}):([\s\S]*)$/.exec(cursor ?? '0:')
  if (!match || Number(match[1]) >= DIRECTORY_SHARDS)
    throw new BrainError('invalid-request', 'cursor: must be the one of the page before')
  return [Number(match[1]), match[2]!]
}
