import { BrainError } from '../../domain/errors.ts'
import type { Edit } from '../../ports/memory-revisions.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Trace } from '../../runtime/trace.ts'
import { type EditRequest, editMemory } from './edit-memory.ts'
import { findMemory } from './find-memory.ts'

/** Makes a memory again what it was at a version, which is an edit like any other. */
export async function restoreVersion(
  ports: Ports,
  trace: Trace,
  request: Omit<EditRequest, 'wanted'> & { readonly former: number },
): Promise<Edit> {
  const { former, ...asked } = request
  const [found, { versions }] = await Promise.all([
    findMemory(ports, asked, asked.id),
    ports.revisions.history(asked.namespace, { id: asked.id }),
  ])
  if (found.version === former) return {}
  const version = versions.find((one) => one.version === former)
  const isInSight = version && (asked.personas === null || asked.personas.includes(version.persona))
  if (!isInSight) throw new BrainError('not-found', `version: there is no version ${former} of this memory`)
  const { text, metadata, persona, occurredAt, offsetMs } = version
  return editMemory(ports, trace, { ...asked, wanted: () => ({ text, metadata, persona, occurredAt, offsetMs }) })
}
