import { Account as PlainAccount } from '../../src/adapters/durable-objects/account.ts'
import { Directory as PlainDirectory } from '../../src/adapters/durable-objects/directory.ts'
import { Metrics as PlainMetrics } from '../../src/adapters/durable-objects/metrics.ts'
import { Outbox as PlainOutbox } from '../../src/adapters/durable-objects/outbox.ts'
import { Session as PlainSession } from '../../src/adapters/durable-objects/session.ts'
import { Vault as PlainVault } from '../../src/adapters/durable-objects/vault.ts'
import worker from '../../src/worker.ts'

export { Graph, Lifecycle } from '../../src/worker.ts'

interface Cost {
  read: number
  written: number
  alarms: number
}

const costs = new Map<string, Cost>()
const costOf = (name: string): Cost => {
  const cost = costs.get(name) ?? { read: 0, written: 0, alarms: 0 }
  costs.set(name, cost)
  return cost
}

/** Statements whose rows are not counted yet: a cursor knows when it has been read. */
let cursors: { readonly name: string; readonly cursor: SqlStorageCursor<Record<string, SqlStorageValue>> }[] = []
const owners = new WeakMap<object, string>()
let watching = false

/** Every statement of every object in the isolate, whoever makes it; an alarm that is set is billed as a row. */
function watch(name: string, { storage }: DurableObjectState): void {
  owners.set(storage.sql, name)
  owners.set(storage, name)
  owners.set(storage.kv, name)
  if (watching) return
  watching = true
  const sql = Object.getPrototypeOf(storage.sql) as SqlStorage
  const { exec } = sql
  sql.exec = function counted(this: SqlStorage, ...statement: Parameters<SqlStorage['exec']>) {
    const cursor = exec.apply(this, statement)
    cursors.push({ name: owners.get(this) ?? 'other', cursor })
    return cursor as never
  }
  const kv = Object.getPrototypeOf(storage.kv) as SyncKvStorage
  const { put } = kv
  kv.put = function counted(this: SyncKvStorage, ...entry: Parameters<SyncKvStorage['put']>) {
    costOf(owners.get(this) ?? 'other').written++
    return put.apply(this, entry)
  }
  const kept = Object.getPrototypeOf(storage) as DurableObjectStorage
  const { setAlarm } = kept
  kept.setAlarm = function counted(this: DurableObjectStorage, ...at: Parameters<DurableObjectStorage['setAlarm']>) {
    costOf(owners.get(this) ?? 'other').alarms++
    return setAlarm.apply(this, at)
  }
}

export class Account extends PlainAccount {
  constructor(state: DurableObjectState, env: Env) {
    watch('account', state)
    super(state, env)
  }
}
export class Directory extends PlainDirectory {
  constructor(state: DurableObjectState, env: Env) {
    watch('directory', state)
    super(state, env)
  }
}
export class Metrics extends PlainMetrics {
  constructor(state: DurableObjectState, env: Env) {
    watch('metrics', state)
    super(state, env)
  }
}
export class Outbox extends PlainOutbox {
  constructor(state: DurableObjectState, env: Env) {
    watch('outbox', state)
    super(state, env)
  }
}
export class Session extends PlainSession {
  constructor(state: DurableObjectState, env: Env) {
    watch('session', state)
    super(state, env)
  }
}
export class Vault extends PlainVault {
  constructor(state: DurableObjectState, env: Env) {
    watch('vault', state)
    super(state, env)
  }
}

/** The service, and at `/rows` what its objects have read and written since that was asked last. */
export default {
  async fetch(request, env, context): Promise<Response> {
    if (new URL(request.url).pathname !== '/rows') return worker.fetch(request, env, context)
    for (const { name, cursor } of cursors) {
      costOf(name).read += cursor.rowsRead
      costOf(name).written += cursor.rowsWritten
    }
    cursors = []
    const told = Object.fromEntries(costs)
    costs.clear()
    return Response.json(told)
  },
} satisfies ExportedHandler<Env>
