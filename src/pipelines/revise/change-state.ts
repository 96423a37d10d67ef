import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { refusalOf } from './refusals.ts'
import { type ReviseRequest, revise } from './revise.ts'

interface ChangeStateRequest extends Pick<ReviseRequest, 'namespace' | 'now' | 'personas' | 'once' | 'by'> {
  readonly id: number
  readonly version: number | null
  readonly kind: 'invalidate' | 'restore'
  readonly reason: string | null
}

/** Takes a memory out of retrieval, or brings it back. */
export async function changeState(ports: Ports, trace: Trace, request: ChangeStateRequest): Promise<void> {
  const { id, version, kind, reason, ...asked } = request
  const revised = await revise(ports, trace, { ...asked, revisions: [{ kind, id, version, reason }], receipt: null })
  if (revised.kind !== 'done') throw refusalOf(revised, version)
}
