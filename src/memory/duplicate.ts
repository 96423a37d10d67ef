import { localTime } from '../domain/date/local-time.ts'
import { levelOf } from '../domain/lifecycle/strength.ts'
import { dependsOn, sameStatement } from '../domain/statement/same-statement.ts'
import { type Source, trustRank } from '../domain/statement/source.ts'
import type { NewChunk, NewMemory, StatedText } from '../ports/new-memory.ts'
import { DAY_MS } from '../runtime/duration.ts'
import type { StoredChunk } from './records.ts'

type Said = Pick<NewChunk, 'text'> & Pick<NewMemory, 'source' | 'speaker'>
type Stored = Pick<StoredChunk, 'persona' | 'statement' | 'text' | 'source' | 'speaker' | 'statedAt' | 'saidAt'>

/**
 * Does a stored chunk of the same persona say the same, in the same circumstances where these matter ("I", "yesterday")? `saidAt` is by the
 * clock of whoever says it.
 */
export function createDuplicateRule(
  said: Said,
  saidAt: number,
): (stored: Omit<Stored, 'persona' | 'statement'>) => boolean {
  const depends = dependsOn(said.text)
  return (stored) =>
    sameStatement(stored.text, said.text) &&
    (!depends.speaker || (stored.source === trustRank(said.source) && stored.speaker === said.speaker)) &&
    (!depends.time || Math.floor((stored.saidAt ?? stored.statedAt) / DAY_MS) === Math.floor(saidAt / DAY_MS))
}

/** Of each text's chunks, whether one of the stored ones says the same. */
export const knownAmong = (stored: readonly Stored[], texts: readonly StatedText[], now: number): boolean[][] =>
  texts.map(({ persona, source, speaker, occurredAt, offsetMs, chunks }) =>
    chunks.map(({ text, statement }) => {
      const isDuplicate = createDuplicateRule(
        { text, source, speaker },
        localTime({ occurredAt: occurredAt ?? now, offsetMs }),
      )
      return stored.some((chunk) => chunk.persona === persona && chunk.statement === statement && isDuplicate(chunk))
    }),
  )

/** What a memory has when it is said again: the better of the two sources and confidences. Who is trusted less makes nothing surer. */
export const betterStanding = (
  stored: Pick<StoredChunk, 'source' | 'level'>,
  source: Source,
  confidence: number,
): Pick<StoredChunk, 'source' | 'level'> => ({
  source: Math.min(stored.source, trustRank(source)),
  level: trustRank(source) > stored.source ? stored.level : Math.max(stored.level, levelOf(confidence)),
})
