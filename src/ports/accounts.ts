import type { Plan } from '../domain/account/plan.ts'
import type { Region } from '../domain/account/region.ts'
import type { AuditQuery, Author, JournalEntry } from './journal.ts'

export interface AdmissionRequest {
  readonly accountId: string
  readonly keyHash: string
  readonly now: number
  /** The request already failed its validation: it counts in the window and goes no further. */
  readonly refused: boolean
  readonly minPlan: Plan | null
  /** Items of a batch, or null where the call is none. */
  readonly items: number | null
  readonly ready: boolean
  readonly cost: number
  /** Settles the key and the window alone, and takes the request's place there: what is refused by then is not even parsed. */
  readonly probe?: boolean
  /** A probe has taken the place in the window: it is neither asked for nor counted again, and `over-budget` gives it back. */
  readonly counted?: boolean
  /** The window is kept elsewhere, and neither asked nor counted here. */
  readonly windowless?: boolean
}

/** How a key stands after a request: what the rate-limit headers tell. null is "no limit". */
export interface Standing {
  readonly keyId: string
  readonly plan: Plan
  readonly limit: number | null
  readonly remaining: number | null
  readonly resetSeconds: number
  readonly opsRemaining: number | null
}

export type Admission =
  | { readonly outcome: 'invalid-key' }
  | {
      readonly outcome: 'admitted' | 'refused' | 'plan-too-low' | 'batch-too-large' | 'loading' | 'over-budget'
      readonly standing: Standing
    }
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

export interface KeySummary {
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
 * - `admit` is one round trip and exact under concurrency: key, window, refusal, plan, batch size, readiness and budget are settled in that
 *   order, and no two requests are ever admitted on the same slot of a window or the same operations of a budget.
 * - A request that is settled in two steps, as a probe and the rest, stands in the window and the budget as one that is settled in one.
 * - A refused request spends no operations; `over-rate` and `over-budget` do not count in the window, everything else does.
 * - A revoked key fails on the very next `admit`.
 * - Only hashes of keys are stored.
 * - What the operator changes is noted in the account's audit trail, in the same transaction.
 */
export interface Accounts {
  admit(request: AdmissionRequest): Promise<Admission>
  /** Gives operations back that an admitted request spent and that our own failure wasted. */
  refund(request: { accountId: string; keyHash: string; now: number; ops: number }): Promise<void>

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
  createKey(account: string, request: { label: string | null; now: number; requestId?: string }): Promise<NewKey | null>
  listKeys(account: string, now: number): Promise<KeySummary[] | null>
  rotateKey(
    account: string,
    keyId: string,
    request: { graceSeconds: number; now: number; requestId?: string },
  ): Promise<NewKey | null>
  revokeKey(account: string, keyId: string, now: number, requestId?: string): Promise<KeySummary | null>
  usage(account: string, now: number): Promise<Usage | null>
  /** The same of an account that is known by its id: one round trip. */
  ownUsage(accountId: string, now: number): Promise<Usage | null>
  /** Notes what was done to all that the account remembers, where the store itself cannot. */
  note(account: string, by: Author, now: number, counts?: JournalEntry['counts']): Promise<void>
  /** What was done to the account itself, newest first: its keys, its plan. */
  audit(account: string, query: AuditQuery, now: number): Promise<JournalEntry[]>
}
