import { BrainError } from '../domain/errors.ts'
import type { AuditQuery, JournalEntry } from '../ports/journal.ts'
import type { Ports } from '../ports/ports.ts'

export interface AuditRequest extends Omit<AuditQuery, 'before'> {
  readonly account: string
  readonly now: number
  readonly cursor: string | null
}

export interface AuditPage {
  readonly entries: readonly JournalEntry[]
  /** Pass it on to read further; null at the end. */
  readonly cursor: string | null
}

/**
 * The audit trail of an account, newest first: what was changed in its memory, which the store's journal has, and its keys and plan, which the
 * account's own has. The cursor is how far each of the two was read.
 */
export async function audit(
  { journal, accounts }: Pick<Ports, 'journal' | 'accounts'>,
  request: AuditRequest,
): Promise<AuditPage> {
  const { account, now, cursor, ...query } = request
  const [memoryBefore, accountBefore] = parseCursor(cursor)
  const [ofMemory, ofAccount] = await Promise.all([
    journal.latest(account, { ...query, before: memoryBefore }),
    accounts.audit(account, { ...query, before: accountBefore }, now),
  ])
  const entries: JournalEntry[] = []
  let [m, a] = [0, 0]
  while (entries.length < query.limit && (m < ofMemory.length || a < ofAccount.length)) {
    const takesMemory = a >= ofAccount.length || (m < ofMemory.length && ofMemory[m]!.id >= ofAccount[a]!.id)
    entries.push(takesMemory ? ofMemory[m++]! : ofAccount[a++]!)
  }
  const isEnd = m >= ofMemory.length && a >= ofAccount.length && entries.length < query.limit
  const last = (read: readonly JournalEntry[], before: number) => read.at(-1)?.id ?? before
  const next = [last(ofMemory.slice(0, m), memoryBefore), last(ofAccount.slice(0, a), accountBefore)]
  return { entries, cursor: isEnd ? null : next.map((id) => id.toString(36)).join('.') }
}

function parseCursor(cursor: string | null): [memory: number, account: number] {
  if (cursor === null) return [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  const match = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})$/.exec(cursor)
  const ids = match?.slice(1).map((id) => Number.parseInt(id, 36)) ?? []
  if (ids.length !== 2 || !ids.every(Number.isSafeInteger))
    throw new BrainError('invalid-request', 'cursor: must be the one of the page before')
  return ids as [number, number]
}
