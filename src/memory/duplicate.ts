import { levelOf } from '../domain/lifecycle/strength.ts'
import { dependsOn, sameStatement } from '../domain/statement/same-statement.ts'
import { type Source, trustRank } from '../domain/statement/source.ts'
import { DAY_MS } from '../runtime/duration.ts'

interface Said {
  readonly text: string
  readonly source: Source
  readonly speaker: string | null
}

/** A chunk that is stored; its source by trust. */
interface Stored {
  readonly text: string
  readonly source: number
  readonly speaker: string | null
  readonly statedAt: number
}

/** Does a stored chunk of the same persona say the same, in the same circumstances where these matter ("I", "yesterday")? */
export function createDuplicateRule(said: Said, saidAt: number): (stored: Stored) => boolean {
  const depends = dependsOn(said.text)
  return (stored) =>
    sameStatement(stored.text, said.text) &&
    (!depends.speaker || (stored.source === trustRank(said.source) && stored.speaker === said.speaker)) &&
    (!depends.time || Math.floor(stored.statedAt / DAY_MS) === Math.floor(saidAt / DAY_MS))
}

/** What a memory has when it is said again: the better of the two sources and confidences. */
export const betterStanding = (
  stored: { readonly source: number; readonly level: number },
  source: Source,
  confidence: number,
): { source: number; level: number } => ({
  source: Math.min(stored.source, trustRank(source)),
  level: Math.max(stored.level, levelOf(confidence)),
})
