import { BrainError } from '../../domain/errors.ts'
import type { Memory } from '../../ports/memory-records.ts'
import type { Edit } from '../../ports/memory-revisions.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { findMemory } from './find-memory.ts'
import { otherVersion, refusalOf } from './refusals.ts'
import { type ReviseRequest, revise } from './revise.ts'

export interface EditRequest extends Pick<ReviseRequest, 'namespace' | 'now' | 'personas' | 'once' | 'by'> {
  readonly id: number
  /** The one that the caller read; null: whichever it is. */
  readonly version: number | null
  /** What is wanted of it, as it is found. */
  readonly wanted: (found: Memory) => Edit
}

/** Others may change the same memory between reading and writing it. */
const MOST_TRIES = 5

/** What of the memory was changed; nothing is written where all of it is as it is wanted. */
export async function editMemory(ports: Ports, trace: Trace, request: EditRequest): Promise<Edit> {
  const { id, version, wanted, ...asked } = request
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const found = await findMemory(ports, asked, id)
    if (version !== null && version !== found.version) throw otherVersion(found.version)
    const edit = differenceOf(found, wanted(found))
    if (Object.keys(edit).length === 0) return edit
    const revisions = [{ kind: 'edit', id, version: found.version, edit }] as const
    const revised = await revise(ports, trace, { ...asked, revisions, receipt: null })
    if (revised.kind === 'done') return edit
    const isRace = revised.kind === 'refused' && revised.version !== found.version
    if (!isRace || version !== null) throw refusalOf(revised, version)
  }
  throw new BrainError('overloaded', 'Others keep changing this memory; nothing was changed, retry shortly.', {
    retryAfterSeconds: 1,
  })
}

const differenceOf = (found: Memory, wanted: Edit): Edit =>
  Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => {
      const present = found[field as keyof Edit]
      return value !== undefined && JSON.stringify(value) !== JSON.stringify(present)
    }),
  )
