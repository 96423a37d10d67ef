import { BrainError } from '../../domain/errors.ts'
import type { Revised } from '../../ports/memory-revisions.ts'

export const noSuchMemory = (): BrainError => new BrainError('not-found', 'id: there is no such memory')

export const otherVersion = (version: number): BrainError =>
  new BrainError('version-mismatch', `If-Match: the memory is at version ${version}; read it again.`)

const INVALIDATED = 'The memory is invalidated: it can only be restored or erased.'
const NOT_INVALIDATED = 'The memory is not invalidated: there is nothing to restore.'

/** Why a change to one memory was not made. `expected`: the version that the caller named. */
export function refusalOf(refused: Extract<Revised, { kind: 'missing' | 'refused' }>, expected: number | null) {
  if (refused.kind === 'missing') return noSuchMemory()
  if (expected !== null && expected !== refused.version) return otherVersion(refused.version)
  return new BrainError('conflict', refused.state === 'invalidated' ? INVALIDATED : NOT_INVALIDATED)
}
