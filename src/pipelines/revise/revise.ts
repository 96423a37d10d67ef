import { BrainError } from '../../domain/errors.ts'
import type { MemoryRevisions, Revised } from '../../ports/memory-revisions.ts'
import type { Ports } from '../../ports/ports.ts'
import { forgetRecentTexts } from '../../runtime/recent-texts.ts'
import type { Trace } from '../../runtime/trace.ts'
import { type ReadText, readTexts } from './read-texts.ts'
import { resetSessions } from './reset-sessions.ts'

export type ReviseRequest = { readonly namespace: string } & Omit<
  Parameters<MemoryRevisions['revise']>[1],
  'embedder' | 'read'
>

export type Outcome = Exclude<Revised, { kind: 'unread' }>

/** What a change needs read is known after the first call; more only where somebody else changes the same meanwhile. */
const MOST_CALLS = 5

/**
 * Changes memories: the store says which texts it takes, they are read and encoded once each, and it is asked again. Nothing has changed until
 * it says that all has.
 */
export async function revise(ports: Ports, trace: Trace, request: ReviseRequest): Promise<Outcome> {
  const { namespace, now, ...change } = request
  const read = new Map<number, ReadText>()
  for (let calls = 0; calls < MOST_CALLS; calls++) {
    const asked = { ...change, now, embedder: ports.embedder.id, read: [...read.values()] }
    const revised = await trace.step('revise', () => ports.revisions.revise(namespace, asked))
    if (revised.kind === 'unread') {
      // Asked for again, a memory has another text by now.
      const texts = await readTexts(ports, trace, { namespace, now, texts: revised.texts })
      for (const text of texts) read.set(text.id, text)
      continue
    }
    if (revised.kind === 'done') {
      forgetRecentTexts()
      await resetSessions(ports, trace, namespace, revised.sessions)
    }
    return revised
  }
  throw new BrainError('overloaded', 'Others keep changing the same memories; nothing was changed, retry shortly.', {
    retryAfterSeconds: 1,
  })
}
