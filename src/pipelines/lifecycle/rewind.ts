import { BrainError } from '../../domain/errors.ts'
import { toRecordId } from '../../domain/record-id.ts'
import type { Author } from '../../ports/journal.ts'
import type { RecordFilter } from '../../ports/memory-records.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Rewindable } from '../../ports/rewindable.ts'
import { pause } from '../../runtime/pause.ts'
import type { Trace } from '../../runtime/trace.ts'
import { forget } from '../revise/forget.ts'

interface RewindRequest {
  readonly namespace: string
  readonly to: number
  readonly now: number
  readonly by: Author
}

const PAGE = 500
/** The store begins anew after a rewind, and may not answer at once. */
const ATTEMPTS = 5
const BETWEEN_ATTEMPTS_MS = 200

/** What is erased is noted at the time at which its call began, which may go on erasing for so long. */
const CALL_MS = 60_000

const ALL: RecordFilter = {
  ...{ personas: null, sessionId: null, source: null, entity: null, since: null, until: null },
  ...{ metadata: [], words: [], state: null },
}

/**
 * Takes a namespace back to an earlier time. What was erased since then comes back with the rest, and is erased once more. How many memories
 * that were; null: what keeps the namespace has no history.
 */
export async function rewind(ports: Ports, trace: Trace, request: RewindRequest): Promise<number | null> {
  const { namespace, to } = request
  if (!ports.rewindable) return null
  const erased = await erasedSince(ports, ports.rewindable, namespace, to - CALL_MS)
  if (!(await ports.rewindable.rewind(namespace, to))) return null
  if (erased.length === 0) return 0
  for (let attempts = 1; ; attempts++) {
    try {
      return await eraseAgain(ports, trace, request, erased)
    } catch (error) {
      if (attempts === ATTEMPTS) throw notErased(namespace, erased, error)
      await pause(BETWEEN_ATTEMPTS_MS)
    }
  }
}

/** Receipts say what was asked to be erased, and are kept for good; the journal has the newest changes of every kind. */
async function erasedSince(
  { journal }: Ports,
  rewindable: Rewindable,
  namespace: string,
  since: number,
): Promise<number[]> {
  const ids = new Set(await rewindable.erasedSince(namespace, since))
  for (let after = since; ; ) {
    const entries = await journal.after(namespace, { after, limit: PAGE })
    for (const { changed } of entries) for (const id of changed.erased?.ids ?? []) ids.add(id)
    if (entries.length < PAGE) return [...ids]
    after = entries.at(-1)!.id
  }
}

async function eraseAgain(ports: Ports, trace: Trace, request: RewindRequest, ids: number[]): Promise<number> {
  const { namespace, to, now, by } = request
  const asked = { namespace, now, personas: null, filter: ALL, ids, scope: { rewound_to: to / 1000 }, by }
  for (;;) {
    const { erased, remaining } = await forget(ports, trace, asked)
    if (remaining === 0) return erased.memories
  }
}

const notErased = (namespace: string, ids: readonly number[], cause: unknown): BrainError => {
  const named = ids.map((id) => toRecordId(namespace, id)).join(', ')
  return new BrainError(
    'store-unavailable',
    `The account was taken back, and what had been erased since could not be erased again; forget it by its ids: ${named}`,
    { cause },
  )
}
