import { BrainError } from '../../domain/errors.ts'
import type { AsSaid, RecordFilter } from '../../ports/memory-records.ts'
import type { Receipt } from '../../ports/memory-revisions.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { lastReceiptOf, newReceipt, type Scope, withErased } from './receipts.ts'
import { type ReviseRequest, revise } from './revise.ts'
import { wasDone } from './was-done.ts'

export interface ForgetRequest extends Pick<ReviseRequest, 'namespace' | 'now' | 'personas' | 'once' | 'by'> {
  readonly filter: RecordFilter & AsSaid
  readonly ids: readonly number[] | null
  /** As the receipt says it. */
  readonly scope: Scope
}

/** So many are erased in one transaction: others have their turn in between. */
const SLICE = 50
/** What is left after this time is left to the next call. */
const MOST_MS = 20_000
/** Somebody else erased or pruned what a slice was to have. */
const MOST_RACES = 20

/**
 * Erases all that is in a scope, slice by slice. Each slice writes to the receipt what it erased and what remains, so that whoever was cut off
 * finds a receipt that says so, and the same call goes on with it.
 */
export async function forget(ports: Ports, trace: Trace, request: ForgetRequest): Promise<Receipt> {
  const { namespace, now, filter, ids, scope, once = null, ...asked } = request
  const last = await lastReceiptOf(ports, namespace, scope)
  if (last && (await wasDone(ports, namespace, once))) return last
  let receipt = last && last.remaining > 0 ? last : null
  for (let races = 0; races < MOST_RACES; ) {
    const found = await ports.revisions.inScope(namespace, { filter, ids, limit: SLICE, former: true })
    if (found.total === 0 && receipt === null && isOfIdsAlone(scope)) throw noneOfThese()
    receipt ??= newReceipt(now, scope)
    const remaining = found.total - found.ids.length
    const revised = await revise(ports, trace, {
      ...{ ...asked, namespace, now, once: remaining === 0 ? once : null },
      revisions: found.ids.map((id) => ({ kind: 'erase', id })),
      receipt: { id: receipt.id, scope, remaining },
    })
    // Where nothing was ever told, nothing is kept either.
    if (revised.kind !== 'done' && found.total === 0) return receipt
    if (revised.kind !== 'done') {
      races++
      continue
    }
    receipt = withErased(receipt, now, revised.erased, remaining)
    if (remaining === 0 || trace.elapsedMs() > MOST_MS) return receipt
  }
  throw new BrainError('overloaded', 'Others keep changing what is to be erased; the same call goes on.', {
    retryAfterSeconds: 1,
  })
}

/** How many memories the scope has; where a forget would be refused, so is the count. */
export async function countScope(
  ports: Ports,
  { namespace, filter, ids, scope }: Pick<ForgetRequest, 'namespace' | 'filter' | 'ids' | 'scope'>,
): Promise<number> {
  const { total } = await ports.revisions.inScope(namespace, { filter, ids, limit: 1, former: true })
  if (total === 0 && isOfIdsAlone(scope)) throw noneOfThese()
  return total
}

const isOfIdsAlone = ({ personas: _, ...scope }: Scope): boolean => Object.keys(scope).join() === 'ids'

const noneOfThese = () => new BrainError('not-found', 'ids: there is none of these memories')
