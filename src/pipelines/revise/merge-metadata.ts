import { BrainError } from '../../domain/errors.ts'
import { isTooLarge } from '../../domain/metadata-size.ts'
import type { Metadata } from '../../ports/new-memory.ts'

/** Of what is given each field is put in its place, and one that is null is taken out. Nothing left is no metadata. */
export function mergeMetadata(present: Metadata | null, given: Metadata): Metadata | null {
  const merged = Object.entries({ ...present, ...given }).filter(([field]) => given[field] !== null)
  const metadata = merged.length === 0 ? null : Object.fromEntries(merged)
  if (metadata && isTooLarge(metadata))
    throw new BrainError('invalid-request', 'metadata: must be at most 16 KB together with what is there')
  return metadata
}
