import type { EventType, WebhookEvent } from '../domain/webhook/events.ts'

/** Times in ms since the epoch, here and below. */
export interface Webhook {
  readonly id: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly description: string | null
  readonly createdAt: number
  /** Since when every delivery has failed; null: the last one worked. */
  readonly failingSince: number | null
  readonly disabledAt: number | null
  readonly disabledReason: string | null
}

export interface NewWebhook extends Pick<Webhook, 'id' | 'url' | 'events' | 'description'> {
  readonly secret: string
  readonly now: number
}

export interface Delivery {
  readonly id: number
  readonly event: string
  readonly type: WebhookEvent['type']
  readonly status: 'pending' | 'delivered' | 'dead'
  readonly attempts: number
  readonly createdAt: number
  readonly lastAttemptAt: number | null
  readonly nextAttemptAt: number | null
  /** What the receiver answered last; null where it did not answer, and `error` says why. */
  readonly answerStatus: number | null
  readonly error: string | null
}

/** What is to be sent now. */
export interface Parcel {
  readonly url: string
  readonly secrets: readonly string[]
  readonly event: string
  readonly body: string
  /** How often it was tried before. */
  readonly attempts: number
}

export interface ParcelOutcome {
  readonly delivered: boolean
  readonly answerStatus: number | null
  readonly error: string | null
  /** null: it is given up. */
  readonly retryAfterMs: number | null
}

export const MAX_WEBHOOKS = 5

/**
 * The webhooks of an account, and what is sent to them from its journal. Promises:
 * - At least once: an event goes on being sent until it is answered with 2xx or has been tried for about a day.
 * - A receiver that fails holds up no other.
 */
export interface Webhooks {
  /** With the id of one that there is, in its place. */
  add(account: string, webhook: NewWebhook): Promise<Webhook | 'too-many'>
  list(account: string): Promise<Webhook[]>
  /** How many are left; null: there is no such webhook, here and below. */
  remove(account: string, id: string): Promise<number | null>
  /** The old secret signs too until `until`. */
  rotate(
    account: string,
    id: string,
    next: { readonly secret: string; readonly until: number },
  ): Promise<Webhook | null>
  /** Sends an event of no meaning at once, a single time. One that is answered brings a disabled webhook back. */
  test(account: string, id: string, now: number): Promise<Delivery | null>
  /** Newest first, those before `before`. */
  deliveries(
    account: string,
    id: string,
    page: { readonly before: number; readonly limit: number },
  ): Promise<Delivery[] | null>
  /** There may be something new in the journal. */
  wake(account: string): Promise<void>
  /** Takes over what the journal still has, before that is erased. */
  collect(account: string): Promise<void>
  /** Sends the last event; when all is sent or given up, nothing of it is left. */
  close(account: string, now: number): Promise<void>
}
