import type { EventType, WebhookEvent } from '../../../domain/webhook/events.ts'
import type { Delivery, ParcelOutcome, Webhook } from '../../../ports/webhooks.ts'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS webhooks (
  id TEXT PRIMARY KEY, url TEXT NOT NULL, events TEXT NOT NULL, description TEXT, created_at INTEGER NOT NULL, secret TEXT NOT NULL,
  former_secret TEXT, former_until INTEGER NOT NULL, cursor INTEGER NOT NULL, failing_since INTEGER, disabled_at INTEGER, disabled_reason TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, webhook TEXT NOT NULL, event TEXT NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL, status TEXT NOT NULL,
  attempts INTEGER NOT NULL, created_at INTEGER NOT NULL, last_at INTEGER, next_at INTEGER, answer_status INTEGER, error TEXT,
  UNIQUE (webhook, event)
) STRICT;
CREATE INDEX IF NOT EXISTS deliveries_by_time ON deliveries (webhook, next_at) WHERE next_at IS NOT NULL;
`

/** Of each webhook, so many of those that are over are kept to be looked at. */
const KEPT_DELIVERIES = 200

type Row<T> = T & Record<string, SqlStorageValue>

export interface WebhookRow {
  id: string
  url: string
  events: string
  description: string | null
  created_at: number
  secret: string
  former_secret: string | null
  former_until: number
  /** The last entry of the journal that was looked at for it. */
  cursor: number
  failing_since: number | null
  disabled_at: number | null
  disabled_reason: string | null
}

export interface DeliveryRow {
  id: number
  webhook: string
  event: string
  type: WebhookEvent['type']
  body: string
  status: Delivery['status']
  attempts: number
  created_at: number
  last_at: number | null
  next_at: number | null
  answer_status: number | null
  error: string | null
}

export function createOutboxTables(sql: SqlStorage) {
  const one = <T>(query: string, ...given: SqlStorageValue[]): T | undefined =>
    sql.exec<Row<T>>(query, ...given).toArray()[0]
  return {
    /** Not in the constructor: an account without webhooks leaves nothing behind. */
    create: (): void => void sql.exec(SCHEMA),
    exist: (): boolean => one("SELECT 1 FROM sqlite_master WHERE name = 'webhooks'") !== undefined,
    webhooks: (): WebhookRow[] => sql.exec<Row<WebhookRow>>('SELECT * FROM webhooks ORDER BY created_at, id').toArray(),
    webhook: (id: string) => one<WebhookRow>('SELECT * FROM webhooks WHERE id = ?', id),
    putWebhook(row: WebhookRow): void {
      const names = Object.keys(row)
      const values = Object.values(row) as SqlStorageValue[]
      sql.exec(`INSERT OR REPLACE INTO webhooks (${names}) VALUES (${names.map(() => '?')})`, ...values)
    },
    removeWebhook(id: string): void {
      sql.exec('DELETE FROM deliveries WHERE webhook = ?', id)
      sql.exec('DELETE FROM webhooks WHERE id = ?', id)
    },
    advance: (id: string, cursor: number): void =>
      void sql.exec('UPDATE webhooks SET cursor = max(cursor, ?) WHERE id = ?', cursor, id),
    /** The same event is kept once. */
    addDelivery: (webhook: string, { id, type, body }: WebhookEvent, now: number): void =>
      void sql.exec(
        `INSERT OR IGNORE INTO deliveries (webhook, event, type, body, status, attempts, created_at, next_at)
         VALUES (?, ?, ?, ?, 'pending', 0, ?, ?)`,
        ...[webhook, id, type, body, now, now],
      ),
    deliveryOf: (webhook: string, event: string) =>
      one<DeliveryRow>('SELECT * FROM deliveries WHERE webhook = ? AND event = ?', webhook, event),
    deliveries: (webhook: string, before: number, limit: number): DeliveryRow[] =>
      sql
        .exec<Row<DeliveryRow>>(
          'SELECT * FROM deliveries WHERE webhook = ? AND id < ? ORDER BY id DESC LIMIT ?',
          ...[webhook, before, limit],
        )
        .toArray(),
    due: (webhook: string, now: number, limit: number): DeliveryRow[] =>
      sql
        .exec<Row<DeliveryRow>>(
          'SELECT * FROM deliveries WHERE webhook = ? AND next_at <= ? ORDER BY next_at LIMIT ?',
          ...[webhook, now, limit],
        )
        .toArray(),
    nextAt: () =>
      one<{ at: number | null }>('SELECT min(next_at) AS at FROM deliveries WHERE next_at IS NOT NULL')?.at ?? null,
    pending: (webhook: string): number =>
      one<{ n: number }>('SELECT count(*) AS n FROM deliveries WHERE webhook = ? AND next_at IS NOT NULL', webhook)!.n,
    settle(
      { id, webhook }: DeliveryRow,
      { delivered, answerStatus, error, retryAfterMs }: ParcelOutcome,
      now: number,
    ): void {
      const nextAt = delivered || retryAfterMs === null ? null : now + retryAfterMs
      const status: Delivery['status'] = delivered ? 'delivered' : nextAt === null ? 'dead' : 'pending'
      sql.exec(
        'UPDATE deliveries SET status = ?, attempts = attempts + 1, last_at = ?, next_at = ?, answer_status = ?, error = ? WHERE id = ?',
        ...[status, now, nextAt, answerStatus, error, id],
      )
      if (nextAt !== null) return
      sql.exec(
        `DELETE FROM deliveries WHERE webhook = ?1 AND next_at IS NULL AND id <= (
           SELECT id FROM deliveries WHERE webhook = ?1 AND next_at IS NULL ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
        ...[webhook, KEPT_DELIVERIES],
      )
    },
    giveUpAll: (webhook: string): void =>
      void sql.exec(
        "UPDATE deliveries SET status = 'dead', next_at = NULL WHERE webhook = ? AND next_at IS NOT NULL",
        webhook,
      ),
  }
}

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  events: JSON.parse(row.events) as EventType[],
  description: row.description,
  createdAt: row.created_at,
  failingSince: row.failing_since,
  disabledAt: row.disabled_at,
  disabledReason: row.disabled_reason,
})

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  event: row.event,
  type: row.type,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.created_at,
  lastAttemptAt: row.last_at,
  nextAttemptAt: row.next_at,
  answerStatus: row.answer_status,
  error: row.error,
})
