import type { KeyRights, KeyScope } from '../domain/account/key-scope.ts'
import type { Plan } from '../domain/account/plan.ts'
import type { Region } from '../domain/account/region.ts'
import type { AuditQuery, Author, JournalEntry } from './journal.ts'

/** A change that must happen once, however often it is asked for. */
export interface OnceRequest {
  /** Hash of the caller's own key for it. */
  readonly id: string
  /** Hash of what is asked for. */
  readonly fingerprint: string
}

/** What came of a change: ids and counts, without any text. */
export interface Outcome {
  readonly status: number
  readonly body: unknown
}

export interface AdmissionRequest {
  readonly accountId: string
  readonly keyHash: string
  readonly now: number
  /** The request already failed its validation: it counts in the window and goes no further. */
  readonly refused: boolean
  /** What the call does; nothing where any key may. */
  readonly scope?: KeyScope
  /** The personas that the request names. */
  readonly named?: readonly string[]
  /** What it does reaches every persona: no key that is bound to some may. */
  readonly wholeAccount?: boolean
  readonly once?: OnceRequest | null
  readonly minPlan: Plan | null
  /** Items of a batch, or null where the call is none. */
  readonly items: number | null
  readonly ready: boolean
  readonly cost: number
  /** Settles the key and the window alone, and takes the request's place there: what is refused by then is not even parsed. */
  readonly probe?: boolean
  /** A probe has taken the place in the window: it is neither asked for nor counted again, and `over-budget` gives it back. */
  readonly counted?: boolean
  /** When the probe took it, where that was not `now`: a request may have waited since. */
  readonly countedAt?: number
  /** The window is kept elsewhere, and neither asked nor counted here. */
  readonly windowless?: boolean
}

/** How a key stands after a request: what the rate-limit headers tell. null is "no limit". */
export interface Standing {
  readonly keyId: string
  /** What the key may do; an account of an earlier version does not tell. */
  readonly scopes?: KeyRights['scopes']
  readonly plan: Plan
  readonly limit: number | null
  readonly remaining: number | null
  readonly resetSeconds: number
  readonly opsRemaining: number | null
}

type Settled =
  | 'refused'
  | 'insufficient-scope'
  | 'persona-not-allowed'
  | 'plan-too-low'
  | 'once-reused'
  | 'batch-too-large'
  | 'loading'
  | 'over-budget'

export type Admission =
  | { readonly outcome: 'invalid-key' }
  | {
      readonly outcome: 'admitted'
      readonly standing: Standing
      /** The personas that the key is bound to. */
      readonly personas: readonly string[] | null
      /** What was charged, now or when the change was first asked for. */
      readonly cost: number
      /** By what name the store knows the change that must happen once. */
      readonly once: string | null
      /** When that was first asked for: earlier than now where it is taken over from a request that broke off. */
      readonly reservedAt?: number
    }
  /** Nobody has said what came of the change: it is under way, or broke off. The store knows whether it happened. */
  | {
      readonly outcome: 'once-under-way'
      readonly standing: Standing
      readonly personas: readonly string[] | null
      readonly cost: number
      readonly once: string
      readonly retryAfterSeconds: number
    }
  | { readonly outcome: 'once-done'; readonly standing: Standing; readonly kept: Outcome }
  | { readonly outcome: Settled; readonly standing: Standing; readonly rights: KeyRights }
  | { readonly outcome: 'over-rate'; readonly standing: Standing; readonly retryAfterSeconds: number }

/** Times in ms since the epoch, here and below. */
export interface AccountSummary {
  readonly account: string
  readonly name: string
  readonly plan: Plan
  readonly namespace: string
  readonly region: Region
  readonly createdAt: number
}

export interface KeySummary extends KeyRights {
  readonly keyId: string
  readonly label: string | null
  readonly createdAt: number
  readonly status: 'active' | 'rotating' | 'revoked'
  /** When a rotated key stops working, or null. */
  readonly expiresAt: number | null
}

export interface NewKey extends KeySummary {
  /** Shown here and never again. */
  readonly key: string
  readonly account: string
  readonly plan: Plan
}

export interface Usage {
  readonly account: string
  readonly plan: Plan
  readonly month: string
  readonly opsUsed: number
  readonly opsBudget: number | null
  readonly months: readonly { readonly month: string; readonly ops: number }[]
}

export interface AccountPage {
  readonly accounts: readonly AccountSummary[]
  /** Pass it on to read further; null at the end. */
  readonly cursor: string | null
}

/**
 * Accounts, their keys and what they may still do. Every implementation promises, and its contract suite checks:
 * - `admit` is one round trip and exact under concurrency: key, window, refusal, scope and personas, plan, whether it happened already,
 *   batch size, readiness and budget are settled in that order, and no two requests are ever admitted on the same slot of a window or the same operations of a budget.
 * - A request that is settled in two steps, as a probe and the rest, stands in the window and the budget as one that is settled in one.
 * - A refused request spends no operations; `over-rate` and `over-budget` do not count in the window, everything else does.
 * - With `once` a change is reserved and charged in one transaction, before it is admitted; asked for again within a day it costs nothing, and
 *   what came of it is given again. Whoever broke off is known by the time that went by, and the next one goes on for him.
 * - A revoked key fails on the very next `admit`.
 * - Only hashes of keys are stored. A key in a sign-in link is sealed with the ticket, of which a hash is stored.
 * - What the operator changes is noted in the account's audit trail, in the same transaction.
 */
export interface Accounts {
  admit(request: AdmissionRequest): Promise<Admission>
  /** Gives operations back that an admitted request spent and that our own failure wasted. */
  refund(request: { accountId: string; keyHash: string; now: number; ops: number }): Promise<void>
  /** Keeps what came of a change that must happen once; null: nothing did, and whoever asks again begins anew. */
  settle(request: {
    accountId: string
    keyHash: string
    now: number
    once: string
    outcome: Outcome | null
    refund: number
  }): Promise<void>

  create(request: {
    name: string | null
    plan: Plan
    region: Region
    now: number
    requestId?: string
  }): Promise<AccountSummary | 'name-taken'>
  list(request: { cursor: string | null; limit: number }): Promise<AccountPage>
  /** `account` is an id or a name, here and below; null where there is no such account. */
  show(account: string): Promise<AccountSummary | null>
  changePlan(account: string, plan: Plan, requestId?: string): Promise<AccountSummary | null>
  /** Closes the account: its keys fail from now on. What it remembers is erased by the caller. */
  remove(account: string): Promise<AccountSummary | null>
  /** With all rights unless said otherwise. */
  createKey(
    account: string,
    request: { label: string | null; now: number; rights?: KeyRights; requestId?: string },
  ): Promise<NewKey | null>
  listKeys(account: string, now: number): Promise<KeySummary[] | null>
  rotateKey(
    account: string,
    keyId: string,
    request: { graceSeconds: number; now: number; requestId?: string },
  ): Promise<NewKey | null>
  revokeKey(account: string, keyId: string, now: number, requestId?: string): Promise<KeySummary | null>
  /** The ticket of a link that signs in with this key, once and until `expiresAt`; null where the key is none that works. */
  createSignInLink(key: string, request: { now: number; expiresAt: number }): Promise<string | null>
  /** The key that a ticket stands for; null where it was used, is too old or was made up. */
  redeemSignInLink(ticket: string, now: number): Promise<string | null>
  usage(account: string, now: number): Promise<Usage | null>
  /** The same of an account that is known by its id: one round trip. */
  ownUsage(accountId: string, now: number): Promise<Usage | null>
  /** Notes what was done to all that the account remembers, where the store itself cannot. */
  note(account: string, by: Author, now: number, counts?: JournalEntry['counts']): Promise<void>
  /** What was done to the account itself, newest first: its keys, its plan. */
  audit(account: string, query: AuditQuery, now: number): Promise<JournalEntry[]>
}
