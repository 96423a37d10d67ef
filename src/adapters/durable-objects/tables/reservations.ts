import type { OnceRequest, Outcome } from '../../../ports/accounts.ts'
import { DAY_MS, MINUTE_MS } from '../../../runtime/duration.ts'

/** So long is it known what came of a change. */
const KEPT_MS = DAY_MS
/** Longer than any request works: who has not said by then what came of his change has broken off. */
const LEASE_MS = MINUTE_MS
/** An account keeps so many; beyond that the oldest go before their day is over. */
const MOST_RESERVATIONS = 100_000
/** Each new one takes up to this many old ones with it, so that there is never much to do at once. */
const SWEPT_AT_ONCE = 8

export interface Reservation {
  readonly fingerprint: string
  readonly at: number
  /** Until when whoever reserved it is believed to be at work. */
  readonly until: number
  readonly cost: number
  /** null: nobody has said yet what came of it. */
  readonly outcome: Outcome | null
}

interface ReservationRow extends Record<string, SqlStorageValue> {
  fingerprint: string
  at: number
  until: number
  cost: number
  status: number | null
  body: string | null
}

/** Changes that must happen once. The table is created with the first, so that accounts that ask for none have none. */
export function createReservations(sql: SqlStorage) {
  let exists: boolean | null = null
  const isThere = () =>
    (exists ??= sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'reservations'").toArray().length > 0)

  function create(): void {
    if (isThere()) return
    sql.exec(`CREATE TABLE reservations (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL, at INTEGER NOT NULL, until INTEGER NOT NULL,
      cost INTEGER NOT NULL, status INTEGER, body TEXT) STRICT`)
    exists = true
  }

  /** Numbers go up with time, so that the oldest are the first. */
  const sweep = (now: number): void =>
    void sql.exec(
      `DELETE FROM reservations WHERE number IN (
         SELECT number FROM (SELECT number, at FROM reservations ORDER BY number LIMIT ?1)
         WHERE at <= ?2 OR number <= (SELECT max(number) FROM reservations) - ?3)`,
      ...[SWEPT_AT_ONCE, now - KEPT_MS, MOST_RESERVATIONS],
    )

  return {
    find(id: string, now: number): Reservation | null {
      if (!isThere()) return null
      const row = sql.exec<ReservationRow>('SELECT * FROM reservations WHERE id = ?', id).toArray()[0]
      if (!row || row.at <= now - KEPT_MS) return null
      const outcome = row.status === null ? null : { status: row.status, body: JSON.parse(row.body ?? 'null') }
      return { fingerprint: row.fingerprint, at: row.at, until: row.until, cost: row.cost, outcome }
    },
    /** Also in the place of one that is a day old. */
    reserve({ id, fingerprint }: OnceRequest, now: number, cost: number): void {
      create()
      sweep(now)
      sql.exec(
        `INSERT OR REPLACE INTO reservations (number, id, fingerprint, at, until, cost)
         VALUES ((SELECT coalesce(max(number), 0) + 1 FROM reservations), ?, ?, ?, ?, ?)`,
        ...[id, fingerprint, now, now + LEASE_MS, cost],
      )
    },
    /** Somebody goes on for whoever broke off. */
    takeOver: (id: string, now: number): void =>
      void sql.exec('UPDATE reservations SET until = ? WHERE id = ?', now + LEASE_MS, id),
    /** null: as if it had never been asked for. What is known already stays: then it is false. */
    settle(id: string, outcome: Outcome | null): boolean {
      if (!isThere()) return false
      const settled = outcome
        ? sql.exec(
            'UPDATE reservations SET status = ?, body = ? WHERE id = ? AND status IS NULL RETURNING 1',
            ...[outcome.status, JSON.stringify(outcome.body), id],
          )
        : sql.exec('DELETE FROM reservations WHERE id = ? AND status IS NULL RETURNING 1', id)
      return settled.toArray().length > 0
    },
    /** After all of the account was deleted. */
    forget: (): void => {
      exists = null
    },
  }
}
