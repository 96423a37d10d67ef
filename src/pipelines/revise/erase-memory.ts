import type { Receipt } from '../../ports/memory-revisions.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { lastReceiptOf, newReceipt, type Scope, withErased } from './receipts.ts'
import { noSuchMemory, refusalOf } from './refusals.ts'
import { type ReviseRequest, revise } from './revise.ts'
import { wasDone } from './was-done.ts'

interface EraseRequest extends Pick<ReviseRequest, 'namespace' | 'now' | 'personas' | 'once' | 'by'> {
  readonly id: number
  readonly version: number | null
  readonly scope: Scope
}

/** Erases one memory with what only it supports. */
export async function eraseMemory(ports: Ports, trace: Trace, request: EraseRequest): Promise<Receipt> {
  const { id, version, scope, ...asked } = request
  if (await wasDone(ports, asked.namespace, asked.once)) {
    const last = await lastReceiptOf(ports, asked.namespace, scope)
    if (!last) throw noSuchMemory()
    return last
  }
  const receipt = newReceipt(asked.now, scope)
  const revised = await revise(ports, trace, {
    ...asked,
    revisions: [{ kind: 'erase', id, version }],
    receipt: { id: receipt.id, scope, remaining: 0 },
  })
  if (revised.kind !== 'done') throw refusalOf(revised, version)
  return withErased(receipt, asked.now, revised.erased, 0)
}
