import { toRecordId } from '../record-id.ts'

/** What can become of memories. */
export const CHANGE_KINDS = ['created', 'updated', 'superseded', 'erased', 'pruned'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The events that can be subscribed to. */
export const EVENT_TYPES = [
  'memory.created',
  'memory.updated',
  'memory.superseded',
  'memory.erased',
  'memory.pruned',
] as const satisfies readonly `memory.${ChangeKind}`[]
export type EventType = (typeof EVENT_TYPES)[number]

/** Records that changed alike in one operation: the first of them by number, and how many more there were. */
export interface ChangedRecords {
  readonly ids: readonly number[]
  readonly more: number
}

export type Changed = Readonly<Partial<Record<ChangeKind, ChangedRecords>>>

export interface WebhookEvent {
  /** The same however often it is made and sent: a receiver knows by it what it has seen. */
  readonly id: string
  readonly type: EventType | 'webhook.test'
  readonly body: string
}

interface ChangeEntry {
  readonly id: number
  readonly at: number
  readonly action: string
  readonly requestId: string | null
  readonly changed: Changed
}

/** One event for each kind of change of an operation: ids and counts, never a text. */
export const eventsOf = (account: string, { id, at, action, requestId, changed }: ChangeEntry): WebhookEvent[] =>
  CHANGE_KINDS.flatMap((kind) => {
    const records = changed[kind]
    if (!records) return []
    const data = {
      account,
      action,
      request_id: requestId,
      ids: records.ids.map((number) => toRecordId(account, number)),
      more: records.more,
    }
    return newEvent(`evt_${account}${id.toString(36)}${kind}`, `memory.${kind}`, at, data)
  })

/** The last event of an account. */
export const erasedEvent = (account: string, at: number): WebhookEvent =>
  newEvent(`evt_${account}erased`, 'memory.erased', at, {
    account,
    action: 'account.erased',
    all: true,
    ids: [],
    more: 0,
  })

export const testEvent = (account: string, unique: string, at: number): WebhookEvent =>
  newEvent(`evt_${account}${unique}`, 'webhook.test', at, { account })

const newEvent = (id: string, type: WebhookEvent['type'], at: number, data: object): WebhookEvent => ({
  id,
  type,
  body: JSON.stringify({ type, timestamp: new Date(at).toISOString(), data }),
})
