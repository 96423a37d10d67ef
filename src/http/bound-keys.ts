import type { Bound } from '../domain/account/persona.ts'

/** So many keys are remembered; one that was dropped begins its next request twice, nothing else. */
const MOST_KEYS = 10_000

const boundTo = new Map<string, readonly string[]>()

/** To which personas a key was bound when this isolate last heard of it: what is started beside the admission goes by that. */
export const boundLately = (keyHash: string): Bound => boundTo.get(keyHash) ?? null

export function rememberBound(keyHash: string, bound: Bound): void {
  if (bound === null) {
    boundTo.delete(keyHash)
    return
  }
  if (boundTo.size >= MOST_KEYS) boundTo.clear()
  boundTo.set(keyHash, bound)
}
