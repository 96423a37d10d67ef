import { DurableObject } from 'cloudflare:workers'
import { randomBase62 } from '../../domain/base62.ts'
import { erasedEvent, eventsOf, testEvent, type WebhookEvent } from '../../domain/webhook/events.ts'
import type { JournalEntry } from '../../ports/journal.ts'
import { type Delivery, MAX_WEBHOOKS, type NewWebhook, type ParcelOutcome, type Webhook } from '../../ports/webhooks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../runtime/duration.ts'
import { createOutboxTables, type DeliveryRow, toDelivery, toWebhook, type WebhookRow } from './tables/outbox-tables.ts'

/** Without a call it looks at the journal this often: what a crash kept it from hearing of is found then. */
const LOOK_EVERY_MS = HOUR_MS
/** After a failure of our own. */
const LOOK_AGAIN_MS = MINUTE_MS
/** Sent to each webhook between two alarms; to one that fails, a single one. */
const PARCELS_AT_ONCE = 8
const PAGE = 100
/** Of one webhook; what comes after waits in the journal. */
const MAX_PENDING = 1_000
/** A webhook whose every delivery has failed for so long is not tried any more. */
const DISABLED_AFTER_MS = 5 * DAY_MS
const GONE = 410

/**
 * The webhooks of one account, and what is on its way to them. The journal is the outbox proper: here is how far each webhook has come in
 * it, and what of that was not answered yet. What is sent is settled afterwards, so that a crash sends again and forgets nothing.
 */
export class Outbox extends DurableObject<Env> {
  readonly #tables = createOutboxTables(this.ctx.storage.sql)

  add({ id, url, events, description, secret, now }: NewWebhook): Webhook | 'too-many' {
    this.#tables.create()
    const before = this.#find(id)
    if (!before && this.#tables.webhooks().length >= MAX_WEBHOOKS) return 'too-many'
    const row: WebhookRow = {
      ...{
        id,
        url,
        events: JSON.stringify(events),
        description,
        created_at: now,
        secret,
        cursor: before?.cursor ?? now,
      },
      ...{ former_secret: null, former_until: 0, failing_since: null, disabled_at: null, disabled_reason: null },
    }
    this.#tables.putWebhook(row)
    this.ctx.waitUntil(this.#wakeAt(now + LOOK_EVERY_MS))
    return toWebhook(row)
  }

  list(): Webhook[] {
    return this.#rows().map(toWebhook)
  }

  remove(id: string): number | null {
    if (!this.#find(id)) return null
    this.#tables.removeWebhook(id)
    return this.#rows().length
  }

  rotate(id: string, next: { secret: string; until: number }): Webhook | null {
    const row = this.#find(id)
    if (!row) return null
    const rotated = { ...row, secret: next.secret, former_secret: row.secret, former_until: next.until }
    this.#tables.putWebhook(rotated)
    return toWebhook(rotated)
  }

  /** `test` would be the name of a handler of the runtime. */
  async sendTest(id: string, now: number): Promise<Delivery | null> {
    const row = this.#find(id)
    if (!row) return null
    const event = testEvent(this.#account(), randomBase62(10), now)
    const [outcome] = await this.#post([{ row, event, attempts: 0 }])
    this.ctx.storage.transactionSync(() => {
      this.#tables.addDelivery(id, event, now)
      this.#tables.settle(this.#tables.deliveryOf(id, event.id)!, { ...outcome!, retryAfterMs: null }, now)
      if (outcome!.delivered) this.#works(id)
    })
    if (outcome!.delivered) await this.#wakeAt(now)
    return toDelivery(this.#tables.deliveryOf(id, event.id)!)
  }

  deliveries(id: string, page: { before: number; limit: number }): Delivery[] | null {
    return this.#find(id) ? this.#tables.deliveries(id, page.before, page.limit).map(toDelivery) : null
  }

  async wake(): Promise<void> {
    if (this.#rows().length > 0) await this.#wakeAt(Date.now())
  }

  /** Takes over all that the journal has. */
  async collect(): Promise<void> {
    const pages = new Map<number, JournalEntry[]>()
    for (const row of this.#rows()) if (row.disabled_at === null) await this.#collectFor(row, pages)
  }

  async close(now: number): Promise<void> {
    const rows = this.#rows()
    if (rows.length === 0) return this.ctx.storage.deleteAll()
    const event = erasedEvent(this.#account(), now)
    this.ctx.storage.transactionSync(() => {
      for (const row of rows) {
        if (row.disabled_at === null && wants(row, event)) this.#tables.addDelivery(row.id, event, now)
        // Nothing comes after it.
        this.#tables.advance(row.id, Number.MAX_SAFE_INTEGER)
      }
    })
    await this.#wakeAt(now)
  }

  override async alarm(): Promise<void> {
    if (this.#rows().length === 0) return
    let failed = false
    const orFailed = (work: Promise<void>) =>
      work.catch(() => {
        failed = true
      })
    if (!this.#isClosing()) await orFailed(this.collect())
    await orFailed(this.#sendDue())
    const nextAt = this.#tables.nextAt()
    if (this.#isClosing() && nextAt === null) return this.ctx.storage.deleteAll()
    const look = Date.now() + (failed ? LOOK_AGAIN_MS : LOOK_EVERY_MS)
    await this.#wakeAt(Math.min(look, Math.max(nextAt ?? look, failed ? look : 0)))
  }

  #isClosing(): boolean {
    return this.#rows().every(({ cursor }) => cursor === Number.MAX_SAFE_INTEGER)
  }

  async #collectFor({ id, ...row }: WebhookRow, pages: Map<number, JournalEntry[]>): Promise<void> {
    const account = this.#account()
    for (let { cursor } = row; this.#tables.pending(id) < MAX_PENDING; ) {
      const page =
        pages.get(cursor) ?? (await this.ctx.exports.Lifecycle.changes({ account, after: cursor, limit: PAGE }))
      pages.set(cursor, page)
      if (page.length === 0) return
      const events = page.flatMap((entry) => eventsOf(account, entry)).filter((event) => wants(row, event))
      cursor = page.at(-1)!.id
      this.ctx.storage.transactionSync(() => {
        // It may have been removed while the journal was read.
        if (!this.#find(id)) return
        for (const event of events) this.#tables.addDelivery(id, event, Date.now())
        this.#tables.advance(id, cursor)
      })
    }
  }

  async #sendDue(): Promise<void> {
    const now = Date.now()
    // Those that work go first: whoever does not answer holds up nobody but himself.
    const rows = this.#rows().sort((a, b) => Number(a.failing_since !== null) - Number(b.failing_since !== null))
    const parcels = rows.flatMap((row) =>
      this.#tables.due(row.id, now, row.failing_since === null ? PARCELS_AT_ONCE : 1).map((delivery) => {
        const { event: id, type, body, attempts } = delivery
        return { delivery, row, event: { id, type, body }, attempts }
      }),
    )
    if (parcels.length === 0) return
    const outcomes = await this.#post(parcels)
    this.ctx.storage.transactionSync(() => {
      for (const [at, { delivery }] of parcels.entries()) this.#settle(delivery, outcomes[at]!, Date.now())
    })
  }

  /** By the Worker, which knows the configuration and the way out. */
  #post(parcels: readonly { row: WebhookRow; event: WebhookEvent; attempts: number }[]): Promise<ParcelOutcome[]> {
    return this.ctx.exports.Lifecycle.deliver(
      parcels.map(({ row, event, attempts }) => ({
        url: row.url,
        secrets:
          row.former_secret !== null && row.former_until > Date.now() ? [row.secret, row.former_secret] : [row.secret],
        event: event.id,
        body: event.body,
        attempts,
      })),
    )
  }

  #settle(delivery: DeliveryRow, outcome: ParcelOutcome, now: number): void {
    this.#tables.settle(delivery, outcome, now)
    const row = this.#find(delivery.webhook)
    if (!row) return
    if (outcome.delivered) {
      if (row.failing_since !== null) this.#works(row.id)
      return
    }
    const failingSince = row.failing_since ?? now
    const reason = reasonToDisable(outcome, now - failingSince)
    this.#tables.putWebhook({
      ...row,
      failing_since: failingSince,
      disabled_at: reason ? now : row.disabled_at,
      disabled_reason: reason ?? row.disabled_reason,
    })
    if (reason) this.#tables.giveUpAll(row.id)
  }

  #works(id: string): void {
    const row = this.#find(id)
    if (row) this.#tables.putWebhook({ ...row, failing_since: null, disabled_at: null, disabled_reason: null })
  }

  #rows(): WebhookRow[] {
    return this.#tables.exist() ? this.#tables.webhooks() : []
  }

  #find(id: string): WebhookRow | undefined {
    return this.#tables.exist() ? this.#tables.webhook(id) : undefined
  }

  #account(): string {
    const { name } = this.ctx.id
    if (name === undefined) throw new Error('an outbox is reached by its name alone')
    return name
  }

  /** At that time at the latest. */
  async #wakeAt(at: number): Promise<void> {
    const set = await this.ctx.storage.getAlarm()
    if (set === null || set > at) await this.ctx.storage.setAlarm(at)
  }
}

function reasonToDisable({ answerStatus }: ParcelOutcome, failingForMs: number): string | null {
  if (answerStatus === GONE) return 'It answered 410 Gone.'
  return failingForMs > DISABLED_AFTER_MS ? 'Every delivery failed for 5 days.' : null
}

const wants = ({ events }: Pick<WebhookRow, 'events'>, { type }: WebhookEvent): boolean =>
  (JSON.parse(events) as string[]).includes(type)
