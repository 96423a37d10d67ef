import { DurableObject } from 'cloudflare:workers'
import { ALL_RIGHTS, type KeyRights } from '../../domain/account/key-scope.ts'
import { monthOf } from '../../domain/account/operation.ts'
import { type MonthlyBudgets, type Plan, planIsAtLeast, planLimits } from '../../domain/account/plan.ts'
import type { Region } from '../../domain/account/region.ts'
import type {
  AccountSummary,
  Admission,
  AdmissionRequest,
  KeySummary,
  Outcome,
  Standing,
  Usage,
} from '../../ports/accounts.ts'
import type { AuditQuery, Author, JournalEntry } from '../../ports/journal.ts'
import { MINUTE_MS } from '../../runtime/duration.ts'
import { fnv1a } from '../../runtime/fnv1a.ts'
import { createDebouncedWriter } from './debounced-writer.ts'
import { isSoundDatabase } from './sound-database.ts'
import { type AccountRow, createAccountTables, type KeyRow } from './tables/account-tables.ts'
import { createReservations, type Reservation } from './tables/reservations.ts'
import { createSignInLinks, type SignInLink } from './tables/sign-in-links.ts'

const WINDOW_MS = MINUTE_MS
const MAX_CLOCK_SKEW_MS = 5_000

interface NewKeyRequest {
  readonly keyId: string
  readonly hash: string
  readonly label: string | null
  readonly now: number
  readonly rights?: KeyRights
  readonly replaces?: { keyId: string; graceSeconds: number }
  readonly requestId?: string | undefined
}

interface State {
  account: AccountRow
  keys: Map<string, KeyRow>
}

/**
 * One account: its plan, the hashes of its keys, the window of each key, the operations of the month. No method awaits anything between
 * reading and writing, so that every one is a transaction by itself: that is what makes windows and budgets exact under concurrency.
 */
export class Account extends DurableObject<Env> {
  readonly #tables = createAccountTables(this.ctx.storage.sql)
  readonly #reservations = createReservations(this.ctx.storage.sql)
  readonly #signInLinks = createSignInLinks(this.ctx.storage.sql)
  #state: State | null | undefined
  /** Keys whose row in memory is ahead of the stored one. */
  readonly #unwritten = new Set<string>()
  readonly #writeDebounced = createDebouncedWriter(
    (promise) => this.ctx.waitUntil(promise),
    () => {
      for (const id of this.#unwritten) {
        const row = this.#state?.keys.get(id)
        if (row) this.#tables.putKey(row)
      }
      this.#unwritten.clear()
    },
  )

  #load(): State | null {
    if (this.#state === undefined) {
      const stored = this.#tables.load()
      this.#state = stored && { account: stored.account, keys: new Map(stored.keys.map((row) => [row.key_id, row])) }
    }
    return this.#state
  }

  #keyByHash(state: State, hash: string, now: number): KeyRow | null {
    for (const row of state.keys.values()) {
      if (row.hash === hash) return isLive(row, now) ? row : null
    }
    return null
  }

  admit(request: AdmissionRequest, budgets: MonthlyBudgets): Admission {
    const state = this.#load()
    const key = state && this.#keyByHash(state, request.keyHash, request.now)
    if (!state || !key) return { outcome: 'invalid-key' }

    const { now, seen } = windowAt(key.recent, request.now)
    const { plan } = state.account
    const limits = planLimits[plan]
    const recent = seen.filter((time) => time > now - WINDOW_MS)
    const budget = budgets[plan]
    const spent = this.#spentIn(state, monthOf(now))
    const rights = key.rights ?? ALL_RIGHTS
    const standing = (counted: readonly number[], cost: number): Standing => ({
      keyId: key.key_id,
      scopes: rights.scopes,
      plan,
      limit: limits.requestsPerMinute,
      remaining: limits.requestsPerMinute === null ? null : Math.max(0, limits.requestsPerMinute - counted.length),
      resetSeconds: secondsUntilRoom(counted, now),
      opsRemaining: budget === null ? null : Math.max(0, budget - spent - cost),
    })

    const windowed = limits.requestsPerMinute !== null && !request.windowless
    if (windowed && !request.counted && recent.length >= limits.requestsPerMinute!) {
      // What counts as made now is kept as such, or it would be made anew by every request.
      if (seen !== key.recent) this.#book(state, key, recent, monthOf(now), 0)
      return { outcome: 'over-rate', standing: standing(recent, 0), retryAfterSeconds: secondsUntilRoom(recent, now) }
    }

    const once = request.once ? onceOf(request.once.id, rights) : null
    const reserved = once === null ? null : this.#reservations.find(once, now)
    const terms = { plan, rights, itemsPerBatch: limits.itemsPerBatch, budget, spent, reserved, now }
    const outcome = request.probe ? 'admitted' : judge(request, terms)
    if (outcome === 'over-budget') {
      const left = request.counted ? withoutPlace(recent, request.countedAt ?? now) : recent
      if (left.length < recent.length) this.#book(state, key, left, monthOf(now), 0)
      return { outcome, rights, standing: standing(left, 0) }
    }

    const counted = !windowed ? [] : request.counted ? recent : [...recent, now]
    const cost = outcome === 'admitted' && !reserved ? request.cost : 0
    if (counted.length > 0 || cost > 0) this.#book(state, key, counted, monthOf(now), cost, once !== null)
    const stands = { standing: standing(counted, cost), personas: rights.personas }
    switch (outcome) {
      case 'admitted':
        if (once !== null && reserved) this.#reservations.takeOver(once, now)
        else if (once !== null) this.#reservations.reserve({ ...request.once!, id: once }, now, cost)
        return { outcome, ...stands, cost: reserved?.cost ?? cost, once, reservedAt: reserved?.at ?? now }
      case 'once-done':
        return { outcome, ...stands, kept: reserved!.outcome! }
      case 'once-under-way': {
        const retryAfterSeconds = Math.max(1, Math.ceil((reserved!.until - now) / 1000))
        return { outcome, ...stands, cost: reserved!.cost, once: once!, retryAfterSeconds }
      }
      default:
        return { outcome, rights, standing: stands.standing }
    }
  }

  settle(request: { keyHash: string; now: number; once: string; outcome: Outcome | null; refund: number }): void {
    if (!this.#load()) return
    // Whoever took over may have said what came of it, and was given back what there was to give back.
    const isFirst = this.#reservations.settle(request.once, request.outcome)
    if (isFirst && request.refund > 0) this.refund({ ...request, ops: request.refund })
  }

  /**
   * At most one row written per admitted request, whatever the plan, and right after it was admitted: the platform would hold the admission
   * back until the row is safe. What counts is in memory; a crash in this moment forgets a request that has not been answered yet.
   * `atOnce`: what must happen once is charged for in the transaction that reserves it.
   */
  #book(state: State, key: KeyRow, recent: number[], month: string, cost: number, atOnce = false): void {
    const turned = key.month !== month
    if (turned && key.ops > 0) this.#tables.addToMonth(key.month, key.ops)
    const next = { ...key, recent, month, ops: (turned ? this.#tables.takeMonth(month) : key.ops) + cost }
    state.keys.set(key.key_id, next)
    // With the month's total its key is written at once: together they say what was spent.
    if (turned || atOnce) this.#tables.putKey(next)
    else {
      this.#unwritten.add(key.key_id)
      this.#writeDebounced()
    }
  }

  #spentIn(state: State, month: string): number {
    let spent = 0
    for (const row of state.keys.values()) if (row.month === month) spent += row.ops
    return spent
  }

  refund(request: { keyHash: string; now: number; ops: number }): void {
    const state = this.#load()
    if (!state) return
    for (const row of state.keys.values()) {
      if (row.hash !== request.keyHash || row.month !== monthOf(request.now)) continue
      const next = { ...row, ops: Math.max(0, row.ops - request.ops) }
      this.#tables.putKey(next)
      state.keys.set(row.key_id, next)
    }
  }

  open({
    now,
    requestId,
    ...profile
  }: {
    id: string
    name: string
    plan: Plan
    region: Region
    now: number
    requestId?: string | undefined
  }): AccountSummary {
    this.#tables.create()
    const account = { ...profile, created_at: now }
    this.#tables.putAccount(account)
    this.#tables.note({ at: now, action: 'account.created', requestId })
    this.#state = { account, keys: new Map() }
    return summarise(account)
  }

  /** Asked when a call failed for no known reason: can everything be read? */
  isSound(): boolean {
    return isSoundDatabase(this.ctx.storage.sql)
  }

  show(): AccountSummary | null {
    const state = this.#load()
    return state && summarise(state.account)
  }

  changePlan(plan: Plan, requestId?: string): AccountSummary | null {
    const state = this.#load()
    if (!state) return null
    state.account = { ...state.account, plan }
    this.#tables.putAccount(state.account)
    this.#tables.note({ at: Date.now(), action: 'account.plan_changed', requestId })
    return summarise(state.account)
  }

  async close(): Promise<AccountSummary | null> {
    const state = this.#load()
    if (!state) return null
    this.#state = null
    await this.ctx.storage.deleteAll()
    this.#reservations.forget()
    return summarise(state.account)
  }

  /** With `replaces`, the new key takes the place (and the label and the rights) of a live one, which works on for `graceSeconds`; null where there is none. */
  addKey(request: NewKeyRequest): (KeySummary & { plan: Plan; account: string }) | null {
    const state = this.#load()
    if (!state) return null
    const { requestId } = request
    const replaced = request.replaces && this.#retire({ ...request.replaces, now: request.now })
    if (request.replaces && !replaced) return null
    const row: KeyRow = {
      key_id: request.keyId,
      hash: request.hash,
      label: replaced ? replaced.label : request.label,
      created_at: request.now,
      expires_at: null,
      revoked_at: null,
      month: monthOf(request.now),
      ops: 0,
      recent: [],
      rights: (replaced ? state.keys.get(replaced.keyId)?.rights : request.rights) ?? null,
    }
    this.#tables.putKey(row)
    state.keys.set(row.key_id, row)
    const subject = request.replaces?.keyId ?? row.key_id
    this.#tables.note({ at: request.now, action: replaced ? 'key.rotated' : 'key.created', subject, requestId })
    return { ...summariseKey(row, request.now), plan: state.account.plan, account: state.account.id }
  }

  keys(now: number): KeySummary[] | null {
    const state = this.#load()
    return (
      state && [...state.keys.values()].sort((a, b) => a.created_at - b.created_at).map((row) => summariseKey(row, now))
    )
  }

  /** Lets a live key work for another `graceSeconds`, then no more. 0 revokes it at once. */
  retireKey({
    requestId,
    ...request
  }: {
    keyId: string
    graceSeconds: number
    now: number
    requestId?: string
  }): KeySummary | null {
    const retired = this.#retire(request)
    if (retired && request.graceSeconds === 0)
      this.#tables.note({ at: request.now, action: 'key.revoked', subject: request.keyId, requestId })
    return retired
  }

  #retire(request: { keyId: string; graceSeconds: number; now: number }): KeySummary | null {
    const state = this.#load()
    const row = state?.keys.get(request.keyId)
    if (!state || !row || !isLive(row, request.now)) return null
    const expiresAt = request.now + request.graceSeconds * 1000
    const next =
      request.graceSeconds === 0
        ? { ...row, revoked_at: request.now }
        : { ...row, expires_at: Math.min(expiresAt, row.expires_at ?? expiresAt) }
    this.#tables.putKey(next)
    this.#tables.dropExpiry(row.key_id, request.now)
    if (next.revoked_at === null && next.expires_at !== null)
      this.#tables.note({ at: next.expires_at, action: 'key.expired', key: 'schedule', subject: row.key_id })
    state.keys.set(row.key_id, next)
    return summariseKey(next, request.now)
  }

  /** False where the key that is sealed in it works no more. */
  keepSignInLink(link: SignInLink, keyHash: string, now: number): boolean {
    const state = this.#load()
    if (!state || !this.#keyByHash(state, keyHash, now)) return false
    this.#signInLinks.put(link)
    this.#expireSignInLinks(now)
    return true
  }

  /** In the turn of the change, so that the platform keeps the link and its end together. */
  #expireSignInLinks(now: number): void {
    const next = this.#signInLinks.expire(now)
    if (next !== null) this.ctx.waitUntil(this.ctx.storage.setAlarm(next))
  }

  /** Nobody used a link: the key that is sealed in it does not stay. */
  override alarm(): void {
    this.#expireSignInLinks(Date.now())
  }

  /** What is sealed in a link, once. */
  takeSignInLink(hash: string, now: number): ArrayBuffer | null {
    return this.#load() && this.#signInLinks.take(hash, now)
  }

  note(by: Author, at: number, counts: JournalEntry['counts'] = {}): void {
    if (this.#load()) this.#tables.note({ at, ...by, counts })
  }

  audit(query: AuditQuery, now: number): JournalEntry[] {
    return this.#tables.audit(query, now)
  }

  usage(now: number, budgets: MonthlyBudgets): Usage | null {
    const state = this.#load()
    if (!state) return null
    const month = monthOf(now)
    const used = this.#spentIn(state, month)
    // A key that has not been used since its month ended still carries that month's operations.
    const past = new Map(this.#tables.months().map((row) => [row.month, row.ops]))
    for (const row of state.keys.values()) {
      if (row.month !== month && row.ops > 0) past.set(row.month, (past.get(row.month) ?? 0) + row.ops)
    }
    const months = [...past].map(([name, ops]) => ({ month: name, ops })).sort((a, b) => b.month.localeCompare(a.month))
    return {
      account: state.account.id,
      plan: state.account.plan,
      month,
      opsUsed: used,
      opsBudget: budgets[state.account.plan],
      months: [{ month, ops: used }, ...months],
    }
  }
}

interface Terms {
  readonly plan: Plan
  readonly rights: KeyRights
  readonly itemsPerBatch: number
  readonly budget: number | null
  readonly spent: number
  /** Of a change that was asked for before. */
  readonly reserved: Reservation | null
  readonly now: number
}

/** The answers that follow the rate limit, in their decided order. */
function judge(request: AdmissionRequest, terms: Terms): Exclude<Admission['outcome'], 'invalid-key' | 'over-rate'> {
  const { plan, itemsPerBatch, budget, spent, reserved } = terms
  if (request.refused) return 'refused'
  const { scopes, personas } = terms.rights
  if (request.scope && !scopes.includes(request.scope)) return 'insufficient-scope'
  if (personas && (request.wholeAccount || request.named?.some((name) => !personas.includes(name))))
    return 'persona-not-allowed'
  if (request.minPlan && !planIsAtLeast(plan, request.minPlan)) return 'plan-too-low'
  if (reserved && reserved.fingerprint !== request.once?.fingerprint) return 'once-reused'
  if (reserved?.outcome) return 'once-done'
  if (reserved && terms.now < reserved.until) return 'once-under-way'
  if (request.items !== null && request.items > itemsPerBatch) return 'batch-too-large'
  if (!request.ready) return 'loading'
  const cost = reserved ? 0 : request.cost
  if (budget !== null && cost > 0 && spent + cost > budget) return 'over-budget'
  return 'admitted'
}

/** Keys of other personas do not meet, whatever they call their changes; a key that replaces another goes on with its own. */
const onceOf = (id: string, { personas }: KeyRights): string =>
  personas === null ? id : `${id}-${fnv1a(JSON.stringify([...personas].sort())).toString(16)}`

/**
 * The time that counts for a window, and its requests by it. Workers in different places have clocks of their own, by which a window never runs
 * backwards. Where it would have to wait for longer, the clock was set back: what lies ahead counts as made now, and is gone in a minute.
 */
function windowAt(recent: number[], now: number): { now: number; seen: number[] } {
  const last = recent.at(-1) ?? 0
  if (last - now <= MAX_CLOCK_SKEW_MS) return { now: Math.max(now, last), seen: recent }
  return { now, seen: recent.map((time) => Math.min(time, now)) }
}

const isLive = (row: KeyRow, now: number) =>
  row.revoked_at === null && (row.expires_at === null || now < row.expires_at)

/** Without a place that was taken at this time or, where clocks differ, soon after it. */
function withoutPlace(recent: readonly number[], taken: number): number[] {
  const at = recent.findIndex((time) => time >= taken)
  return recent.filter((_, place) => place !== at)
}

const secondsUntilRoom = (recent: readonly number[], now: number) =>
  recent.length === 0 ? 0 : Math.max(1, Math.ceil((recent[0]! + WINDOW_MS - now) / 1000))

function summarise(row: AccountRow): AccountSummary {
  return {
    account: row.id,
    name: row.name,
    plan: row.plan,
    namespace: row.id,
    region: row.region,
    createdAt: row.created_at,
  }
}

function summariseKey(row: KeyRow, now: number): KeySummary {
  return {
    keyId: row.key_id,
    label: row.label,
    createdAt: row.created_at,
    status: !isLive(row, now) ? 'revoked' : row.expires_at === null ? 'active' : 'rotating',
    expiresAt: row.expires_at,
    ...(row.rights ?? ALL_RIGHTS),
  }
}
