import { Problem } from '../../problem.ts'
import type { PeerFigures } from './measure.ts'

/** Fails with a sentence that names every peer without all of its figures: a comparison with holes must not pass for one. */
export function requireMeasured(peers: readonly PeerFigures[] | null): void {
  const missing = (peers ?? []).filter(({ sizes, problem }) => problem !== null || sizes.length === 0)
  if (missing.length === 0) return
  const each = missing.map(({ version, problem }) => `${version} (${problem ?? 'it was asked for no size'})`)
  throw new Problem(`Not measured: ${each.join('; ')}.`)
}
